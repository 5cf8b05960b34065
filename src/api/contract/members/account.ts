import * as z from 'zod/mini';
import { EXPORT_FORMATS } from '#domain/table/export-columns';
import { endpoint, fileOutput, nothing } from '../base/endpoint.ts';
import { memberInfo } from '../session/member-info.ts';
import { CHANNELS } from './member-session.ts';

/** What members read and change of their own account; ids that are sent along choose nobody else's. Source: wire protocol §2.10. */

const word = z.optional(z.nullable(z.string()));
const number = z.union([z.number(), z.string()]);

export const readOverview = endpoint({
  method: 'GET',
  path: '/api/account/overview',
  audience: 'permitted',
  input: nothing,
  output: z.object({
    /** Seven days of the site's clock with today, oldest first, `YYYY-MM-DD`. */
    days: z.array(z.string()),
    /** What each day added to the score. */
    score: z.array(number),
    /** And to the balance, with two decimals; other servers write 0 for a day with none. */
    money: z.array(number),
  }),
  success: 'silent',
  summary: "What the last seven days added to the member's score and balance.",
});

export const readMemberProfile = endpoint({
  method: 'GET',
  path: '/api/account/profile',
  audience: 'permitted',
  input: nothing,
  output: z.object({
    accountVerificationType: z._default(z.array(z.enum(CHANNELS)), []),
    /** Of ours: the account as it is now, and its version, which a save may carry. Stock servers fill the form from the session. */
    info: z.optional(z.extend(memberInfo, { version: z.number() })),
  }),
  success: 'silent',
  summary: "The member's own account.",
});

/**
 * Keys that are left out stay as they are. Without `version`, as stock clients save, a birthday that is left out is cleared. With a `version`
 * that is no longer the newest the reply is a conflict with the newest `info` as its row.
 */
export const saveMemberProfile = endpoint({
  method: 'POST',
  path: '/api/account/profile',
  audience: 'permitted',
  input: z.object({
    avatar: word,
    username: word,
    nickname: word,
    gender: z.optional(z.nullable(number)),
    birthday: word,
    motto: word,
    version: z.optional(z.nullable(number)),
  }),
  output: z.null(),
  success: 'announced',
  summary: "Changes the member's own account.",
});

/** The code is the one sent to the account's own address for `user_email_verify` or `user_mobile_verify`. */
export const verifyAddress = endpoint({
  method: 'POST',
  path: '/api/account/verification',
  audience: 'signedIn',
  input: z.object({ type: word, captcha: word }),
  output: z.object({
    type: z.enum(CHANNELS),
    /** Lets `changeBind` through once, for ten minutes. */
    accountVerificationToken: z.string(),
  }),
  success: 'silent',
  summary: 'Proves that the member reads the address of the account.',
});

/**
 * `captcha` is the code sent to the new address for `user_change_email` or `user_change_mobile`. Where the account has an address of that type,
 * `accountVerificationToken` is asked for, otherwise `password`. The old address is told, and can take it back for 72 hours; other sessions end.
 */
export const changeBind = endpoint({
  method: 'POST',
  path: '/api/account/changeBind',
  audience: 'signedIn',
  input: z.object({ type: word, captcha: word, email: word, mobile: word, accountVerificationToken: word, password: word }),
  output: z.null(),
  success: 'announced',
  summary: "Changes the member's e-mail address or mobile number.",
});

/** All sessions end, the one that asks as well: the client signs in again with the new password. */
export const changeMemberPassword = endpoint({
  method: 'POST',
  path: '/api/account/changePassword',
  audience: 'permitted',
  input: z.object({ oldPassword: word, newPassword: word }),
  output: z.null(),
  success: 'announced',
  summary: "Changes the member's password and ends all their sessions.",
});

/** For a code of `user_retrieve_pwd`. An unknown account is answered like a wrong code. All sessions of the account end. */
export const retrievePassword = endpoint({
  method: 'POST',
  path: '/api/account/retrievePassword',
  audience: 'anyone',
  input: z.object({ type: word, account: word, captcha: word, password: word }),
  output: z.null(),
  success: 'announced',
  summary: 'Sets a new password for whoever reads the address of the account.',
});

