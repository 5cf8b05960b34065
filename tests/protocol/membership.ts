import * as z from 'zod';
import { accepted, fact, idOf, NotKnown, refused, type Exchange, type Known, type Sent } from './exchange.ts';
import { row, rowsOf } from './shapes.ts';
import type { Spelling } from './spelling.ts';

const PASSWORD = 'Kit-verification-7';
const text = z.string();
/** To a route. Source: wire protocol §1.2. */
const LED = 302;

const tokenOf = (known: Known): string => String(fact(known, 'memberToken'));

const signIn = (known: Known, password: string): Sent => {
  if (fact(known, 'memberCaptcha') === true) throw new NotKnown('captcha');
  const body = { tab: 'login', username: known.marker, password, keep: true, captchaId: '', captchaInfo: '' };
  return { method: 'POST', path: '/api/user/checkIn', body, isAnonymous: true };
};

const own = (title: string, action: string, data: z.ZodType): Exchange => ({
  title,
  source: '§2.10',
  call: (known) => ({ method: 'GET', path: `/api/account/${action}`, memberToken: tokenOf(known) }),
  reply: accepted(data),
});

const posted = (title: string, action: string, body: (known: Known) => Record<string, unknown>, reply: Exchange['reply']): Exchange => ({
  title,
  source: '§2.10',
  call: (known) => ({ method: 'POST', path: `/api/account/${action}`, body: body(known), memberToken: tokenOf(known) }),
  reply,
});

