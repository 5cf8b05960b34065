import * as z from 'zod/mini';
import type { Resource } from '#domain/resource';
import { endpoint } from './endpoint.ts';

/** Calls beyond the protocol's that change records of any resource. They ask for the rights of the protocol's own calls. */
export function resourceWriteEndpoints(resource: Pick<Resource, 'controller' | 'name'>) {
  const base = `/admin/${resource.controller}` as const;
  return {
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
