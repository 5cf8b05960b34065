import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';

/**
 * The figures of the first page. A part is null where the caller may not see the section it comes from.
 * Source: wire protocol §5.2; the figures are ours.
 */
const goods = z.object({
  draft: z.number(),
  on: z.number(),
  off: z.number(),
  /** On sale, with 1 to `low_limit` pieces left. */
  low: z.number(),
  low_limit: z.number(),
  /** With no piece left, in whatever state. */
  sold_out: z.number(),
  /** The categories with most goods; the largest first. */
  categories: z.array(z.object({ id: z.number(), name: z.string(), name_en: z.string(), count: z.number() })),
});

const members = z.object({
  total: z.number(),
  /** Since the beginning of the first of the last seven days, which is `since` in the site's time. */
  joined: z.number(),
  since: z.string(),
});

const person = z.object({ id: z.number(), name: z.string(), at: z.number() });

export const readDashboard = endpoint({
  method: 'GET',
  path: '/admin/Dashboard/index',
  audience: 'permitted',
  input: nothing,
  output: z.object({
    remark: z.string(),
    // A stock server has nothing but the remark: what it does not tell is null too.
    goods: z._default(z.nullable(goods), null),
    members: z._default(z.nullable(members), null),
    /** Who signed in last. */
    sign_ins: z._default(z.nullable(z.object({ members: z.array(person), admins: z.nullable(z.array(person)) })), null),
    /** Changes of records the caller may see, day by day in the site's time, today last. */
    changes: z._default(
      z.nullable(z.array(z.object({ day: z.string(), created: z.number(), changed: z.number(), deleted: z.number() }))),
      null,
    ),
    /** What the caller did last, the newest first. */
    actions: z._default(z.nullable(z.array(z.object({ id: z.number(), title: z.string(), at: z.number() }))), null),
  }),
  success: 'silent',
  summary: 'The figures of the first page, as far as the caller may see them.',
});
