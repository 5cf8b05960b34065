import type { Failure } from '#domain/base/failure';
import { CODE } from './wire.ts';

/** The caller lacks a right, in whichever of the ways servers say that. */
export const isForbidden = (failure: Failure): boolean =>
  failure.kind === 'rejected'
    ? failure.code === CODE.forbidden
    : failure.kind === 'http' && (failure.status === 401 || failure.status === 403);
