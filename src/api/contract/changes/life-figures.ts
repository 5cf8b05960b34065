import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';
import { wireNumber } from '../table/resource-endpoints.ts';

/** What there is to do in sections whose records have a life, of the lists that the caller may open. */
export const readLifeWaiting = endpoint({
  method: 'GET',
  path: '/admin/life.Waiting/index',
  audience: 'signedIn',
  input: nothing,
  output: z.object({
    /** States that are somebody's work, with records that the caller may lead on; the one that has waited longest first. */
    states: z.array(
      z.object({
        resource: z.string(),
        section: z.string(),
        /** Of the section's list, and the wire name of the field that says the state. */
        page: z.string(),
        field: z.string(),
        state: z.string(),
        label: z.string(),
        count: z.number(),
        /** Since when the first of them is there, in Unix seconds; null where nobody knows. */
        oldest: z.nullable(z.number()),
      }),
    ),
    /** Times that were up and could not lead on, of sections that the caller may edit. */
    times: z.array(
      z.object({ resource: z.string(), section: z.string(), page: z.string(), count: z.number(), oldest: z.nullable(z.number()) }),
    ),
    /** Requests for a second person that are open: that the caller may approve, and that the caller has sent. */
    requests: z.object({ forMe: z.number(), mine: z.number() }),
  }),
  success: 'silent',
  summary: 'What waits for the caller in sections whose records have a life.',
});

const span = {
  /** How many stays ended. */
  count: z.number(),
  /** Seconds: half of them were shorter, and nine in ten. */
  median: z.number(),
  p90: z.number(),
};

/** How long records of a section stayed in their states; counted are stays that ended in the time asked for. */
export const readLifeReport = endpoint({
  method: 'GET',
  path: '/admin/life.Report/index',
  audience: 'signedIn',
  input: z.object({
    resource: z.string().check(z.minLength(1), z.maxLength(60)),
    /** Unix seconds. */
    from: z.optional(wireNumber),
    until: z.optional(wireNumber),
  }),
  output: z.object({
    /** `now`: how many records are in the state. */
    states: z.array(z.object({ state: z.string(), label: z.string(), now: z.number(), ...span })),
    /** By what ended the stay. */
    events: z.array(z.object({ event: z.string(), label: z.string(), from: z.string(), ...span })),
    /** Weeks by their Monday in the site's time, the newest first. */
    weeks: z.array(z.object({ week: z.string(), state: z.string(), label: z.string(), ...span })),
  }),
  success: 'silent',
  summary: 'How long records of a section stayed in their states: by state, by event and by week.',
});
