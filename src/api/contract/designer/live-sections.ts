import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/** What open back offices learn of sections that were published at run time. */
export const liveSections = endpoint({
  method: 'GET',
  path: '/admin/ajax/sections',
  audience: 'signedIn',
  input: z.object({ names: z._default(z.string().check(z.maxLength(2000)), '') }),
  output: z.object({ list: z.array(z.object({ declaration: z.unknown(), revision: z.number() })) }),
  success: 'silent',
  summary: 'Declarations of live sections whose lists the caller may open: those that are named, separated by commas, or all.',
});
