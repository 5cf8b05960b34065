import * as z from 'zod/mini';
import { MAX_JOURNAL_LENGTH, MAX_SENTENCE_LENGTH, PROBLEM_AREAS } from '#domain/observe/problem-report';
import { endpoint, fileOutput } from '../base/endpoint.ts';
import { wireNumber } from '../table/resource-endpoints.ts';

/** Reports of what went wrong, from anybody, and what staff take of them. The protocol knows no such calls. */

export const reportProblem = endpoint({
  method: 'POST',
  path: '/api/problem/report',
  audience: 'anyone',
  knowsWho: true,
  texts: 'byField',
  input: z.object({
    area: z.enum(PROBLEM_AREAS),
    /** The path of the page; what follows a question mark is not kept. */
    page: z.string().check(z.maxLength(2000)),
    sentence: z.string().check(z.trim(), z.maxLength(MAX_SENTENCE_LENGTH)),
    build: z.string().check(z.maxLength(100)),
    /** An exported journal, as docs/journal-format.md says. */
    journal: z.string().check(z.maxLength(MAX_JOURNAL_LENGTH)),
  }),
  output: z.object({
    /** To be quoted when somebody asks about it. */
    number: z.string(),
  }),
  success: 'silent',
  summary: 'Reports a problem with what the interface was told before it; answers a number to quote.',
});

export const downloadProblemJournal = endpoint({
  method: 'GET',
  path: '/admin/routine.ProblemReport/download',
  audience: 'permitted',
  input: z.object({ id: wireNumber }),
  output: fileOutput,
  reply: 'file',
  success: 'silent',
  summary: 'The journal of a report of a problem, as docs/journal-format.md says.',
});
