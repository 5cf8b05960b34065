import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { lookAtSection, readRestoreChoices, readSectionRestore, restoreSection } from '#api/contract/changes/section-restore';
import { sectionRestoreMachine } from '#machines/changes/section-restore.machine';

/** Brings one section back from a backup. Its window says itself what failed. */
export const sectionRestoreLogic = ({ call }: { readonly call: Call }): typeof sectionRestoreMachine =>
  sectionRestoreMachine.provide({
    actors: {
      loadChoices: fromPromise(({ signal }) => call(readRestoreChoices, {}, { signal, quietErrors: true })),
      askLook: fromPromise(async ({ input, signal }) => (await call(lookAtSection, input, { signal, quietErrors: true })).id),
      askRestore: fromPromise(async ({ input: { password, ...wish }, signal }) => {
        if (!password) throw new Error('nobody has typed a password');
        return (await call(restoreSection, { ...wish, password }, { signal, quietErrors: true })).id;
      }),
      readWork: fromPromise(({ input, signal }) => call(readSectionRestore, input, { signal, quietErrors: true, duplicates: 'allowed' })),
    },
  });
