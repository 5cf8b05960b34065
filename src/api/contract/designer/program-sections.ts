import * as z from 'zod/mini';
import { endpoint, nothing } from '../base/endpoint.ts';
import { label } from './plan-parts.ts';

/** Sections of the program that a design begins with: its fields over a table of its own. Only reading. */
const base = '/admin/crud.Crud' as const;

export const listProgramSections = endpoint({
  method: 'GET',
  path: `${base}/programSections`,
  audience: 'permitted',
  right: 'generate',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        name: z.string(),
        label,
        fields: z.number(),
      }),
    ),
  }),
  success: 'silent',
  summary: 'Sections that come with the program and whose lists the caller may open.',
});

export const readProgramSection = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/programSection`,
  log: 'never',
  audience: 'permitted',
  right: 'generate',
  input: z.object({ name: z.string().check(z.maxLength(41)) }),
  output: z.object({
    design: z.unknown(),
    /** What does not come along, and why, translated: fields by their names, and what is about the whole by the section's. */
    left: z.array(z.object({ column: z.string(), reason: z.string() })),
  }),
  success: 'silent',
  summary: 'A section of the program as the design of another one, under a name that is free.',
});
