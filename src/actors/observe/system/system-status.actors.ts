import { filter, firstValueFrom, fromEvent, takeUntil } from 'rxjs';
import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { cancelJob, makeBackup, readSystem, retryJob } from '#api/contract/observe/system';
import type { sectionRestoreMachine } from '#machines/changes/section-restore.machine';
import { systemStatusMachine } from '#machines/observe/system-status.machine';
import type { MediaPort } from '../../base/ports.ts';
import { sectionRestoreLogic } from '../../changes/section-restore.actors.ts';

/** The logic of the page that tells how the installation is. */
export interface SystemBundle {
  readonly systemStatus: typeof systemStatusMachine;
  readonly sectionRestore: typeof sectionRestoreMachine;
}

export interface SystemPorts {
  readonly call: Call;
  readonly media: Pick<MediaPort, 'visible'>;
}

export const systemBundle = (ports: SystemPorts): SystemBundle => ({
  systemStatus: systemStatusLogic(ports),
  sectionRestore: sectionRestoreLogic(ports),
});

/** Reads how the installation is, and looks after its jobs. Its page says itself what failed. */
export const systemStatusLogic = ({ call, media }: SystemPorts): typeof systemStatusMachine =>
  systemStatusMachine.provide({
    actors: {
      comeIntoSight: fromPromise(async ({ signal }) => {
        const seen = media.visible.pipe(filter(Boolean), takeUntil(fromEvent(signal, 'abort')));
        await firstValueFrom(seen, { defaultValue: null });
      }),
      loadStatus: fromPromise(({ signal }) => call(readSystem, {}, { signal, quietErrors: true, duplicates: 'allowed' })),
      doJobAct: fromPromise(async ({ input, signal }) => {
        if (!input) return;
        const options = { signal, quietErrors: true } as const;
        if (input.act === 'backup') await call(makeBackup, {}, options);
        else await call(input.act === 'retry' ? retryJob : cancelJob, { id: input.id }, options);
      }),
    },
  });
