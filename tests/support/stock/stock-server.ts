import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dialect } from '#api/contract/base/dialect';
import { STOCK_WIRES, type Refusal, type StockWire } from './stock-wire.ts';

/**
 * A server of another maker as far as members meet one, written from the protocol alone: it has the calls that stand there, answers each
 * other one as an unknown route, and minds nothing that a client sends beside. Source: wire protocol §1.1–1.3, §2.2–2.10, §3.3–3.5.
 */
export interface StockServer {
  readonly url: string;
  /** Calls as they came, oldest first, such as `POST /api/account/profile`. */
  readonly calls: readonly StockCall[];
  /** Those of them that no server but ours has. */
  readonly missing: ReadonlySet<string>;
  readonly member: StockMember;
  /** Makes every access token as old as it can get. */
  readonly expireTokens: () => void;
  readonly close: () => Promise<void>;
}

export interface StockCall {
  readonly name: string;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly headers: IncomingMessage['headers'];
}

export type StockMember = Record<'username' | 'nickname' | 'email' | 'mobile' | 'avatar' | 'motto' | 'money' | 'password', string> & {
  gender: number;
  birthday: string | null;
  score: number;
};
type Body = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;
type Answer = (call: StockCall, token: string) => unknown;

class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, message = '') {
    super(message);
    this.refusal = refusal;
  }
}
const refuse = (message: string): never => {
  throw new Refused({ code: 0, data: null }, message);
};

const NOW = 1_768_480_000;
const DEFAULT_AVATAR = '/static/images/avatar.png';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const textIn = (body: Body, name: string): string => (typeof body[name] === 'string' ? body[name].trim() : '');

const RULES = ['overview', 'profile', 'changePassword', 'integral', 'balance'];
const TITLES = ['账户概览', '个人资料', '修改密码', '积分记录', '余额记录'];
const node = (id: number, pid: number, type: string, title: string, name: string): Row => ({
  id, pid, type, title, name, path: name, icon: 'fa fa-user-circle', menu_type: 'tab', url: '', component: `/src/views/frontend/user/${name}.vue`,
  extend: 'none', no_login_valid: 0,
}); // prettier-ignore
const MENUS: readonly Row[] = [
  { ...node(1, 0, 'menu_dir', '我的账户', 'account'), children: RULES.map((name, at) => node(at + 2, 1, 'menu', TITLES[at] ?? '', `account/${name}`)) },
]; // prettier-ignore

/** Thirty entries of each ledger, the newest with the highest id. */
const ENTRIES = Array.from({ length: 30 }, (_, at) => ({
  id: 30 - at,
  user_id: 7,
  memo: `第 ${30 - at} 笔`,
  create_time: NOW - at * 3600,
}));
const MONEY: readonly Row[] = ENTRIES.map((entry) => ({ ...entry, money: '1.10', before: ((entry.id - 1) * 1.1).toFixed(2), after: (entry.id * 1.1).toFixed(2) })); // prettier-ignore
const SCORE: readonly Row[] = ENTRIES.map((entry) => ({ ...entry, score: -3, before: 103 - entry.id * 3 + 3, after: 103 - entry.id * 3 }));

const newMember = (): StockMember => ({
  username: 'stockmember', nickname: '存量会员', email: 'stock@example.com', mobile: '', avatar: DEFAULT_AVATAR, motto: '',
  money: '33.00', password: 'Morgentau7', gender: 1, birthday: '1994-04-12', score: 13,
}); // prettier-ignore

interface State {
  readonly wire: StockWire;
  readonly member: StockMember;
  /** By token, whether it has expired. */
  readonly tokens: Map<string, boolean>;
  readonly refreshTokens: Set<string>;
}

const infoOf = ({ wire, member: { password: _password, ...member } }: State, tokens: Row): Row => ({
  ...wire.row({ id: 7, ...member, join_time: NOW - 86_400, last_login_time: NOW, last_login_ip: '203.0.113.9' }),
  ...tokens,
});

function requireMember({ wire, tokens }: State, token: string): void {
  if (tokens.get(token) === true) throw new Refused(wire.expired);
  if (!tokens.has(token)) throw new Refused(wire.signInWanted, '请先登录！');
}

/** Only the sign-in by the name is told here: nobody registers. */
function signIn(state: State, body: Body): Row {
  const { wire, member } = state;
  if (wire.dialect === 'v1' && textIn(body, 'captchaInfo') === '') refuse('验证码错误');
  if (textIn(body, 'tab') !== 'login') refuse('参数错误');
  if (textIn(body, 'username') !== member.username || body['password'] !== member.password) refuse('密码不正确');
  const [token, refreshToken] = [randomUUID(), body['keep'] === true ? randomUUID() : ''];
  state.tokens.set(token, false);
  if (refreshToken) state.refreshTokens.add(refreshToken);
  return { userInfo: infoOf(state, { token, [wire.refreshTold]: refreshToken }), routePath: '/user' };
}

