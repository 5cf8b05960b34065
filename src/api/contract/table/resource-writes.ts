import * as z from 'zod/mini';
import { MAX_BULK_ROWS } from '#domain/table/bulk';
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
        values: z.pipe(z.record(z.string(), z.unknown()), z.transform(canonicalRow)),
      }),
      output: z.object({ count: z.number(), change: z.optional(z.number()) }),
      success: 'announced',
      idempotent: true,
      summary: `Gives the same values to many records of ${resource.name}, or to none; refusals stand by id.`,
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
        /** What a dry run found, up to a number of places; a real run with any is refused as a whole. */
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
      input: z.object({ change: z.number().check(z.int(), z.gte(1)) }),
      output: z.object({ change: z.optional(z.number()) }),
      success: 'announced',
      idempotent: true,
      summary: `Takes back a write to ${resource.name}, while nobody has touched its records since.`,
    }),
  } as const;
}
