import { areaOf } from '#api/contract/base/endpoint';
import type { Call } from '#api/client';
import { FailureError, type Failure } from '#domain/base/failure';
import type { RepeatOptions } from './repeat.ts';

/** Needed seldom, and by no page before its first call has failed: it comes with the first touch, or then. */
export const bringRepeat = () => import('./repeat.ts');

/** Calls that are sent again where their server was away for a moment. Which ones, and how often: ./repeat.ts. */
export const repeating =
  (call: Call, options: RepeatOptions): Call =>
  (endpoint, input, asked = {}) => {
    const send = () => call(endpoint, input, asked);
    const area = areaOf(endpoint);
    const [person, isVisitor] = [options.personOf(area), options.tokens()[area] === null];
    const made = { endpoint, person, isVisitor, beganMs: options.now(), ...asked, ...options };
    return send().catch(async (error: unknown) => {
      // Anything else is said at once, without code that would not help.
      if (!(error instanceof FailureError) || !mayPass(error.failure)) throw error;
      const arrived = await bringRepeat().catch(() => null);
      if (!arrived) throw error;
      return arrived.afterFailure(error, send, call, made);
    });
  };

/** Without a line nothing can be brought either. */
const mayPass = (failure: Failure): boolean => (failure.kind === 'unreachable' ? failure.online : failure.kind === 'http');
