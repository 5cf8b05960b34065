import * as z from 'zod/mini';

/** What may be chosen of a step. */
export const act = z.enum(['refuse', 'empty', 'keep', 'value', 'putBack', 'takeOver']);

/** How a table differs from what was published. */
export const tableDifference = z.object({
  what: z.enum(['column', 'constraint', 'index', 'trigger']),
  name: z.string(),
  expected: z.nullable(z.string()),
  found: z.nullable(z.string()),
});

/** A step of a plan. */
export const step = z.object({
  id: z.string(),
  kind: z.string(),
  class: z.enum(['safe', 'needsValue', 'mayRefuse', 'mayLose', 'loses']),
  subject: z.string(),
  detail: z.string(),
  sql: z.array(z.string()),
  acts: z.array(act),
  /** Rows that it speaks of; null where it speaks of none in particular, or where they could not be counted. */
  rows: z.nullable(z.number()),
  /** Rows whose value reads otherwise afterwards. */
  converted: z.number(),
  /** Rows whose value comes back from a column that waits; of older servers nobody knows. */
  returned: z._default(z.number(), 0),
  /** Rows that stop it as things are chosen. */
  stopping: z.number(),
  /** Ids of the first rows that it speaks of. */
  examples: z.array(z.number()),
});

/** A plan that was looked at. */
export const reviewedPlan = z.object({
  steps: z.array(step),
  /** Names exactly this plan; publishing asks for it. */
  hash: z.string(),
  /** Whether it was tried on the rows, or they were only counted because there are too many. */
  isRehearsed: z.boolean(),
});

/** What a section is called. */
export const label = z.object({ 'zh-cn': z.optional(z.string()), en: z.optional(z.string()) });
