import { failureOf, type Failure } from '#domain/base/failure';

export interface Thrown {
  readonly error: unknown;
}

/** How a machine keeps in its context why something failed: `setFailure: assign(toFailure)`. */
export const toFailure = (_: unknown, { error }: Thrown): { readonly failure: Failure } => ({ failure: failureOf(error) });

/** What was thrown, as the parameters of an action or a guard. */
export const errorOf = ({ event }: { readonly event: Thrown }): Thrown => ({ error: event.error });

/** For `onError` of a machine that has `setFailure`. */
export const SET_FAILURE = { type: 'setFailure', params: errorOf } as const;
