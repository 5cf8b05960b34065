import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { eraseChanges, planErasure } from '#api/contract/changes/change';
import { erasureMachine } from '#machines/changes/erasure.machine';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';

/** Erases what the journal has of a record. */
export const erasureLogic = ({ call }: { readonly call: Call }): typeof erasureMachine =>
  erasureMachine.provide({
    actors: {
      loadPlan: fromPromise(({ input: { resource, id }, signal }) => call(planErasure, { resource, id }, { signal })),
      erase: fromPromise(async ({ input: { resource, id, title, idempotencyKey }, signal }) => {
        const { versions, deletions, watched } = await call(
          eraseChanges,
          { resource, id, title },
          { signal, idempotencyKey, timeoutMs: ANSWERED_WITHIN_MS },
        );
        return { versions, deletions, watched };
      }),
    },
  });
