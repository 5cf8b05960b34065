import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { wireIds } from './resource-endpoints.ts';
import { MAX_IDS } from '#domain/table/resource-query';

/** What names records that are to be deleted, and is asked about: told before, so that whoever deletes them says what becomes of it. */
export const readRelated = endpoint({
  method: 'GET',
  path: '/admin/table.Related/index',
  audience: 'signedIn',
  input: z.object({
    /** Name of the section whose records are to be deleted. */
    resource: z.string().check(z.maxLength(100)),
    ids: z.pipe(wireIds, z.array(z.number()).check(z.minLength(1), z.maxLength(MAX_IDS))),
  }),
  output: z.object({
    /** Records that hang below them in a tree, and go along. */
    below: z.number(),
    /** Sections that have any. */
    list: z.array(
      z.object({
        resource: z.string(),
        count: z.number(),
        /** Whether this person may move them, or delete them. */
        mayMove: z.boolean(),
        mayRecycle: z.boolean(),
        /** Whether those that are deleted wait in the recycle bin. */
        isBinned: z.boolean(),
      }),
    ),
    /** Sent with the deletion. */
    seen: z.string(),
  }),
  success: 'silent',
  summary: 'Counts the records that name those to be deleted, of sections that ask what becomes of them.',
});
