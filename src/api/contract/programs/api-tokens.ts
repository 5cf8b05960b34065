import * as z from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/** Makes a token, tells it this once, and ends the one before. It outlives the sign-in, so an unlocked desk must not be enough. */
export const issueApiToken = endpoint({
  method: 'POST',
  path: '/admin/auth.ApiToken/issue',
  audience: 'permitted',
  input: z.object({ id: z.number().check(z.int(), z.gte(1)), password: z.string() }),
  output: z.object({ token: z.string() }),
  success: 'silent',
  summary:
    'Makes the token of an entry that is one’s own, and tells it this once; the one before ends. Asks for the caller’s own password.',
});
