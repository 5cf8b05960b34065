import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { dataSafety } from './data-safety.ts';
import { entrance, wayOut } from './entrance.ts';
import { NotKnown, type Exchange, type Expected, type Known, type Sent } from './exchange.ts';
import { generating } from './generating.ts';
import { membership } from './membership.ts';
import { reading } from './reading.ts';
import { SPELLINGS, type Spelling } from './spelling.ts';
import { writing } from './writing.ts';

/** As long as a stock client waits. */
const TIMEOUT_MS = 10_000;
const NO_REPLY = 'no reply';

export interface Target {
  /** Such as `http://localhost:8000`. */
  readonly address: string;
  readonly username: string;
  readonly password: string;
}

export interface Outcome {
  readonly dialect: Spelling['dialect'];
  readonly exchange: Pick<Exchange, 'title' | 'source'>;
  /** What was sent, without its query; '' for what was not. */
  readonly sent: string;
  readonly verdict: 'fits' | 'differs' | 'not tried';
  /** Why it differs or was not tried. */
  readonly reasons: readonly string[];
}

/** Stock servers take 120 reading calls a minute of one address, and say when they take the next. Source: wire protocol §1.8. */
const PATIENCE_SECONDS = 60;

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Speaks one dialect with a server, from the sign-in to the sign-out, and takes away what it wrote. */
export async function* runExchanges(target: Target, dialect: Spelling['dialect']): AsyncGenerator<Outcome> {
  const spelling = SPELLINGS[dialect];
  const known: Known = {
    username: target.username,
    password: target.password,
    marker: `kit${Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    token: null,
    refreshToken: null,
    captcha: null,
    facts: new Map(),
    written: [],
  };
  const first = await sayCaptcha(target, spelling, known);
  yield first;
  // Nobody is there: every further call would only say so again.
  if (first.verdict === 'differs' && first.reasons.some((reason) => reason.startsWith(NO_REPLY))) return;
  try {
    for (const exchange of [
      ...entrance(spelling),
      ...reading(spelling),
      ...writing(spelling),
      ...dataSafety(spelling),
      ...membership(spelling),
      ...generating(spelling),
    ])
      yield await tried(exchange, target, spelling, known);
  } finally {
    for (const left of known.written.toReversed()) await takeAway(left, target, spelling, known);
  }
  for (const one of known.written) yield leftBehind(one, dialect);
  for (const exchange of wayOut(spelling)) yield await tried(exchange, target, spelling, known);
}

async function tried(exchange: Exchange, target: Target, { dialect }: Spelling, known: Known): Promise<Outcome> {
  const outcome = { dialect, exchange, sent: '' };
  let call: Sent;
  try {
    call = exchange.call(known);
    if (!call.isAnonymous && known.token === null) throw new NotKnown('token');
  } catch (error) {
    if (!(error instanceof NotKnown)) throw error;
    return { ...outcome, verdict: 'not tried', reasons: [`an earlier reply did not tell: ${error.message}`] };
  }
  const sent = `${call.method} ${call.path.split('?', 1)[0] ?? ''}`;
  try {
    const reply = await send(call, target, known);
    const { reasons, data } = validateReply(typeof exchange.reply === 'function' ? exchange.reply(known) : exchange.reply, reply);
    if (reasons.length === 0) exchange.learn?.(data, known);
    return { ...outcome, sent, verdict: reasons.length === 0 ? 'fits' : 'differs', reasons };
  } catch (error) {
    return { ...outcome, sent, verdict: 'differs', reasons: [`${NO_REPLY}: ${reasonOf(error)}`] };
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);

/** A reading call that came too soon is sent once more when the server takes it. */
async function send(call: Sent, target: Target, known: Known): Promise<Reply> {
  const { reply, waitSeconds } = await sendOnce(call, target, known);
  if (call.method !== 'GET' || !(waitSeconds > 0 && waitSeconds <= PATIENCE_SECONDS)) return reply;
  await setTimeout(waitSeconds * 1000);
  return (await sendOnce(call, target, known)).reply;
}

async function sendOnce(
  { method, path, body, isAnonymous = false, memberToken }: Sent,
  { address }: Target,
  { token }: Known,
): Promise<{ readonly reply: Reply; readonly waitSeconds: number }> {
  const headers = new Headers({ server: 'true', 'think-lang': 'en', accept: 'application/json, text/plain, */*' });
  if (memberToken !== undefined) headers.set('ba-user-token', memberToken);
  else if (!isAnonymous && token !== null) headers.set('batoken', token);
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json');
  const response = await fetch(address + path, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  return {
    reply: { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() },
    waitSeconds: Number(response.headers.get('retry-after') ?? 0),
  };
}

/** Numbers may come as text: the family's servers are written in a language that does not mind. */
const number = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^-?\d+$/u)
    .transform(Number),
]);
const ENVELOPE = z.looseObject({ code: number, msg: z.string(), time: number, data: z.unknown() });

interface Verdict {
  readonly reasons: readonly string[];
  readonly data?: unknown;
}

/** What of a reply is not as it must be. */
export function validateReply(expected: Expected, { status, type, text }: Reply): Verdict {
  switch (expected.kind) {
    case 'status':
      return { reasons: status === expected.status ? [] : [`HTTP ${status} instead of ${expected.status}`] };
    case 'file':
      return {
        reasons:
          status === 200 && expected.type.test(type)
            ? []
            : [`HTTP ${status} with the type ${type || 'none'} instead of ${String(expected.type)}`],
      };
    case 'stream': {
      const isEnded = text.split('\n').some((line) => line.startsWith('data: ') && line.includes(`"data":"${expected.ends}"`));
      return {
        reasons:
          type.startsWith('text/event-stream') && isEnded
            ? []
            : [`the stream (${type || 'no type'}) says no ${expected.ends}: ${shortened(text)}`],
      };
    }
    case 'envelope':
      return validateEnvelope(expected, { status, type, text });
    default:
      return expected satisfies never;
  }
}

function validateEnvelope({ code, data: shape }: Extract<Expected, { kind: 'envelope' }>, { status, type, text }: Reply): Verdict {
  if (status !== 200) return { reasons: [`HTTP ${status} instead of 200: ${shortened(text)}`] };
  if (!/^application\/json\b/u.test(type))
    return { reasons: [`the type ${type || 'none'} instead of application/json: ${shortened(text)}`] };
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { reasons: [`no JSON: ${shortened(text)}`] };
  }
  const envelope = ENVELOPE.safeParse(body);
  if (!envelope.success) return { reasons: issuesOf(envelope.error, 'envelope') };
  const codes = [code].flat();
  if (!codes.includes(envelope.data.code))
    return { reasons: [`code ${envelope.data.code} instead of ${codes.join(' or ')}: ${envelope.data.msg}`] };
  if (!shape) return { reasons: [], data: envelope.data.data };
  const data = shape.safeParse(envelope.data.data);
  return data.success ? { reasons: [], data: envelope.data.data } : { reasons: issuesOf(data.error, 'data') };
}

/** The first few; rows of a list mostly miss the same. */
const ISSUES = 4;
const issuesOf = ({ issues }: z.ZodError, root: string): readonly string[] => [
  ...issues.slice(0, ISSUES).map(({ path, message }) => `${[root, ...path.map(String)].join('.')}: ${message}`),
  ...(issues.length > ISSUES ? [`and ${issues.length - ISSUES} more of the kind`] : []),
];

const shortened = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)} …` : text);

/** Whether the sign-in asks for a click captcha. A server with test controls tells where to click; any other keeps the kit out. */
async function sayCaptcha(target: Target, spelling: Spelling, known: Known): Promise<Outcome> {
  const exchange: Exchange = {
    title: 'the sign-in page says whether it asks for a captcha',
    source: '§2.3',
    call: () => ({ method: 'GET', path: `/admin/${spelling.controller('Index')}/login`, isAnonymous: true }),
    reply: { kind: 'envelope', code: 1, data: z.looseObject({ captcha: z.boolean() }) },
    learn: ({ captcha }: { readonly captcha: boolean }) => void known.facts.set('asksCaptcha', captcha),
  };
  const outcome = await tried(exchange, target, spelling, known);
  if (known.facts.get('asksCaptcha') === true) known.captcha = await solvedCaptcha(target, known);
  return outcome;
}

const ANSWER = z.looseObject({ points: z.array(z.looseObject({ x: z.number(), y: z.number() })), width: z.number(), height: z.number() });

async function solvedCaptcha(target: Target, known: Known): Promise<Known['captcha']> {
  const id = crypto.randomUUID();
  try {
    await send({ method: 'GET', path: `/api/common/clickCaptcha?id=${id}`, isAnonymous: true }, target, known);
    const reply = await send({ method: 'POST', path: '/test-controls/captcha-answer', body: { id }, isAnonymous: true }, target, known);
    const { points, width, height } = ANSWER.parse(JSON.parse(reply.text));
    return { id, info: `${points.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join('-')};${width};${height}` };
  } catch {
    return null;
  }
}

type Written = Known['written'][number];

/** What is left after a run that broke off; a deletion that was one of the exchanges has taken its record off the list. */
async function takeAway({ controller, id }: Written, target: Target, spelling: Spelling, known: Known): Promise<void> {
  const path = `/admin/${spelling.controller(controller)}/del?ids[]=${id}`;
  const reply = await send({ method: 'DELETE', path }, target, known).catch(() => null);
  if (reply && validateReply({ kind: 'envelope', code: 1 }, reply).reasons.length === 0)
    known.written.splice(
      known.written.findIndex((one) => one.id === id),
      1,
    );
}

const leftBehind = ({ controller, id }: Written, dialect: Spelling['dialect']): Outcome => ({
  dialect,
  exchange: { title: 'what the kit wrote is gone', source: '§4.7' },
  sent: '',
  verdict: 'differs',
  reasons: [`record ${id} of ${controller} is still there and has to be deleted by hand`],
});
