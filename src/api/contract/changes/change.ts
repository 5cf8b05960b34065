import * as z from 'zod/mini';
import {
  ACTOR_TYPES,
  CHANGE_ACTIONS,
  CHANGE_KINDS,
  CHANGE_SOURCES,
  CHANGES_PAGE,
  DEPENDENT_REASONS,
  KEPT_OUT,
  MAX_PLAN_SETS,
  PLAN_REFUSALS,
} from '#domain/changes/change';
import { endpoint } from '../base/endpoint.ts';
import { wireIds, wireNumber } from '../table/resource-endpoints.ts';

/**
 * The journal of changes, of which the protocol knows nothing: what was written, by whom, and the way back. The list of change sets is
 * that of a section, at `security.Change/index`. Nobody is told anything of records whose list they may not open.
 */
const resource = z.string().check(z.minLength(1), z.maxLength(100));
const flag = z._default(
  z.pipe(
    z.union([z.string(), z.boolean(), z.number()]),
    z.transform((value) => value !== '' && value !== '0' && value !== 'false' && value !== 0 && value !== false),
  ),
  false,
);

/** One column in which two states of a record differ. */
export const fieldChange = z.object({
  /** Key of the declaration's field; null where the declaration knows no such column. */
  field: z.nullable(z.string()),
  /** Wire name. */
  name: z.string(),
  /** As in a row on the wire; null where the record was not there, and where it has had no such column. */
  before: z.unknown(),
  after: z.unknown(),
  /** Titles of the records that the value names, as far as the reader may see them. */
  beforeText: z.nullable(z.string()),
  afterText: z.nullable(z.string()),
  /** Both values are shown in part only. */
  isMasked: z.boolean(),
});

export type FieldChange = z.output<typeof fieldChange>;

/** A change set as timelines and histories name it. */
export const changeSetFacts = z.object({
  id: z.number(),
  /** Unix seconds. Order is by id. */
  at: z.number(),
  actorType: z.enum(ACTOR_TYPES),
  actorId: z.number(),
  actorName: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  resource: z.string(),
  action: z.nullable(z.enum(CHANGE_ACTIONS)),
  source: z.enum(CHANGE_SOURCES),
  /** How many of its records the reader may see, and what the first of them is called. */
  records: z.number(),
  title: z.string(),
  /** The set that has taken it back, and those that it takes back. */
  undoneBy: z.nullable(z.number()),
  undoes: z.array(z.number()),
  /** Why it cannot be taken back at all. */
  keptOut: z.nullable(z.enum(KEPT_OUT)),
});

export type ChangeSetFacts = z.output<typeof changeSetFacts>;

const recordChange = z.object({
  id: z.number(),
  /** Of which section: one write may reach into several. */
  resource: z.string(),
  recordId: z.number(),
  title: z.string(),
  kind: z.enum(CHANGE_KINDS),
  /** Of a record that was added or deleted, all that it has. */
  fields: z.array(fieldChange),
  /** What it was has been erased; the fact stays. */
  isErased: z.boolean(),
});

export const changeSetInfo = endpoint({
  method: 'GET',
  path: '/admin/security.Change/info',
  audience: 'permitted',
  right: 'index',
  input: z.object({ id: wireNumber, page: z._default(wireNumber, 1) }),
  output: z.object({ set: changeSetFacts, records: z.array(recordChange), total: z.number() }),
  success: 'silent',
  summary: `One change set with its records, ${CHANGES_PAGE} a page.`,
});

/** Whoever may open the list of the records may read the history of each record in it. */
export const recordHistory = endpoint({
  method: 'GET',
  path: '/admin/security.Change/ofRecord',
  audience: 'signedIn',
  input: z.object({ resource, id: wireNumber, before: z.optional(wireNumber) }),
  output: z.object({
    /** Newest first. */
    versions: z.array(z.extend(recordChange, { set: changeSetFacts })),
    /** The `before` of the next page; null at the end. */
    next: z.nullable(z.number()),
    /** Whether the record is there now. */
    exists: z.boolean(),
    /** Whether the reader may rewind the record: for that they have to be able to edit it. */
    canRewind: z.boolean(),
  }),
  success: 'silent',
  summary: `The versions of a record, newest first, ${CHANGES_PAGE} at once.`,
});

/**
 * What a plan is asked for, in one of two ways. To take sets back: `sets`, and whether those that depend on them go along. To rewind a
 * record (`resource` and `id`) or a section (`resource`): to a moment (`at`, Unix seconds) or to the state right after a set (`after`).
 */
const wish = {
  sets: z.optional(z.pipe(wireIds, z.array(z.number()).check(z.minLength(1), z.maxLength(MAX_PLAN_SETS)))),
  withDependents: flag,
  resource: z.optional(resource),
  id: z.optional(wireNumber),
  at: z.optional(wireNumber),
  after: z.optional(wireNumber),
  /** Consent to leave out values of columns that are gone. */
  withoutColumns: flag,
};

type Wish = z.output<z.ZodMiniObject<typeof wish>>;

