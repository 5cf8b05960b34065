import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { applyModule, bringModule, planModule, readModule, readModuleRun } from '#api/contract/modules/modules';
import { moduleInstallMachine } from '#machines/modules/module-install.machine';
import type { Pause } from '../base/call-ports.ts';
import type { PendingRuns } from './pending-run.ts';

export interface ModuleInstallPorts {
  readonly call: Call;
  readonly pause: Pause;
  readonly pendingRuns: PendingRuns;
}

/** Between two questions what has become of a run. */
const ASK_PAUSE_MS = 1000;
/** A request that was sent and not heard of may still be on its way when nothing is being changed yet. */
const TIMES_UNHEARD_OF = 3;

/** The way of a module with its effects bound; it shows itself what is refused. */
export const moduleInstallLogic = ({ call, pause, pendingRuns }: ModuleInstallPorts): typeof moduleInstallMachine =>
  moduleInstallMachine.provide({
    actors: {
      fetchPackage: fromPromise(({ input, signal }) => call(bringModule, input, { signal, quietErrors: true })),
      readPackage: fromPromise(({ input, signal }) => call(readModule, input, { signal, quietErrors: true })),
      makePlan: fromPromise(({ input: { uid, version, act, records }, signal }) =>
        call(planModule, { uid, version, act, records }, { signal, quietErrors: true }),
      ),
      // Nobody takes back what was begun by leaving: the server brings it to its end.
      apply: fromPromise(({ input: { publisher, ...input } }) =>
        call(applyModule, { ...input, ...(publisher !== null && { publisher }) }, { quietErrors: true }),
      ),
      askRun: fromPromise(async ({ input: { run }, signal }) => {
        let unheardOf = 0;
        while (!signal.aborted) {
          const { state } = await call(readModuleRun, { run }, { signal, quietErrors: true, duplicates: 'allowed' });
          if (state === 'done') return true;
          unheardOf = state === 'none' ? unheardOf + 1 : 0;
          if (unheardOf === TIMES_UNHEARD_OF) return false;
          await pause(ASK_PAUSE_MS);
        }
        return false;
      }),
    },
    actions: {
      keepRun: (_, pending) => pendingRuns.keep(pending),
      dropRun: (_, ended) => pendingRuns.drop(ended),
    },
  });
