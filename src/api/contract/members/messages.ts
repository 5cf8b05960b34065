import * as z from 'zod/mini';
import { MESSAGE_KINDS } from '#domain/members/message-kinds';
import { endpoint, nothing } from '../base/endpoint.ts';

/** What a member is told. The protocol knows none of these calls. Ids of messages that are not the member's own are not found. */

const kind = z.enum(MESSAGE_KINDS);
const number = z.optional(z.union([z.number(), z.string()]));
/** At most a hundred at once. */
const ids = z.array(z.number().check(z.int(), z.gte(1))).check(z.minLength(1), z.maxLength(100));

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/account/messages',
  audience: 'signedIn',
  input: z.object({ page: number, limit: number }),
  output: z.object({
    /** Newest first, in the language of the call. */
    list: z.array(
      z.object({
        id: z.number(),
        kind,
        title: z.string(),
        text: z.string(),
        /** What to do about it; may be empty. */
        advice: z.string(),
        /** Unix seconds; `read_time` is null before it was read. */
        create_time: z.number(),
        read_time: z.nullable(z.number()),
      }),
    ),
    total: z.number(),
    unread: z.number(),
  }),
  success: 'silent',
  summary: 'Messages to the member.',
});

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/account/unread',
  audience: 'signedIn',
  input: nothing,
  /** Of messages and of notices. And when the account ends, where its member wants that. */
  output: z.object({ unread: z.number(), notices: z._default(z.number(), 0), deletion_due: z.optional(z.number()) }),
  success: 'silent',
  summary: 'How many messages and notices the member has not read, and whether the account is to end.',
});

export const readMessages = endpoint({
  method: 'POST',
  path: '/api/account/readMessages',
  audience: 'signedIn',
  /** Without ids: all there are. */
  input: z.object({ ids: z.optional(ids) }),
  output: z.object({ unread: z.number() }),
  success: 'silent',
  summary: 'Marks messages as read.',
});

export const removeMessages = endpoint({
  method: 'POST',
  path: '/api/account/removeMessages',
  audience: 'signedIn',
  input: z.object({ ids }),
  output: z.object({ unread: z.number() }),
  success: 'silent',
  summary: 'Deletes messages for good.',
});

const preference = z.object({ kind, by_mail: z.boolean(), in_app: z.boolean() });

export const readPreferences = endpoint({
  method: 'GET',
  path: '/api/account/preferences',
  audience: 'signedIn',
  input: nothing,
  output: z.object({
    list: z.array(z.extend(preference, { /** Messages of this kind cannot be turned off. */ is_fixed: z.boolean() })),
    /** Whether there is an address for mails. */
    has_email: z.boolean(),
  }),
  success: 'silent',
  summary: 'Of what the member hears, and how.',
});

export const savePreference = endpoint({
  method: 'POST',
  path: '/api/account/savePreference',
  audience: 'signedIn',
  /** A way that is not named stays as it is. */
  input: z.object({ kind, by_mail: z.optional(z.boolean()), in_app: z.optional(z.boolean()) }),
  output: z.null(),
  success: 'silent',
  summary: 'Says how the member hears of one kind of thing.',
});
