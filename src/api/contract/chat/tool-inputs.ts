import * as z from 'zod/mini';

const id = z.number().check(z.int(), z.gte(1));

/** What the tools of the chat take. A model may say anything: whatever does not fit is refused. */
export const findRecords = z.object({
  search: z._default(z.string().check(z.maxLength(100)), ''),
  page: z._default(z.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
  limit: z._default(z.number().check(z.int(), z.gte(1)), 10),
});

export const readRecord = z.object({ id });

/** `values`: what the event asks for, by wire names. */
export const proposeEvent = z.object({
  event: z.string().check(z.maxLength(50)),
  id,
  values: z._default(z.record(z.string(), z.unknown()), {}),
  comment: z._default(z.string().check(z.trim(), z.maxLength(1000)), ''),
});

export type ProposedEventInput = z.output<typeof proposeEvent>;

/** `values` by wire names; empty for a deletion. */
export const proposeChange = z.object({
  action: z.enum(['add', 'edit', 'del']),
  id: z.optional(id),
  values: z._default(z.record(z.string(), z.unknown()), {}),
});
