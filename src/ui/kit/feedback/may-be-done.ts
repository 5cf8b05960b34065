import type { Failure } from '#domain/base/failure';

/** Whether what was asked may have been done all the same: nobody has answered, or somebody on the way has. */
export const mayBeDone = (failure: Failure): boolean =>
  failure.kind === 'timeout' ||
  failure.kind === 'unreachable' ||
  failure.kind === 'malformed' ||
  (failure.kind === 'http' && failure.status >= 500) ||
  (failure.kind === 'rejected' && failure.isPassing === true);
