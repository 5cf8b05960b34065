import * as z from 'zod/mini';
import type { Life } from '#domain/life/life';
import { MAX_BULK_ROWS } from '#domain/table/bulk';
import type { Resource } from '#domain/table/resource';
import { canonicalRow } from '../base/dialect.ts';
import { endpoint } from '../base/endpoint.ts';
import { listQuery, wireIds, wireNumber } from './resource-endpoints.ts';

const MAX_COMMENT = 1000;

const reason = z.object({
  /** Wire name; null where the record as a whole is refused. */
  field: z.nullable(z.string()),
  message: z.string(),
});

const offer = z.object({
  event: z.string(),
  label: z.string(),
  /** States that it may lead to. */
  to: z.array(z.string()),
  asks: z.object({ comment: z.nullable(z.enum(['optional', 'required'])), fields: z.array(z.string()) }),
  /** Days in which another person has to approve it; null where nobody has to. */
  second: z.nullable(z.number()),
  /** Why it would be refused; none where it would not. */
  unmet: z.array(reason),
});

const step = z.object({
  id: z.number(),
  kind: z.enum(['found', 'created', 'event', 'placed', 'migrated', 'undone', 'restored', 'removed']),
  event: z.nullable(z.string()),
  label: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  by: z.string(),
  /** Who approved it; empty where nobody had to. */
  second: z.string(),
  comment: z.string(),
  /** Titles of mails that left with it, where any did. */
  mailed: z.optional(z.array(z.string())),
  /** Unix seconds. */
  at: z.number(),
});

const chart = z.object({
  initial: z.string(),
  states: z.array(z.object({ name: z.string(), label: z.string(), isFinal: z.boolean() })),
  /** Each leads to another state, or back to its own. */
  ways: z.array(z.object({ from: z.string(), to: z.string(), name: z.string(), label: z.string(), isTime: z.boolean() })),
});

type Lived = Pick<Resource, 'controller' | 'name'>;

const row = z.record(z.string(), z.unknown());

/** Where a record stands and what may be done next. */
const stand = { id: z.number(), state: z.string(), version: z.nullable(z.number()), offers: z.array(offer) };

/**
 * What may be done next with records, and why not: asked for when somebody wants to know, so that lists cost what they did. Without ids: what
 * adding a record may carry, told as of a record with the number 0 in the first state.
 */
export const offersEndpoint = ({ controller, name }: Lived) =>
  endpoint({
    method: 'GET',
    path: `/admin/${controller}/offers`,
    audience: 'permitted',
    right: 'index',
    input: z.object({ ids: z._default(z.pipe(wireIds, z.array(z.number()).check(z.maxLength(MAX_BULK_ROWS))), []) }),
    output: z.object({ records: z.array(z.object(stand)) }),
    success: 'silent',
    summary: `The states of records of ${name}, what may be done next with each, and why not; without ids, what adding a record may carry.`,
  });

/** The records of a list by their states. `after` asks for more of one state: those behind so many that are shown. */
export const boardEndpoint = ({ controller, name }: Lived) =>
  endpoint({
    method: 'GET',
    path: `/admin/${controller}/board`,
    audience: 'permitted',
    right: 'index',
    input: z.extend(listQuery, { state: z.optional(z.string().check(z.maxLength(30))), after: z._default(wireNumber, 0) }),
    output: z.object({
      columns: z.array(
        z.object({
          state: z.string(),
          label: z.string(),
          isFinal: z.boolean(),
          total: z.number(),
          cards: z.array(z.object({ ...stand, row, since: z.nullable(z.number()) })),
        }),
      ),
    }),
    success: 'silent',
    summary: `The records of a list of ${name} by their states: how many, the first fifty of each, and what may be done next with them.`,
  });

/** What leads a record from one state to another. Fields that the event asks for stand beside the ids, by wire name. */
export const eventEndpoint = ({ controller, name }: Lived, event: string, { right }: Pick<Life['events'][string], 'right'>) =>
  endpoint({
    method: 'POST',
    path: `/admin/${controller}/${event}`,
    audience: 'permitted',
    ...(right === 'edit' && { right: 'edit' }),
    texts: 'byField',
    input: z.pipe(
      z.catchall(
        z.object({
          ids: z.pipe(wireIds, z.array(z.number()).check(z.minLength(1), z.maxLength(MAX_BULK_ROWS))),
          version: z.optional(wireNumber),
          comment: z.optional(z.string().check(z.maxLength(MAX_COMMENT))),
        }),
        z.unknown(),
      ),
      z.transform(canonicalRow),
    ),
    output: z.object({
      count: z.number(),
      change: z.optional(z.number()),
      /** Where another person has to approve it: the first of the requests. Nothing has changed yet. */
      request: z.optional(z.number()),
    }),
    success: 'announced',
    idempotent: true,
    summary: `Sends “${event}” to records of ${name}, all of them or none; refusals stand by id.`,
  });

/** Puts records into a state past the chart, by a right of its own: nothing is asked of them, and nothing else is done. */
export const placeEndpoint = ({ controller, name }: Lived) =>
  endpoint({
    method: 'POST',
    path: `/admin/${controller}/place`,
    audience: 'permitted',
    input: z.object({
      ids: z.pipe(wireIds, z.array(z.number()).check(z.minLength(1), z.maxLength(MAX_BULK_ROWS))),
      state: z.string().check(z.minLength(1), z.maxLength(30)),
      /** Why; blank is refused. */
      comment: z.string().check(z.maxLength(MAX_COMMENT)),
    }),
    output: z.object({
      /** Records that are in the state now and were not. */
      count: z.number(),
      /** Of these so many have a time that is up, and are led on at once. */
      atOnce: z.number(),
      change: z.optional(z.number()),
    }),
    success: 'announced',
    idempotent: true,
    summary: `Puts records of ${name} into any state, past what its life asks, with a reason that is kept.`,
  });

/** Where a record stands, what may be done next and why not, and the steps that led there. */
export const lifeEndpoint = ({ controller, name }: Lived) =>
  endpoint({
    method: 'GET',
    path: `/admin/${controller}/life`,
    audience: 'permitted',
    right: 'index',
    input: z.object({ id: wireNumber }),
    output: z.object({
      state: z.string(),
      label: z.string(),
      /** Since when, in Unix seconds; null where nobody knows. */
      since: z.nullable(z.number()),
      version: z.nullable(z.number()),
      offers: z.array(offer),
      /** What waits for another person's approval. */
      request: z.nullable(
        z.object({
          id: z.number(),
          event: z.string(),
          label: z.string(),
          by: z.string(),
          at: z.number(),
          expires: z.number(),
          mayApprove: z.boolean(),
        }),
      ),
      /** Times that lead on: when, and why one waits that was up. */
      times: z.array(z.object({ name: z.string(), label: z.string(), at: z.nullable(z.number()), waits: z.array(reason) })),
      /** The newest first. */
      steps: z.array(step),
      chart,
    }),
    success: 'silent',
    summary: `The life of one record of ${name}: its state, what may be done next, its last steps, and the chart of all.`,
  });
