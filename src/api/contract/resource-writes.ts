import * as z from 'zod/mini';
import { MAX_BULK_ROWS } from '#domain/bulk';
import type { Resource } from '#domain/resource';
import { endpoint } from './endpoint.ts';
import { wireIds } from './resource-endpoints.ts';

/** Calls beyond the protocol's that change records of any resource. They ask for the rights of the protocol's own calls. */
export function resourceWriteEndpoints(resource: Pick<Resource, 'controller' | 'name'>) {
  const base = `/admin/${resource.controller}` as const;
  return {
    saveMany: endpoint({
      method: 'POST',
      path: `${base}/bulk`,
      audience: 'permitted',
      right: 'edit',
      input: z.object({
        ids: z.pipe(wireIds, z.array(z.number()).check(z.minLength(1), z.maxLength(MAX_BULK_ROWS))),
        values: z.record(z.string(), z.unknown()),
      }),
      output: z.object({ count: z.number(), change: z.optional(z.number()) }),
      success: 'announced',
      idempotent: true,
      summary: `Gives the same values to many records of ${resource.name}, or to none; refusals stand by id.`,
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
