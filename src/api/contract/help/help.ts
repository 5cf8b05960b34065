import * as z from 'zod/mini';
import { HELP_AUDIENCES, MAX_SLUG_LENGTH } from '#domain/help/article';
import { endpoint, nothing } from '../base/endpoint.ts';

/** The articles of the help, for staff, and for members and visitors. The protocol knows no such calls. */

const heading = { slug: z.string(), title: z.string() };
const search = {
  method: 'GET',
  input: z.object({ question: z.string().check(z.trim(), z.maxLength(300)) }),
  output: z.object({
    list: z.array(z.object({ ...heading, excerpt: z.string() })),
  }),
  success: 'silent',
  summary: 'Articles of the help that answer a question, the best first; none where nothing does.',
} as const;

const read = {
  method: 'GET',
  input: z.object({ slug: z.string().check(z.maxLength(MAX_SLUG_LENGTH)) }),
  output: z.object({
    ...heading,
    route: z.string(),
    audience: z.enum(HELP_AUDIENCES),
    /** Markdown. */
    body: z.string(),
  }),
  success: 'silent',
  summary: 'An article of the help. What the caller may not see is not found.',
} as const;

const contents = {
  method: 'GET',
  input: nothing,
  output: z.object({
    list: z.array(z.object({ ...heading, route: z.string(), audience: z.enum(HELP_AUDIENCES) })),
  }),
  success: 'silent',
  summary: 'All articles of the help that the caller may see, with the pages they are about.',
} as const;

export const staffHelp = {
  search: endpoint({ ...search, path: '/admin/help.Help/search', audience: 'signedIn' }),
  read: endpoint({ ...read, path: '/admin/help.Help/read', audience: 'signedIn' }),
  contents: endpoint({ ...contents, path: '/admin/help.Help/contents', audience: 'signedIn' }),
};

const ANYONE = { audience: 'anyone', knowsWho: true } as const;

export const publicHelp = {
  search: endpoint({ ...search, path: '/api/help/search', ...ANYONE }),
  read: endpoint({ ...read, path: '/api/help/read', ...ANYONE }),
  contents: endpoint({ ...contents, path: '/api/help/contents', ...ANYONE }),
};
