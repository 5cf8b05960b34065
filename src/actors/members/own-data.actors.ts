import { fromPromise } from 'xstate';
import type { OutputOf } from '#api/contract/base/endpoint';
import * as contract from '#api/contract/members/own-data';
import { dataExportMachine, type ExportInfo } from '#machines/members/data-export.machine';
import { deletionMachine } from '#machines/members/deletion.machine';
import type { SafetyPorts } from './safety-ports.ts';

export interface OwnDataPorts extends SafetyPorts {
  /** Lets the browser save a file. */
  readonly saveFile: (name: string, content: Blob) => void;
}

const infoOf = ({ state, uuid, size, expire_time: expireTime, progress }: OutputOf<typeof contract.readExport>): ExportInfo => ({
  state,
  uuid,
  sizeBytes: size,
  expireTime,
  progress,
});

/** The archive of all that is kept of the member; asking for it and fetching it want a proof of presence. */
export const dataExportLogic = ({ call, withProof, saveFile }: OwnDataPorts): typeof dataExportMachine =>
  dataExportMachine.provide({
    actors: {
      readExport: fromPromise(async ({ signal }) => infoOf(await call(contract.readExport, {}, { signal, duplicates: 'allowed' }))),
      requestExport: fromPromise(async ({ signal }) => infoOf(await withProof(() => call(contract.requestExport, {}, { signal }), signal))),
      fetchExport: fromPromise(async ({ input: { uuid }, signal }) => {
        const { name, blob } = await withProof(() => call(contract.fetchExport, { uuid }, { signal }), signal);
        saveFile(name, blob);
      }),
    },
  });

/** The end of the account; asking for it wants a proof of presence, keeping the account does not. */
export const deletionLogic = ({ call, withProof }: SafetyPorts): typeof deletionMachine =>
  deletionMachine.provide({
    actors: {
      readDeletion: fromPromise(async ({ signal }) => (await call(contract.readDeletion, {}, { signal, duplicates: 'allowed' })).due_time),
      requestDeletion: fromPromise(
        async ({ signal }) => (await withProof(() => call(contract.requestDeletion, {}, { signal }), signal)).due_time,
      ),
      cancelDeletion: fromPromise(async ({ signal }) => {
        await call(contract.cancelDeletion, {}, { signal });
      }),
    },
  });
