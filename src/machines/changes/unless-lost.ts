import { failureOf, isDecided } from '#domain/base/failure';
import { errorOf, SET_FAILURE } from '../base/failing.ts';

/** Whether the server has said no: whoever asks again hears the same. What is busy or out of reach may answer the next time. */
export function isDefinite(error: unknown): boolean {
  const failure = failureOf(error);
  return isDecided(failure) || (failure.kind === 'http' && failure.status < 500 && failure.status !== 429);
}

/** Who asks again and again goes on, unless the server knows nothing of it any more. For a machine with `isOver`, `setLost` and `SET_FAILURE`. */
export const unlessLost = <Target extends string>(target: Target) =>
  [
    { guard: { type: 'isOver', params: errorOf }, target, actions: 'setLost' },
    { target: 'pausing', actions: SET_FAILURE },
  ] as const;
