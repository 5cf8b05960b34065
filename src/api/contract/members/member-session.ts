import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';
import { leavingFrom, ledOn, login } from '../session/session.ts';
import { memberInfo, memberRuleShape } from '../session/member-info.ts';

/**
 * Members coming in and going out. Renewal is `refreshToken` of `session.ts`, which answers `user-refresh` to members' tokens; the site,
 * menus and rules come with `frontInit` there. While the member centre is closed, `readCheckIn` and `checkIn` are refused with code 0.
 * Source: wire protocol §2.5, §2.6, §3.3.
 */

export const CHANNELS = ['email', 'mobile'] as const;

const word = z.optional(z.nullable(z.string()));

/** Whoever is signed in already is led to `/user` by the code of their dialect. */
export const readCheckIn = endpoint({
  method: 'GET',
  path: '/api/user/checkIn',
  audience: 'anyone',
  input: nothing,
  output: z.object({
    /** Whether signing in needs the click captcha: by the settings, or after wrong passwords from this address. */
    userLoginCaptchaSwitch: z._default(z.boolean(), true),
    /** The channels by which a code can be had now. */
    accountVerificationType: z._default(z.array(z.enum(CHANNELS)), []),
    /** Of ours: which way the codes of each channel take. In the outbox, an administrator passes them on. */
    delivery: z._default(z.record(z.string(), z.enum(['mail', 'sms', 'outbox'])), {}),
    /** Of ours: whether new members may join by themselves. */
    registration: z._default(z.enum(['open', 'closed']), 'open'),
    /** Of ours: published pages of the site that whoever registers agrees to, in the reader's language. */
    agreements: z._default(z.array(z.object({ path: z.string(), title: z.string() })), []),
  }),
  success: 'silent',
  summary: 'What the forms of sign-in and registration need to know.',
});

/**
 * Signs in (`tab` is `login`) or registers (`register`) and begins a session. Refusals stand at the fields of the input, such as `username`,
 * `captcha` (the code that was sent), `captchaInfo`, and as for administrators `factorCode`, where a code of the second factor is awaited.
 */
export const checkIn = endpoint({
  method: 'POST',
  path: '/api/user/checkIn',
  audience: 'anyone',
  input: z.object({
    tab: z.optional(z.string()),
    /** At the sign-in a mobile number, an e-mail address or an account name. */
    username: z._default(z.nullish(z.string()), ''),
    password: z._default(z.nullish(z.string()), ''),
    /** Of the sign-in: whether a refresh token is wanted. A registration begins a session without one. */
    keep: login.input.shape.keep,
    captchaId: z.optional(z.string()),
    captchaInfo: z.optional(z.string()),
    factorCode: z.optional(z.nullable(z.string())),
    /** Of the registration: which address the code was sent to, that address, and the code of the purpose `user_register`. */
    registerType: word,
    email: word,
    mobile: word,
    captcha: word,
  }),
  output: z.object({ userInfo: memberInfo, routePath: z._default(z.string(), '/user') }),
  success: 'announced',
  summary: 'Signs a member in, or registers a new one, and answers the tokens.',
});

/**
 * Of ours: signs in with a code of the purpose `user_login` in the place of the password. Refusals stand at the fields of the input; that at
 * `factorCode` says that the code was right, stays good, and has to come once more beside a code of the second factor.
 */
export const signInByCode = endpoint({
  method: 'POST',
  path: '/api/user/signInByCode',
  audience: 'anyone',
  input: z.object({
    /** Which address the code was sent to, that address, and the code. */
    type: word,
    account: word,
    captcha: word,
    keep: login.input.shape.keep,
    factorCode: word,
  }),
  output: checkIn.output,
  success: 'announced',
  summary: 'Signs a member in with a code that was sent to an address of the account.',
});

export const logoutMember = endpoint({
  method: 'POST',
  path: '/api/user/logout',
  audience: 'anyone',
  // Whatever stands there instead of a token, signing out succeeds.
  input: z.object({ refreshToken: z.optional(z.unknown()), origin: leavingFrom }),
  output: ledOn,
  success: 'silent',
  summary: "Ends the session of the member's token in the header.",
});

/** The older dialect's start of the member centre; ours takes `frontInit` with `requiredLogin: 1`. */
export const readMemberStart = endpoint({
  method: 'GET',
  path: '/api/user/index',
  audience: 'signedIn',
  input: nothing,
  output: z.object({ userInfo: memberInfo, menus: z.array(memberRuleShape) }),
  success: 'silent',
  summary: 'Who is signed in as a member, and the menus of the member centre.',
});
