import * as z from 'zod/mini';
import { MAX_JOURNAL_LENGTH, MAX_SENTENCE_LENGTH, PROBLEM_AREAS } from '#domain/problem-report';
import { endpoint } from './endpoint.ts';

/** Reports of what went wrong, from anybody. The protocol knows no such call. */
export const reportProblem = endpoint({
  method: 'POST',
  path: '/api/problem/report',
  audience: 'anyone',
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
