import { fromPromise } from 'xstate';
import { recordHistory } from '#api/contract/changes/change';
import { recordHistoryMachine } from '#machines/changes/record-history.machine';
import { decodeRecords } from './decode-journal.ts';
import type { ChangePorts } from './undo-plan.actors.ts';

/** Reads the versions of a record. */
export const recordHistoryLogic = ({ call, find }: ChangePorts): typeof recordHistoryMachine =>
  recordHistoryMachine.provide({
    actors: {
      loadVersions: fromPromise(async ({ input: { resource, id, before }, signal }) => {
        const { versions, next, canRewind } = await call(recordHistory, { resource, id, ...(before !== null && { before }) }, { signal });
        return { versions: decodeRecords(find, versions), next, canRewind };
      }),
    },
  });