const isOneWish = ({ sets, resource: name, id, at, after }: Wish): boolean =>
  sets === undefined
    ? name !== undefined && (at === undefined) !== (after === undefined)
    : name === undefined && id === undefined && at === undefined && after === undefined;

export const refusedStep = z.object({
  reason: z.enum(PLAN_REFUSALS),
  /** In the reader's language. */
  message: z.string(),
  resource: z.nullable(z.string()),
  recordId: z.nullable(z.number()),
  title: z.nullable(z.string()),
  /** Wire names of the fields that are concerned. */
  fields: z.array(z.string()),
  /** Of a record that is gone: its entry in the recycle bin, if the reader may see it. */
  entry: z.nullable(z.number()),
  /** Where another value helps: the record as it would be, on the wire, to fill the form with. */
  row: z.nullable(z.record(z.string(), z.unknown())),
});

export type RefusedStep = z.output<typeof refusedStep>;

export const planShape = z.object({
  /** Of what would be done; `apply` takes no other. */
  hash: z.string(),
  /** Those that are taken back, newest first; none when rewinding. */
  sets: z.array(changeSetFacts),
  /** What would be done to each record, in this order; the first of them only, `counts` has all. */
  steps: z.array(
    z.object({
      resource: z.string(),
      recordId: z.number(),
      title: z.string(),
      /** What happens to the record now: `created` brings it back. */
      kind: z.enum(CHANGE_KINDS),
      /** From what is there now to what will be. */
      fields: z.array(fieldChange),
    }),
  ),
  /** Sets that came later and have to go along; with `withDependents` they are among `sets` as well. */
  dependents: z.array(
    z.object({
      /** null where the reader may not see it: it cannot go along then. */
      set: z.nullable(changeSetFacts),
      why: z.enum(DEPENDENT_REASONS),
      resource: z.string(),
      recordId: z.number(),
      fields: z.array(z.string()),
    }),
  ),
  /** Nothing can be done while something is refused. */
  refused: z.array(refusedStep),
  /** Sections that a rewind does not touch, with how many changes of theirs lie after the moment. */
  leftOut: z.array(z.object({ resource: z.string(), reason: z.enum(['secret', 'elsewhere']), count: z.number() })),
  counts: z.object({ created: z.number(), changed: z.number(), deleted: z.number(), refused: z.number(), dependents: z.number() }),
});

export type PlanReply = z.output<typeof planShape>;

export const planChanges = endpoint({
  method: 'GET',
  path: '/admin/security.Change/plan',
  // Which rights it takes depends on the sets; a plan without them is refused in its own words.
  audience: 'signedIn',
  input: z.object(wish).check(z.refine(isOneWish)),
  output: planShape,
  success: 'silent',
  summary: 'What taking sets back, or rewinding, would do; nothing is written.',
});

/** Where the world has moved on it is refused with the new plan, as `row` of a conflict. */
export const applyChanges = endpoint({
  method: 'POST',
  path: '/admin/security.Change/apply',
  audience: 'signedIn',
  input: z.extend(z.object(wish), { hash: z.string().check(z.regex(/^[\da-f]{64}$/u)) }).check(z.refine(isOneWish)),
  output: z.object({
    /** The set that did it, to take it back again; none where nothing was to be done. */
    change: z.nullable(z.number()),
    counts: z.object({ created: z.number(), changed: z.number(), deleted: z.number() }),
  }),
  success: 'announced',
  idempotent: true,
  summary: 'Does what a plan says, whole or not at all.',
});

const erasure = {
  /** Of the journal: versions whose content goes. */
  versions: z.number(),
  /** Waiting in the recycle bin: they cannot be restored any more. */
  deletions: z.number(),
  /** In the log of sensitive data: they cannot be rolled back any more. */
  watched: z.number(),
};

/** What erasing would do, before anybody is sure. */
export const planErasure = endpoint({
  method: 'GET',
  path: '/admin/security.Change/erasure',
  audience: 'super',
  input: z.object({ resource, id: wireNumber }),
  output: z.object({
    ...erasure,
    /** What the record was last called: to be typed by whoever is sure. */
    title: z.string(),
    /** Whether the record itself is there: erasing does not touch it. */
    exists: z.boolean(),
    /** What stays of each version: who wrote when. Unix seconds of the first and the last; 0 where there is none. */
    first: z.number(),
    last: z.number(),
    /** Open requests for a second person, which are closed with it. */
    requests: z.number(),
    /** Versions whose content was erased before. */
    erased: z.number(),
  }),
  success: 'silent',
  summary: 'What erasing the images of one record would do; nothing is written.',
});

/** Everything that the journal has of a record turns empty. The facts stay: who wrote when. */
export const eraseChanges = endpoint({
  method: 'POST',
  path: '/admin/security.Change/erase',
  audience: 'super',
  /** `title` is what the record was last called, typed by whoever asks; `#` and its number where it was called nothing. */
  input: z.object({ resource, id: wireNumber, title: z.string().check(z.maxLength(200)) }),
  output: z.object({ count: z.number(), ...erasure }),
  success: 'announced',
  idempotent: true,
  summary: 'Erases the images of one record from the journal.',
});
