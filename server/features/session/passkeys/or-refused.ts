import type { Logger } from '../../../base/logger.ts';

/** What the language throws where a program is at fault; the library refuses by errors of other kinds. */
const FAULTS = [TypeError, RangeError, ReferenceError];

/** @returns null where the library refuses what a device has sent. A fault is refused as well, since what was sent may be made to cause it, and is told. */
export const orRefused = <T>(verified: Promise<T>, logger: Logger): Promise<T | null> =>
  verified.catch((error: unknown) => {
    if (FAULTS.some((fault) => error instanceof fault)) logger.warn('passkey.notVerified', { error });
    return null;
  });
