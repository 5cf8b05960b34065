import type { GuessLimit } from '../../base/limits.ts';

/** A sign-in at a provider elsewhere: how long it may take there, and here once the provider has answered; and how often it is begun. */
export const EXTERNAL_SIGN_IN_SECONDS = 600;
export const EXTERNAL_STARTS_PER_NETWORK: GuessLimit = { count: 120, windowSeconds: 3600, bucketSeconds: 60 };
export const EXTERNAL_ENTRIES_PER_NETWORK: GuessLimit = { count: 120, windowSeconds: 3600, bucketSeconds: 60 };
/** One of an account elsewhere; nobody has more than a few. */
export const EXTERNAL_IDENTITIES_OF_AN_ACCOUNT = 10;
