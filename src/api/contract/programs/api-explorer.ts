import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';

/** The page on which the calls that are open to programs are tried. It has no calls of its own but those that describe others. */
const base = '/admin/auth.ApiTrial' as const;

const method = z.enum(['GET', 'POST', 'DELETE']);
const schema = z.record(z.string(), z.unknown());

const entry = z.object({
  method,
  /** With the base: what is sent to. */
  path: z.string(),
  section: z.string(),
  /** What the section is called, by language. */
  titles: z.object({ 'zh-cn': z.string(), en: z.string() }),
  summary: z.string(),
  /** Of a call that sends an event to records: what that is called, by language. */
  event: z.optional(z.object({ 'zh-cn': z.string(), en: z.string() })),
});

export const readApiOperations = endpoint({
  method: 'GET',
  path: `${base}/index`,
  audience: 'permitted',
  input: nothing,
  output: z.object({ list: z.array(entry) }),
  success: 'silent',
  summary: 'Calls of sections that programs may make and the caller could make too.',
});

export const readApiOperation = endpoint({
  method: 'GET',
  path: `${base}/operation`,
  audience: 'permitted',
  right: 'index',
  input: z.object({ method, path: z.string().check(z.maxLength(300)) }),
  output: z.extend(entry, {
    parameters: z.array(z.object({ name: z.string(), place: z.enum(['query', 'header']), isRequired: z.boolean(), schema })),
    /** Null where it takes no body. */
    body: z.nullable(schema),
    /** What stands under `data` of the reply; null where it answers a file. */
    answer: z.nullable(schema),
  }),
  success: 'silent',
  summary: 'What one of these calls takes and answers, as the document of the interface has it.',
});
