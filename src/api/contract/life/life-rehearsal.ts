import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';

/**
 * A life that is being drawn is looked at and tried on what has been done before it runs. All calls ask for the right to publish designs;
 * what was done is told of a section whose list the caller may open, of records that they may see.
 */
const base = '/admin/life.Life' as const;

/** How far back a life is tried. */
export const REHEARSED_DAYS = 30;

/** Acts that are judged at most, the newest; and of which single ones are told. */
export const REHEARSED_ACTS = 50_000;
export const TOLD_ACTS = 50;

const drawn = {
  /** Name of the section. Where it runs, and `declaration` is left out, its own fields count. */
  resource: z.string().check(z.minLength(1), z.maxLength(60)),
  /** The declaration as it is drawn, as JSON; a life in it is not looked at. */
  declaration: z.optional(z.unknown()),
  /** The life as JSON. */
  life: z.unknown(),
};

export const checkLife = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/check`,
  log: 'never',
  audience: 'signedIn',
  body: 'large',
  texts: 'byField',
  input: z.object(drawn),
  output: z.object({
    /** Errors first; with none of them it may be published. */
    findings: z.array(
      z.object({
        level: z.enum(['error', 'warning']),
        /** The part that it is about, such as `states.on` or `events.publish`; empty where it is about the whole. */
        at: z.string(),
        /** `form` where it is not the JSON of a life; then `message` is for whoever wrote it. */
        what: z.string(),
        /** The name that it is about; empty where it is about none. */
        name: z.string(),
        message: z.string(),
      }),
    ),
  }),
  success: 'silent',
  summary: 'What is wrong with a life that is drawn, and what may be meant otherwise.',
});

const verdicts = {
  acts: z.number(),
  /** It would have been refused. */
  refused: z.number(),
  /** It would have led to another state. */
  elsewhere: z.number(),
  /** Nobody can say: what the record was is not kept, or the life asks for what was not there. */
  undecidable: z.number(),
};

const reason = z.object({ field: z.nullable(z.string()), message: z.string() });

export const rehearseLife = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/rehearse`,
  log: 'never',
  audience: 'signedIn',
  body: 'large',
  texts: 'byField',
  input: z.object({
    ...drawn,
    /** Of the states: the new name by the old one, where one is called otherwise in this life. */
    renames: z._default(z.record(z.string().check(z.maxLength(30)), z.string().check(z.maxLength(30))), {}),
  }),
  output: z.object({
    /** Unix seconds. */
    from: z.number(),
    until: z.number(),
    /** There were more acts than are judged: these are the newest. */
    isCut: z.boolean(),
    total: z.object(verdicts),
    /** `label` is the event's; an act that only said another state stands under `save` with its words. */
    events: z.array(z.object({ event: z.string(), label: z.string(), ...verdicts })),
    /** `id` 0: nobody, a time. */
    people: z.array(z.object({ id: z.number(), name: z.string(), ...verdicts })),
    /** Why they would have been refused, or why nobody can say, the most frequent first. */
    reasons: z.array(z.object({ verdict: z.enum(['refused', 'undecidable']), ...reason.shape, count: z.number() })),
    /** Acts that were judged by what other records are today, and not by what they were. */
    byToday: z.number(),
    /** The newest of those that would not have gone as they went. */
    examples: z.array(
      z.object({
        recordId: z.number(),
        title: z.string(),
        at: z.number(),
        by: z.string(),
        event: z.string(),
        label: z.string(),
        from: z.string(),
        to: z.string(),
        verdict: z.enum(['refused', 'elsewhere', 'undecidable']),
        /** Where it would have led; null where nowhere. */
        leads: z.nullable(z.string()),
        reasons: z.array(reason),
      }),
    ),
  }),
  success: 'silent',
  summary: 'What the acts of the last thirty days would have become by a life that is drawn. Nothing is written.',
});

export const listSendable = endpoint({
  method: 'GET',
  path: `${base}/sendable`,
  log: 'never',
  audience: 'signedIn',
  input: nothing,
  output: z.object({
    sections: z.array(
      z.object({
        name: z.string(),
        /** Events of right `none`; a section whose life has no such event has none. */
        events: z.array(z.object({ name: z.string(), label: z.object({ 'zh-cn': z.string(), en: z.string() }) })),
      }),
    ),
  }),
  success: 'silent',
  summary:
    'The sections whose records have a life and whose lists the caller may open, each with the events that steps of other records may send.',
});
