import type { Failure } from './failure.ts';

/** The server does not have this call, as stock servers lack those that are ours alone. */
export const isMissingCall = (failure: Failure | null): boolean => failure?.kind === 'http' && failure.status === 404;