/** Days of the site's clock, `YYYY-MM-DD`, both included. `sign` leaves entries that add (`plus`) or take (`minus`). */
const entriesWanted = {
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  /** What kind of deed the entry is for: the `kind` of rows. */
  kind: z.optional(z.string()),
  sign: z.optional(z.string()),
};

const entry = {
  id: z.number(),
  user_id: z.number(),
  memo: z._default(z.string(), ''),
  /** Unix seconds. */
  create_time: z.number(),
  /** Of ours: what kind of deed it was for, such as `adjustment`. */
  kind: z.optional(z.string()),
};

/** Newest first, 15 a page unless `limit` (1–100) says otherwise. */
const page = z.object({ page: z.optional(number), limit: z.optional(number), ...entriesWanted });

export const readBalance = endpoint({
  method: 'GET',
  path: '/api/account/balance',
  audience: 'permitted',
  input: page,
  output: z.object({
    /** The three amounts are texts with two decimals. */
    list: z.array(z.object({ ...entry, money: z.string(), before: z.string(), after: z.string() })),
    total: z.number(),
  }),
  success: 'silent',
  summary: "The entries of the member's balance.",
});

export const readIntegral = endpoint({
  method: 'GET',
  path: '/api/account/integral',
  audience: 'permitted',
  input: page,
  output: z.object({
    list: z.array(z.object({ ...entry, score: z.number(), before: z.number(), after: z.number() })),
    total: z.number(),
    /** Of ours: what the site says of earning and spending points, in the reader's language. */
    rules: z.optional(z.string()),
  }),
  success: 'silent',
  summary: "The entries of the member's score.",
});

/** Of ours: what a list finds, all pages of it. Its right is that of the list. */
const exportOf = (path: '/api/account/exportBalance' | '/api/account/exportIntegral', right: 'balance' | 'integral') =>
  endpoint({
    method: 'GET',
    path,
    audience: 'permitted',
    right,
    input: z.object({ ...entriesWanted, format: z.enum(EXPORT_FORMATS) }),
    output: fileOutput,
    reply: 'file',
    success: 'silent',
    summary: `What the list ${right} finds, all pages of it, as a CSV or XLSX file.`,
  });
export const exportBalance = exportOf('/api/account/exportBalance', 'balance');
export const exportIntegral = exportOf('/api/account/exportIntegral', 'integral');

export const readSummary = endpoint({
  method: 'GET',
  path: '/api/account/summary',
  audience: 'permitted',
  right: 'overview',
  input: nothing,
  output: z.object({
    /** Thirty days with today, as in `overview`. */
    days: z.array(z.string()),
    score: z.array(z.number()),
    money: z.array(z.string()),
    /** As they are now. */
    balance: z.string(),
    points: z.number(),
    group: z.string(),
    /** What keeps the account safe, and what does not yet. When the password was set last, in Unix seconds. */
    password_time: z.nullable(z.number()),
    has_email: z.boolean(),
    has_mobile: z.boolean(),
    has_factor: z.boolean(),
    /** The daily check-in: what it is worth, whether today's is done, and how many days in a row there are by now. Null where there is none. */
    daily: z._default(z.nullable(z.object({ score: z.number(), is_done: z.boolean(), streak: z.number() })), null),
    /** The sign-in before this one, in Unix seconds; null where none is on record. */
    previous: z._default(z.nullable(z.object({ time: z.number(), ip: z.string() })), null),
  }),
  success: 'silent',
  summary: "What the last thirty days did to the member's score and balance, and how safe the account is.",
});

export const checkInToday = endpoint({
  method: 'POST',
  path: '/api/account/dailyCheckIn',
  audience: 'permitted',
  right: 'overview',
  input: nothing,
  /** `is_new` is false where this day of the site's clock had been booked before; nothing was added then. */
  output: z.object({ score: z.number(), streak: z.number(), is_new: z.boolean() }),
  success: 'silent',
  summary: 'Books the points of the daily check-in, once a day.',
});
