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

/** The document of the interface with the calls of live sections that the caller may make; what is open to anyone stands in `/api/openapi.json`. */
export const apiDocument = endpoint({
  method: 'GET',
  path: '/admin/ajax/openapi',
  audience: 'signedIn',
  input: z.object({}),
  output: z.unknown(),
  success: 'silent',
  summary: 'The document of the interface (OpenAPI 3.1) with the live sections that the caller may use.',
});
