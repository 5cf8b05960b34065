import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { cancelJob, makeBackup, readSystem, retryJob } from '#api/contract/observe/system';
import type { sectionRestoreMachine } from '#machines/changes/section-restore.machine';
import { systemStatusMachine } from '#machines/observe/system-status.machine';
import { sectionRestoreLogic } from '../../changes/section-restore.actors.ts';

/** The logic of the page that tells how the installation is. */
export interface SystemBundle {
  readonly systemStatus: typeof systemStatusMachine;
  readonly sectionRestore: typeof sectionRestoreMachine;
}

export const systemBundle = (ports: { readonly call: Call }): SystemBundle => ({
  systemStatus: systemStatusLogic(ports),
  sectionRestore: sectionRestoreLogic(ports),
});

/** Reads how the installation is, and looks after its jobs. Its page says itself what failed. */
export const systemStatusLogic = ({ call }: { readonly call: Call }): typeof systemStatusMachine =>
  systemStatusMachine.provide({
    actors: {
      loadStatus: fromPromise(({ signal }) => call(readSystem, {}, { signal, quietErrors: true, duplicates: 'allowed' })),
      doJobAct: fromPromise(async ({ input, signal }) => {
        if (!input) return;
        const options = { signal, quietErrors: true } as const;
        if (input.act === 'backup') await call(makeBackup, {}, options);
        else await call(input.act === 'retry' ? retryJob : cancelJob, { id: input.id }, options);
      }),
    },
  });