/** A member of the run signs in, reads what is theirs, changes it, stays and leaves. Source: wire protocol §2.6, §2.10, §3.3. */
export function membership(spelling: Spelling): readonly Exchange[] {
  const { dialect, refreshToken, createTime } = spelling;
  const at = `/admin/${spelling.controller('user.User')}`;
  const account = { id: z.number(), username: text, nickname: text, avatar: text, money: text, score: z.number() };
  const logged = { id: z.number(), user_id: z.number(), memo: text, [createTime]: z.number() };
  const renewed = (count: string): Exchange => ({
    title: `a member's session is renewed ${count} with the refresh token of the sign-in`,
    source: '§2.5',
    call: (known) => ({
      method: 'POST',
      path: '/api/common/refreshToken',
      body: { [refreshToken.sent]: fact(known, 'memberRefreshToken') },
      memberToken: tokenOf(known),
    }),
    reply: accepted(z.looseObject({ type: z.literal('user-refresh'), token: text.min(1) })),
    learn: ({ token }, known) => void known.facts.set('memberToken', token),
  });
  return [
    {
      title: "the members' sign-in says which ways it has",
      source: '§2.6',
      call: () => ({ method: 'GET', path: '/api/user/checkIn', isAnonymous: true }),
      reply: accepted(
        z.looseObject({
          accountVerificationType: z.array(z.enum(['email', 'mobile'])),
          ...(dialect === 'v2' && { userLoginCaptchaSwitch: z.boolean() }),
        }),
      ),
      // Servers of the older dialect have no switch, and always ask.
      learn: ({ userLoginCaptchaSwitch = true }, known) => void known.facts.set('memberCaptcha', userLoginCaptchaSwitch),
    },
    {
      title: 'a member is added',
      source: '§5.7',
      call: ({ marker }) => ({
        method: 'POST',
        path: `${at}/add`,
        body: {
          username: marker,
          nickname: marker,
          group_id: 1,
          avatar: '',
          email: `${marker}@example.com`,
          mobile: '',
          gender: 0,
          password: PASSWORD,
          motto: '',
          status: 'enable',
        },
      }),
      reply: accepted(),
    },
    {
      title: 'the member is found',
      source: '§4.1',
      call: ({ marker }) => ({ method: 'GET', path: `${at}/index?${spelling.quickSearch}=${marker}` }),
      reply: accepted(z.looseObject({ list: z.array(rowsOf(spelling).member).length(1) })),
      learn: ({ list: [one] }, known) => {
        known.facts.set('member', one.id);
        known.written.push({ controller: 'user.User', id: one.id });
      },
    },
    {
      title: 'a member is refused with a wrong password',
      source: '§2.6',
      call: (known) => signIn(known, `${PASSWORD}7`),
      reply: refused,
    },
    {
      title: 'a member signs in, and is told who they are',
      source: '§2.6',
      call: (known) => signIn(known, PASSWORD),
      reply: accepted(
        z.looseObject({
          routePath: z.literal('/user'),
          userInfo: z.looseObject({ ...account, token: text.min(1), [refreshToken.told]: text.min(1) }),
        }),
      ),
      learn: ({ userInfo }, known) => {
        known.facts.set('memberToken', userInfo.token);
        known.facts.set('memberRefreshToken', userInfo[refreshToken.told]);
      },
    },
    {
      title: "a member's token stores no file at the administrators' address",
      source: '§6.1',
      call: (known) => {
        const body = new FormData();
        body.append('file', new Blob([known.marker], { type: 'text/plain' }), `${known.marker}.txt`);
        return { method: 'POST', path: '/admin/ajax/upload?uuid=_8', body, isAnonymous: true, memberToken: tokenOf(known) };
      },
      reply: { kind: 'envelope', code: [LED, 303] },
    },
    {
      title: 'the member centre starts with the member and the menu',
      source: '§3.3',
      call: (known) => ({ method: 'GET', path: dialect === 'v2' ? '/api/index/index' : '/api/user/index', memberToken: tokenOf(known) }),
      reply: accepted(z.looseObject({ userInfo: z.looseObject(account), menus: z.array(row({ name: text, type: text })).nonempty() })),
    },
    own(
      'the overview has seven days of points and money',
      'overview',
      z.looseObject({
        days: z.array(z.iso.date()).length(7),
        score: z.array(z.union([z.number(), text])).length(7),
        money: z.array(z.union([z.number(), text])).length(7),
      }),
    ),
    own('the profile says what can be verified', 'profile', z.looseObject({ accountVerificationType: z.array(text) })),
    posted(
      'the profile is changed',
      'profile',
      (known) => ({
        id: idOf(known, 'member'),
        avatar: '',
        username: known.marker,
        nickname: 'Kit',
        gender: 1,
        birthday: '2001-02-03',
        motto: '',
      }),
      accepted(),
    ),
    posted(
      'a nickname with signs in it is refused',
      'profile',
      (known) => ({ id: idOf(known, 'member'), avatar: '', username: known.marker, nickname: 'Kit!', gender: 1, motto: '' }),
      refused,
    ),
    posted(
      'a password is not changed without the old one',
      'changePassword',
      () => ({ oldPassword: 'wrong-7', newPassword: PASSWORD }),
      refused,
    ),
    own(
      'the balance is told page by page',
      'balance?page=1&limit=10',
      z.looseObject({ list: z.array(row({ ...logged, money: text, before: text, after: text })), total: z.number() }),
    ),
    own(
      'the points are told page by page',
      'integral?page=1&limit=10',
      z.looseObject({ list: z.array(row({ ...logged, score: z.number(), before: z.number(), after: z.number() })), total: z.number() }),
    ),
    renewed('once'),
    renewed('again'),
    renewed('a third time'),
    own("the member's renewed token is good for calls", 'profile', z.looseObject({})),
    {
      title: 'signing a member out is accepted',
      source: '§2.6',
      call: (known) => ({
        method: 'POST',
        path: '/api/user/logout',
        body: { [refreshToken.sent]: fact(known, 'memberRefreshToken') },
        memberToken: tokenOf(known),
      }),
      reply: accepted(),
    },
    {
      title: 'the token of a member who has left leads to the sign-in',
      source: '§2.2',
      call: (known) => ({ method: 'GET', path: '/api/account/overview', memberToken: tokenOf(known) }),
      // Nothing in a member's calls tells the dialects apart, and clients of the newer one follow a path as well.
      reply: {
        kind: 'envelope',
        code: dialect === 'v1' ? LED : [LED, 303],
        data: z.union([z.looseObject({ routePath: z.literal('/user/login') }), z.looseObject({ type: z.literal('need login') })]),
      },
    },
    {
      title: 'a member is deleted',
      source: '§4.7',
      call: (known) => ({ method: 'DELETE', path: `${at}/del?ids[]=${idOf(known, 'member')}` }),
      reply: accepted(),
      learn: (_, known) =>
        void known.written.splice(0, known.written.length, ...known.written.filter(({ controller }) => controller !== 'user.User')),
    },
  ];
}
