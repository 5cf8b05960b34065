import type { Credentials } from './sign-in.vocabulary.ts';

/** What somebody has typed is kept until the server has judged it. */
export const RECEIVE_TYPED = [
  'clearFailure',
  {
    type: 'setCredentials',
    params: ({ event: { type: _type, ...typed } }: { readonly event: { readonly type: string } & Credentials }) => typed,
  },
] as const;