/** Whole or not at all: a birthday that is not there is none, and a nickname has to be. Source: wire protocol §2.10, "profile". */
function saveProfile({ member }: State, body: Body): null {
  if (!/^[\p{Script=Han}\w-]+$/u.test(textIn(body, 'nickname'))) refuse('昵称只能是汉字、字母、数字和下划线');
  if (!/^[a-z]\w{2,15}$/iu.test(textIn(body, 'username'))) refuse('请输入正确的用户名');
  const [avatar, username, nickname, motto] = ['avatar', 'username', 'nickname', 'motto'].map((name) => textIn(body, name));
  Object.assign(member, {
    avatar,
    username,
    nickname,
    motto,
    gender: Number(body['gender'] ?? 0),
    birthday: textIn(body, 'birthday') || null,
  });
  return null;
}

function pageOf(list: readonly Row[], { query }: StockCall, { wire }: State): Row {
  const [page, limit] = [Math.max(1, Number(query.get('page') ?? 1)), Number(query.get('limit') ?? 15)];
  return { list: list.slice((page - 1) * limit, page * limit).map(wire.row), total: list.length };
}

/** Each call that is there, by method and path. */
function callsOf(state: State): Readonly<Record<string, Answer>> {
  const { wire, member, tokens, refreshTokens } = state;
  const own =
    (answer: (call: StockCall) => unknown): Answer =>
    (call, token) => {
      requireMember(state, token);
      return answer(call);
    };
  const leave = ({ body }: StockCall, token: string): null => {
    refreshTokens.delete(textIn(body, wire.refreshSent));
    tokens.delete(token);
    return null;
  };
  const site = { siteName: 'Stock', recordNumber: '', version: 'v1.0.0', cdnUrl: '', upload: wire.upload };
  return {
    'GET /api/index/index': ({ query }, token) => {
      const isMember = tokens.get(token) === false;
      if (wire.dialect === 'v1') return { site, openMemberCenter: true, rules: [] };
      if (!isMember && query.get('requiredLogin') === '1') requireMember(state, token);
      const userInfo = isMember ? infoOf(state, { token, refresh_token: '' }) : [];
      return { site, openMemberCenter: true, userInfo, rules: [], menus: isMember ? MENUS : [] };
    },
    ...(wire.dialect === 'v1' && { 'GET /api/user/index': own(() => ({ userInfo: infoOf(state, {}), menus: MENUS })) }),
    'GET /api/user/checkin': (_, token) => {
      if (tokens.get(token) === false) throw new Refused(wire.signedIn);
      return { ...(wire.dialect === 'v2' && { userLoginCaptchaSwitch: false }), accountVerificationType: ['email'] };
    },
    'POST /api/user/checkin': ({ body }) => signIn(state, body),
    'POST /api/user/logout': leave,
    'POST /api/common/refreshtoken': ({ body }, token) => {
      if (!tokens.has(token) || !refreshTokens.has(textIn(body, wire.refreshSent))) refuse('登录态已过期');
      tokens.delete(token);
      const renewed = randomUUID();
      tokens.set(renewed, false);
      return { type: 'user-refresh', token: renewed };
    },
    'GET /api/common/clickcaptcha': ({ query }) => ({
      id: query.get('id'),
      text: ['天', '<飞机>'],
      base64: `data:image/png;base64,${PIXEL}`,
      width: 350,
      height: 200,
    }),
    'POST /api/common/checkclickcaptcha': () => null,
    'GET /api/account/overview': own(() => ({
      days: ['2026-01-09', '2026-01-10', '2026-01-11', '2026-01-12', '2026-01-13', '2026-01-14', '2026-01-15'],
      score: [0, 0, 0, 0, 0, -30, -60],
      money: [0, 0, 0, 0, 0, '11.00', '22.00'],
    })),
    'GET /api/account/profile': own(() => ({ accountVerificationType: ['email'] })),
    'POST /api/account/profile': own(({ body }) => saveProfile(state, body)),
    'POST /api/account/changepassword': (call, token) => {
      requireMember(state, token);
      if (call.body['oldPassword'] !== member.password) refuse('旧密码错误');
      member.password = textIn(call.body, 'newPassword');
      return leave(call, token);
    },
    'GET /api/account/balance': own((call) => pageOf(MONEY, call, state)),
    'GET /api/account/integral': own((call) => pageOf(SCORE, call, state)),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return request.headers['content-type']?.startsWith('application/json') && text ? (JSON.parse(text) as Body) : {};
}

/** Starts one on this machine. */
export async function startStockServer(dialect: Dialect): Promise<StockServer> {
  const calls: StockCall[] = [];
  const missing = new Set<string>();
  const state: State = { wire: STOCK_WIRES[dialect], member: newMember(), tokens: new Map(), refreshTokens: new Set() };
  const known = callsOf(state);
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://stock');
    const call = { name: `${request.method} ${pathname}`, query, body: await bodyOf(request), headers: request.headers };
    if (pathname === DEFAULT_AVATAR) return void response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(PIXEL, 'base64'));
    calls.push(call);
    const say = (status: number, reply: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(reply));
    };
    const answer = known[`${request.method} ${pathname.toLowerCase()}`];
    if (!answer) missing.add(call.name);
    if (!answer) return say(404, { code: 404, message: '页面错误！请稍后再试～' });
    try {
      const data = answer(call, String(request.headers['ba-user-token'] ?? ''));
      say(200, { code: 1, msg: '', time: NOW, data });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(200, { ...error.refusal, msg: error.message, time: NOW });
    }
  };
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    missing,
    member: state.member,
    expireTokens: () => [...state.tokens.keys()].forEach((token) => state.tokens.set(token, true)),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close').catch(() => undefined);
    },
  };
}
