import * as z from 'zod/mini';
import { RUN_OUTCOMES } from '#domain/terminal/kept-run';
import { endpoint } from '../base/endpoint.ts';
import { wireNumber } from '../table/resource-endpoints.ts';

/** `KeptRun` on the wire. */
const keptRun = z.object({
  id: z.number(),
  uuid: z.string(),
  command: z.string(),
  line: z.string(),
  status: z.enum(RUN_OUTCOMES),
  exitCode: z.nullable(z.number()),
  adminId: z.number(),
  adminName: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  startedAt: z.number(),
  endedAt: z.nullable(z.number()),
  durationMs: z.nullable(z.number()),
});

/**
 * A run by its number or its uuid, with a portion of its output behind event number `after`. Whoever follows a run asks again behind `seq`
 * until `isMore` is false and the run has ended. One that the caller may not see does not exist.
 */
export const readKeptRun = endpoint({
  method: 'GET',
  path: '/admin/auth.TerminalRun/output',
  audience: 'permitted',
  right: 'index',
  input: z.object({
    id: z.optional(wireNumber),
    uuid: z.optional(z.string().check(z.regex(/^[\w-]{8,64}$/u))),
    after: z._default(wireNumber, 0),
  }),
  output: z.object({
    run: keptRun,
    /** Blocks of lines, colours included. */
    output: z.array(z.string()),
    seq: z.number(),
    isMore: z.boolean(),
  }),
  success: 'silent',
  summary: 'A run of the terminal that the caller may see, with a portion of its output.',
});
