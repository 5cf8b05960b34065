/** The two separate halves of the product behind a sign-in, each with its own token. Source: specification §6. */
export type Area = 'admin' | 'member';

export const AREAS: readonly Area[] = ['admin', 'member'];
