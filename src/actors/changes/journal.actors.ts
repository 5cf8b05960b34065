import { fromPromise } from 'xstate';
import { changeSetInfo, recordHistory } from '#api/contract/changes/change';
import { changeRecordsMachine } from '#machines/changes/change-records.machine';
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

/** Reads the records of a write. */
export const changeRecordsLogic = ({ call, find }: ChangePorts): typeof changeRecordsMachine =>
  changeRecordsMachine.provide({
    actors: {
      loadRecords: fromPromise(async ({ input: { set, page }, signal }) => {
        const reply = await call(changeSetInfo, { id: set, page }, { signal, duplicates: 'allowed' });
        return { records: decodeRecords(find, reply.records), total: reply.total };
      }),
    },
  });
