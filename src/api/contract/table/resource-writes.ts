import * as z from 'zod/mini';
import { MAX_BULK_ROWS, MAX_UNDONE_SETS } from '#domain/table/bulk';
import { MAX_IMPORT_ROWS } from '#domain/table/import-file';
import type { Resource } from '#domain/table/resource';
import { canonicalRow } from '../base/dialect.ts';
import { endpoint, nothing } from '../base/endpoint.ts';
import { wireIds } from './resource-endpoints.ts';

const MAX_CELLS = 200;

/** The texts of one row, judged as one: of a million that are none each would be noted on its own. */
const cells = z
  .custom<string[]>((row) => Array.isArray(row) && row.length <= MAX_CELLS && row.every((cell) => typeof cell === 'string'))
  .register(z.globalRegistry, { type: 'array', items: { type: 'string' }, maxItems: MAX_CELLS });

const refusedCell = z.object({
  /** Counts the rows that were sent from 1. */
  row: z.number(),
  /** Wire name; null where the record as a whole is refused. */
  field: z.nullable(z.string()),
  message: z.string(),
});

export type RefusedCell = z.output<typeof refusedCell>;

const setNumber = z.number().check(z.int(), z.gte(1));

/** What a change by percent would do. Amounts are in the smallest unit of their field, which stands by its key. */
const rehearsedChange = z.object({
  /** Of the first records. */
  rows: z.array(z.object({ id: z.number(), title: z.string(), field: z.string(), before: z.number(), after: z.number() })),
  /** Of all that would be changed. */
  sums: z.array(z.object({ field: z.string(), count: z.number(), before: z.number(), after: z.number() })),
  /** Records that cannot take it: while there are any, none is changed. */
  refused: z.array(z.object({ id: z.number(), message: z.string() })),
});

export type BulkRehearsal = z.output<typeof rehearsedChange>;

/** Calls beyond the protocol's that change records of any resource. They ask for the rights of the protocol's own calls. */
export function resourceWriteEndpoints(resource: Pick<Resource, 'controller' | 'name'>) {
  const base = `/admin/${resource.controller}` as const;
  return {
    saveMany: endpoint({
      method: 'POST',
      path: `${base}/bulk`,
      audience: 'permitted',
      right: 'edit',
      texts: 'byField',
      input: z.object({
        ids: z.pipe(wireIds, z.array(z.number()).check(z.minLength(1), z.maxLength(MAX_BULK_ROWS))),
        values: z._default(z.pipe(z.record(z.string(), z.unknown()), z.transform(canonicalRow)), {}),
        /** By how many percent amounts change, such as `-12.5`, by wire name: of fields that are declared so. */
        percents: z.optional(z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(20)))),
        /** Only tells what it would do; nothing is written. */
        isDryRun: z.optional(z.boolean()),
      }),
      output: z.object({ count: z.number(), change: z.optional(z.number()), rehearsal: z.optional(rehearsedChange) }),
      success: 'announced',
      idempotent: true,
      summary: `Gives the same values to many records of ${resource.name}, or changes amounts by percent, or does neither to any; refusals stand by id.`,
    }),
    importRows: endpoint({
      method: 'POST',
      path: `${base}/import`,
      audience: 'permitted',
      right: 'add',
      body: 'large',
      texts: 'byField',
      input: z.object({
        /** Fields by wire name, in the order of each row's texts. */
        columns: z.array(z.string()).check(z.minLength(1), z.maxLength(MAX_CELLS)),
        rows: z.array(cells).check(z.minLength(1), z.maxLength(MAX_IMPORT_ROWS)),
        /** Only looks whether the records could be added; nothing is written. */
        isDryRun: z.boolean(),
        /** Why rows may be put into states that no event leads to; asks for the right to do so. Without it they are refused. */
        place: z.optional(z.string().check(z.maxLength(1000))),
      }),
      output: z.object({
        count: z.number(),
        /** What a dry run found: each refused row, beyond a number of places by its first reason alone; a real run with any is refused as a whole. */
        refused: z.array(refusedCell),
        /** How many rows are refused in all. */
        refusedRows: z.number(),
        /** Rows that were put into their state, and how many of all have a time that is up: they are led on at once. */
        placed: z.optional(z.number()),
        atOnce: z.optional(z.number()),
        change: z.optional(z.number()),
      }),
      success: 'announced',
      idempotent: true,
      summary: `Adds the rows of a file to ${resource.name}, all of them or none; a verification tells what stands against it.`,
    }),
    cancelImport: endpoint({
      method: 'POST',
      path: `${base}/cancelImport`,
      audience: 'permitted',
      right: 'add',
      input: nothing,
      /** `isCancelled` is false where the rows had been added already. */
      output: z.object({ isCancelled: z.boolean() }),
      success: 'silent',
      idempotent: true,
      summary: `Cancels an import into ${resource.name} that is under way, or on its way: the one that was sent with the same Idempotency-Key.`,
    }),
    undo: endpoint({
      method: 'POST',
      path: `${base}/undo`,
      // Which right it takes depends on the write; the engine asks for it.
      audience: 'signedIn',
      input: z.union([
        z.object({ change: setNumber }),
        z.object({ changes: z.array(setNumber).check(z.minLength(1), z.maxLength(MAX_UNDONE_SETS)) }),
      ]),
      output: z.object({ change: z.optional(z.number()) }),
      success: 'announced',
      idempotent: true,
      summary: `Takes back a write to ${resource.name}, or several as one, while nobody has touched their records since.`,
    }),
  } as const;
}
