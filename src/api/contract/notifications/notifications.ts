import * as z from 'zod/mini';
import { NOTIFICATION_KINDS, NOTIFICATION_NAMES } from '#domain/notifications/notification';
import { endpoint, nothing } from '../base/endpoint.ts';
import { wireNumber } from '../table/resource-endpoints.ts';

/** What administrators are told. The protocol knows none of these calls. What is another person's is not found. */

const base = '/admin/Notification' as const;
const kind = z.enum(NOTIFICATION_KINDS);
/** At most a hundred at once. */
const ids = z.array(z.number().check(z.int(), z.gte(1))).check(z.minLength(1), z.maxLength(100));
const unread = z.object({ unread: z.number() });

export const listNotifications = endpoint({
  method: 'GET',
  path: `${base}/index`,
  audience: 'signedIn',
  input: z.object({ limit: z.optional(z.union([z.number(), z.string()])) }),
  output: z.object({
    /** Newest first, in the language of the call. */
    list: z.array(
      z.object({
        id: z.number(),
        kind,
        name: z.enum(NOTIFICATION_NAMES),
        title: z.string(),
        text: z.string(),
        /** What it is about; null where it is no section, or no single record. */
        resource: z.nullable(z.string()),
        record_id: z.nullable(z.number()),
        /** Unix seconds. */
        at: z.number(),
        is_read: z.boolean(),
      }),
    ),
    total: z.number(),
    unread: z.number(),
  }),
  success: 'silent',
  summary: 'What concerns the caller, the newest first.',
});

export const countNotifications = endpoint({
  method: 'GET',
  path: `${base}/unread`,
  audience: 'signedIn',
  input: nothing,
  output: unread,
  success: 'silent',
  summary: 'How much of what concerns the caller is unread.',
});

export const readNotifications = endpoint({
  method: 'POST',
  path: `${base}/read`,
  audience: 'signedIn',
  /** Without ids: all there are, up to the newest that was shown where that is told. */
  input: z.object({ ids: z.optional(ids), upTo: z.optional(z.object({ at: z.number().check(z.int()), id: z.number().check(z.int()) })) }),
  output: unread,
  success: 'silent',
  summary: 'Marks what concerns the caller as read.',
});

const way = z.object({ kind, in_app: z.boolean(), by_mail: z.boolean() });

export const readNotificationWays = endpoint({
  method: 'GET',
  path: `${base}/ways`,
  audience: 'signedIn',
  input: nothing,
  output: z.object({
    list: z.array(z.extend(way, { /** This kind cannot be turned off. */ is_fixed: z.boolean() })),
    /** Whether there is an address for mails. */
    has_email: z.boolean(),
  }),
  success: 'silent',
  summary: 'Of what the caller hears, and how.',
});

export const saveNotificationWay = endpoint({
  method: 'POST',
  path: `${base}/saveWay`,
  audience: 'signedIn',
  input: way,
  output: z.null(),
  success: 'silent',
  summary: 'Says how the caller hears of one kind of thing.',
});

const record = { resource: z.string().check(z.minLength(1), z.maxLength(100)), recordId: wireNumber };

export const readWatch = endpoint({
  method: 'GET',
  path: `${base}/watching`,
  audience: 'signedIn',
  input: z.object(record),
  output: z.object({ is_watched: z.boolean() }),
  success: 'silent',
  summary: 'Whether the caller watches a record.',
});

export const saveWatch = endpoint({
  method: 'POST',
  path: `${base}/watch`,
  audience: 'signedIn',
  input: z.object({ ...record, isWatched: z.boolean() }),
  output: z.object({ is_watched: z.boolean() }),
  success: 'silent',
  summary: 'Watches a record that the caller may see, or watches it no more.',
});
