import * as z from 'zod/mini';
import { REQUEST_STATES } from '#domain/life/life-request';
import { fieldChange } from './change.ts';
import { endpoint } from '../base/endpoint.ts';
import { wireNumber } from '../table/resource-endpoints.ts';

/** What another person has to approve. Nobody is told of requests for records whose list they may not open. */
const MAX_COMMENT = 1000;

export const REQUESTS_PAGE = 50;

const person = z.object({ id: z.number(), name: z.string() });

const request = z.object({
  id: z.number(),
  resource: z.string(),
  /** What the section is called. */
  section: z.string(),
  recordId: z.number(),
  title: z.string(),
  event: z.string(),
  label: z.string(),
  /** Name and words of the state that the record is in; empty where the record is gone. */
  from: z.object({ name: z.string(), label: z.string() }),
  state: z.enum(REQUEST_STATES),
  /** Of the record now; it is sent with an approval. Null where the section counts none. */
  version: z.nullable(z.number()),
  comment: z.string(),
  /** What comes with the event. */
  values: z.array(fieldChange),
  /** What has changed since it was sent. */
  changed: z.array(fieldChange),
  asked: z.object({ by: person, at: z.number() }),
  expires: z.number(),
  settled: z.nullable(z.object({ by: z.nullable(person), at: z.number(), comment: z.string() })),
  may: z.object({ approve: z.boolean(), decline: z.boolean(), withdraw: z.boolean() }),
});

export type ToldRequest = z.output<typeof request>;

const base = '/admin/life.Request' as const;

export const listRequests = endpoint({
  method: 'GET',
  path: `${base}/index`,
  audience: 'signedIn',
  input: z.object({
    /** `forMe`: open ones that the caller may approve; `mine`: what the caller has sent; `record`: all of one record. */
    which: z._default(z.enum(['forMe', 'mine', 'record']), 'forMe'),
    resource: z.optional(z.string().check(z.maxLength(100))),
    recordId: z.optional(wireNumber),
    /** The last one that was shown: older ones follow. */
    before: z.optional(wireNumber),
  }),
  output: z.object({ requests: z.array(request), next: z.nullable(z.number()) }),
  success: 'silent',
  summary: 'Requests for a second person, the newest first: those that wait for the caller, those of the caller, or those of one record.',
});

/** `title` is of its record, where whoever settles it still sees that. */
const settled = {
  output: z.object({ change: z.optional(z.number()), title: z.optional(z.string()) }),
  success: 'announced',
  idempotent: true,
} as const;
const comment = z.optional(z.string().check(z.maxLength(MAX_COMMENT)));

export const approveRequest = endpoint({
  method: 'POST',
  path: `${base}/approve`,
  audience: 'signedIn',
  input: z.object({ id: wireNumber, version: z.optional(wireNumber), comment }),
  ...settled,
  summary: 'Approves what somebody else has sent, by the present version of the record; it is judged and done now.',
});

export const declineRequest = endpoint({
  method: 'POST',
  path: `${base}/decline`,
  audience: 'signedIn',
  input: z.object({ id: wireNumber, comment }),
  ...settled,
  summary: 'Declines what somebody else has sent.',
});

export const withdrawRequest = endpoint({
  method: 'POST',
  path: `${base}/withdraw`,
  audience: 'signedIn',
  input: z.object({ id: wireNumber, comment }),
  ...settled,
  summary: 'Withdraws a request of one’s own.',
});
