import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { applyChanges, planChanges, planShape } from '#api/contract/changes/change';
import { FailureError, failureOf } from '#domain/base/failure';
import type { PlanRequest } from '#domain/changes/change-plan';
import { undoPlanMachine, type ApplyAnswer } from '#machines/changes/undo-plan.machine';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import { decodePlan, type ResourceFinder } from './decode-journal.ts';

export interface ChangePorts {
  readonly call: Call;
  readonly find: ResourceFinder;
}

export interface UndoPlanPorts extends ChangePorts {
  /** The records of these sections are no longer what lists show of them; null: of sections that are not known. */
  readonly recordsChanged: (resources: readonly string[] | null) => void;
}

/** What got no answer may have been done all the same. */
export const isUnanswered = (error: unknown): boolean => failureOf(error)?.kind !== 'rejected';

/** The request as the wire has it. */
const wishOf = (request: PlanRequest) => ('sets' in request ? { ...request, sets: [...request.sets] } : request);

/** Plans, and does what was planned. A refusal that comes with a plan is an answer: the world has moved on. */
export const undoPlanLogic = ({ call, find, recordsChanged }: UndoPlanPorts): typeof undoPlanMachine =>
  undoPlanMachine.provide({
    actors: {
      plan: fromPromise(async ({ input: { request }, signal }) => {
        if (!request) throw new Error('a plan was asked for without a word of what');
        return decodePlan(await call(planChanges, wishOf(request), { signal, duplicates: 'allowed' }), find);
      }),
      apply: fromPromise(async ({ input: { request, hash, resources, idempotencyKey }, signal }): Promise<ApplyAnswer> => {
        try {
          await call(applyChanges, { ...wishOf(request), hash }, { signal, idempotencyKey, timeoutMs: ANSWERED_WITHIN_MS });
        } catch (error) {
          const plan =
            error instanceof FailureError && error.failure.kind === 'rejected' ? planShape.safeParse(error.failure.current) : null;
          if (isUnanswered(error)) recordsChanged(resources);
          if (!plan?.success) throw error;
          return { outcome: 'moved', plan: decodePlan(plan.data, find) };
        }
        recordsChanged(resources);
        return { outcome: 'applied' };
      }),
    },
  });
