import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';

/** What administrators see and change of their own account: everybody's, whatever their groups may do. Source: wire protocol §5.11. */

const text = z._default(z.nullish(z.string()), '');
const word = z.optional(z.nullable(z.string()));

export const readOwnProfile = endpoint({
  method: 'GET',
  path: '/admin/routine.AdminInfo/index',
  audience: 'signedIn',
  input: nothing,
  output: z.object({
    info: z.object({
      id: z.number(),
      username: z.string(),
      nickname: text,
      avatar: text,
      email: text,
      mobile: text,
      motto: text,
      /** The picture that was chosen; `avatar` may stand in for one. Stock servers do not say. */
      own_avatar: z.optional(z.string()),
      last_login_time: text,
      token: text,
      refresh_token: text,
    }),
    /** The newest entries of the own log; stock servers want them asked for separately. */
    log: z._default(z.array(z.object({ id: z.number(), title: z.string(), ip: text, create_time: z.number() })), []),
  }),
  success: 'silent',
  summary: "The caller's own account and the last things they did.",
});

/** An avatar comes alone: with one, nothing else of the body counts; an empty one that comes alone is taken away. A new password wants the old one beside it. */
export const saveOwnProfile = endpoint({
  method: 'POST',
  path: '/admin/routine.AdminInfo/edit',
  audience: 'signedIn',
  input: z.object({ avatar: word, nickname: word, email: word, mobile: word, motto: word, password: word, oldPassword: word }),
  output: z.null(),
  success: 'announced',
  summary: "Changes the caller's own account; a new password ends their other sessions.",
});

/** With the number of the message that the old address got; whoever reads that message needs no session. */
export const undoOwnAddress = endpoint({
  method: 'POST',
  path: '/admin/Index/undoAddress',
  audience: 'anyone',
  input: z.object({ number: z.string() }),
  output: z.null(),
  success: 'announced',
  summary:
    "Takes a change of an administrator's own email address back within 72 hours, ends all sessions of the account, and voids what was set since.",
});
