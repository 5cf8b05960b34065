import { fromPromise } from 'xstate';
import { changeSetInfo } from '#api/contract/changes/change';
import { changeRecordsMachine } from '#machines/changes/change-records.machine';
import { decodeRecords } from './decode-journal.ts';
import type { ChangePorts } from './undo-plan.actors.ts';

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
