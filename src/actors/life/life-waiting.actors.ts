import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { readLifeWaiting } from '#api/contract/changes/life-figures';
import { lifeWaitingMachine } from '#machines/life/life-waiting.machine';

/** Reads what waits for whoever is signed in. */
export const lifeWaitingLogic = ({ call }: { readonly call: Call }): typeof lifeWaitingMachine =>
  lifeWaitingMachine.provide({
    actors: { loadWaiting: fromPromise(({ signal }) => call(readLifeWaiting, {}, { signal, quietErrors: true })) },
  });
