import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/** The files that a member has uploaded. The protocol knows none of these calls. Those of others are not found, as those that never were. */

const number = z.optional(z.union([z.number(), z.string()]));

/** What is stored and how much may be: bytes, and files whatever their sizes. */
const space = z.object({ bytes: z.number(), max_bytes: z.number(), files: z.number(), max_files: z.number() });

export const listOwnFiles = endpoint({
  method: 'GET',
  path: '/api/account/files',
  audience: 'signedIn',
  input: z.object({ page: number, limit: number }),
  output: z.object({
    /** Newest first. */
    list: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        url: z.string(),
        full_url: z.string(),
        /** Bytes. */
        size: z.number(),
        mimetype: z.string(),
        /** Pixels; 0 for what is no picture. */
        width: z.number(),
        height: z.number(),
        /** Unix seconds. */
        create_time: z.number(),
        /** Whether it is the member's picture; then it cannot be deleted. */
        is_avatar: z.boolean(),
      }),
    ),
    total: z.number(),
    space,
  }),
  success: 'silent',
  summary: 'The files that the member has uploaded, and the space for them.',
});

export const removeOwnFile = endpoint({
  method: 'POST',
  path: '/api/account/removeFile',
  audience: 'signedIn',
  input: z.object({ id: z.number().check(z.int(), z.gte(1)) }),
  output: z.null(),
  success: 'silent',
  summary: 'Deletes one of the files that the member has uploaded, for good.',
});
