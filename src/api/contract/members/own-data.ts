import * as z from 'zod/mini';
import { endpoint, fileOutput, nothing } from '../base/endpoint.ts';

/**
 * What is kept of a member, for the member to take along. The protocol knows none of these calls. Asking for an archive, fetching it and asking for
 * the end of the account want a proof of presence (`account/prove`).
 */

/** Where the newest archive stands; `failed` where nobody believes in it any more. */
export const EXPORT_STATES = ['none', 'queued', 'making', 'ready', 'expired', 'failed'] as const;

const exportInfo = z.object({
  state: z.enum(EXPORT_STATES),
  /** What it is fetched by; null where there is none. */
  uuid: z.nullable(z.string()),
  /** Bytes, once it is ready. */
  size: z.nullable(z.number()),
  /** Unix seconds: when it was asked for, and until when it can be fetched. */
  create_time: z.nullable(z.number()),
  expire_time: z.nullable(z.number()),
  /** While it is made: how many of its parts are in it. */
  progress: z.nullable(z.object({ done: z.number(), total: z.number() })),
});

export const readExport = endpoint({
  method: 'GET',
  path: '/api/account/exports',
  audience: 'signedIn',
  input: nothing,
  output: exportInfo,
  success: 'silent',
  summary: 'Where the newest archive of what is kept of the member stands.',
});

export const requestExport = endpoint({
  method: 'POST',
  path: '/api/account/exportData',
  audience: 'signedIn',
  input: nothing,
  output: exportInfo,
  success: 'silent',
  summary: 'Asks for an archive of all that is kept of the member; one at a time.',
});

export const fetchExport = endpoint({
  method: 'GET',
  path: '/api/account/exportFile',
  audience: 'signedIn',
  input: z.object({ uuid: z.string() }),
  output: fileOutput,
  reply: 'file',
  success: 'silent',
  summary: 'The archive, as a ZIP file.',
});

/** When the account ends, in Unix seconds; null where it does not. */
const deletionInfo = z.object({ due_time: z.nullable(z.number()) });

export const readDeletion = endpoint({
  method: 'GET',
  path: '/api/account/deletion',
  audience: 'signedIn',
  input: nothing,
  output: deletionInfo,
  success: 'silent',
  summary: 'Whether and when the account ends.',
});

export const requestDeletion = endpoint({
  method: 'POST',
  path: '/api/account/requestDeletion',
  audience: 'signedIn',
  input: nothing,
  output: deletionInfo,
  success: 'silent',
  summary: 'Asks for the end of the account, in seven days; asked again, nothing changes.',
});

export const cancelDeletion = endpoint({
  method: 'POST',
  path: '/api/account/cancelDeletion',
  audience: 'signedIn',
  input: nothing,
  output: z.null(),
  success: 'silent',
  summary: 'Keeps the account that was to end.',
});
