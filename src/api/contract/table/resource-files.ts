import * as z from 'zod/mini';
import { EXPORT_FORMATS } from '#domain/table/export-columns';
import type { Resource } from '#domain/table/resource';
import { MAX_IDS } from '#domain/table/resource-query';
import { endpoint, fileOutput } from '../base/endpoint.ts';
import { listQuery, wireIds } from './resource-endpoints.ts';

/** Names of fields separated by commas; brackets give lists. */
const names = z.pipe(
  z.union([z.array(z.string()), z.string()]),
  z.transform((value) => (Array.isArray(value) ? value : value.split(',')).filter((name) => name !== '')),
);

const exportQuery = z.extend(listQuery, {
  format: z.enum(EXPORT_FORMATS),
  /** The columns and their order; without them those that the list shows. */
  columns: z.optional(z.pipe(names, z.array(z.string()).check(z.maxLength(200)))),
  /** Only these of the records that the query finds. */
  ids: z.optional(z.pipe(wireIds, z.array(z.number()).check(z.minLength(1), z.maxLength(MAX_IDS)))),
});

export type ExportQuery = z.output<typeof exportQuery>;

/** The calls by which a resource's records leave as files. */
export function resourceFileEndpoints(resource: Pick<Resource, 'controller' | 'name'>) {
  const base = `/admin/${resource.controller}` as const;
  const about = resource.name;
  return {
    exportList: endpoint({
      method: 'GET',
      path: `${base}/export`,
      audience: 'permitted',
      right: 'index',
      input: exportQuery,
      output: fileOutput,
      reply: 'file',
      success: 'silent',
      summary: `What the list of ${about} finds, all pages of it, as a CSV or XLSX file.`,
    }),
  } as const;
}
