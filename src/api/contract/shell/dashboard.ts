import * as z from 'zod/mini';
import { MAX_FAVOURITES, MAX_PAGE_NAME_LENGTH, WIDGETS } from '#domain/shell/dashboard-layout';
import { CHANGE_ACTIONS } from '#domain/changes/change';
import { endpoint, nothing } from '../base/endpoint.ts';

/**
 * The figures of the first page. A part is null where the caller may not see the section it comes from.
 * Source: wire protocol §5.2; the figures are ours.
 */
const goods = z.object({
  on: z.number(),
  /** With 1 to so many pieces left, goods on sale run low. */
  low_limit: z.number(),
  /** Goods that were added on each of the last fourteen days in the site's time, today last, and in the fourteen before. */
  days: z.array(z.number()),
  days_before: z.number(),
  /** The categories with most goods; the largest first. */
  categories: z.array(z.object({ id: z.number(), name: z.string(), name_en: z.string(), count: z.number() })),
});

const members = z.object({
  total: z.number(),
  /** Who joined on each of the last fourteen days, today last, and in the fourteen before. */
  days: z.array(z.number()),
  days_before: z.number(),
});

const person = z.object({ id: z.number(), name: z.string(), at: z.number() });

/** What waits for somebody, and is counted by the list that it leads to. */
export const WAITING_KINDS = [
  'goodsSoldOut',
  'goodsLow',
  'goodsDraft',
  'mailFailed',
  'reportsNew',
  'feedbackOpen',
  'tokensEnding',
] as const;

const layout = z.object({
  order: z.array(z.string().check(z.maxLength(50))).check(z.maxLength(WIDGETS.length)),
  hidden: z.array(z.string().check(z.maxLength(50))).check(z.maxLength(WIDGETS.length)),
  favourites: z.array(z.string().check(z.minLength(1), z.maxLength(MAX_PAGE_NAME_LENGTH))).check(z.maxLength(MAX_FAVOURITES)),
});

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
    /** Answers of the chat on each of the last fourteen days, today last, and in the fourteen before. */
    answers: z._default(z.nullable(z.object({ days: z.array(z.number()), days_before: z.number() })), null),
    /** What there is to do, of the lists that the caller may open; nothing that is at zero. `period` as its list searches for it. */
    waiting: z._default(
      z.nullable(z.array(z.object({ kind: z.enum(WAITING_KINDS), count: z.number(), period: z.optional(z.string()) }))),
      null,
    ),
    /** Who signed in last. */
    sign_ins: z._default(z.nullable(z.object({ members: z.array(person), admins: z.nullable(z.array(person)) })), null),
    /** Changes of records the caller may see, day by day in the site's time, today last. */
    changes: z._default(
      z.nullable(z.array(z.object({ day: z.string(), created: z.number(), changed: z.number(), deleted: z.number() }))),
      null,
    ),
    /** How many there were in the fourteen days before. */
    changes_before: z._default(z.number(), 0),
    /** The last writes that the caller may see; null without the right to the timeline. */
    recent: z._default(
      z.nullable(
        z.array(
          z.object({
            id: z.number(),
            at: z.number(),
            actor_name: z.string(),
            resource: z.string(),
            title: z.string(),
            /** Whom a record is about that is called by a number; empty for others. */
            subject: z._default(z.string(), ''),
            records: z.number(),
            action: z.nullable(z.enum(CHANGE_ACTIONS)),
          }),
        ),
      ),
      null,
    ),
    /** What the caller did last, the newest first. */
    actions: z._default(z.nullable(z.array(z.object({ id: z.number(), title: z.string(), at: z.number() }))), null),
    /** As the caller has arranged the page; null as long as they have not. */
    layout: z._default(z.nullable(layout), null),
  }),
  success: 'silent',
  summary: 'The figures of the first page, as far as the caller may see them.',
});

export const saveDashboard = endpoint({
  method: 'POST',
  path: '/admin/ajax/saveDashboard',
  audience: 'signedIn',
  input: layout,
  output: z.null(),
  success: 'silent',
  summary: 'Keeps how the caller has arranged the first page.',
});
