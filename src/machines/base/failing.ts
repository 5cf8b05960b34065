import { failureOf, type Failure } from '#domain/base/failure';

interface Thrown {
  readonly error: unknown;
}

/** How a machine keeps in its context why something failed: `setFailure: assign(toFailure)`. */
export const toFailure = (_: unknown, { error }: Thrown): { readonly failure: Failure } => ({ failure: failureOf(error) });

/** What was thrown, as the parameters of an action or a guard. */
export const errorOf = ({ event }: { readonly event: Thrown }): Thrown => ({ error: event.error });

/** For `onError` of a machine that has `setFailure`. */
export const SET_FAILURE = { type: 'setFailure', params: errorOf } as const;

/** Whether the server has said no: whoever asks again hears the same. What is busy or out of reach may answer the next time. */
export function isFinal(error: unknown): boolean {
  const failure = failureOf(error);
  return failure.kind === 'rejected' || (failure.kind === 'http' && failure.status < 500 && failure.status !== 429);
}

/** Who asks again and again goes on, unless the server knows nothing of it any more. For a machine with `isOver`, `setLost` and `SET_FAILURE`. */
export const unlessLost = <Target extends string>(target: Target) =>
  [
    { guard: { type: 'isOver', params: errorOf }, target, actions: 'setLost' },
    { target: 'pausing', actions: SET_FAILURE },
  ] as const;
