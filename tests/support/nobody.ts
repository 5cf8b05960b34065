import { createEmptyActor, type AnyActorRef } from 'xstate';

/** An owner that listens to nothing, for a machine that is looked at by itself. */
export const nobody = createEmptyActor() as AnyActorRef;
