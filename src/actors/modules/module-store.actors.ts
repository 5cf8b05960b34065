import { fromPromise } from 'xstate';
import {
  countModuleRecords,
  fetchModuleArchive,
  listModuleRuns,
  listModules,
  listWaitingModules,
  pauseModule,
  pinModule,
  purgeModule,
  removeModule,
} from '#api/contract/modules/modules';
import { addRegistry, listRegistries, lookAtRegistry, refreshRegistry, removeRegistry } from '#api/contract/modules/registries';
import { wireUpload } from '#api/contract/modules/wire-modules';
import { uploadAsAdmin } from '#api/contract/files/upload';
import { moduleStoreMachine } from '#machines/modules/module-store.machine';
import type { StoreAct } from '#machines/modules/module-store.vocabulary';
import { registryAddingMachine } from '#machines/modules/registry-adding.machine';
import type { StoreFacts } from '#machines/modules/module.vocabulary';
import type { FilesPort } from '../base/ports.ts';
import { moduleInstallLogic, type ModuleInstallPorts } from './module-install.actors.ts';

export interface ModuleStorePorts extends ModuleInstallPorts {
  readonly files: FilesPort;
  /** Lets the browser save a file. */
  readonly saveFile: (name: string, content: Blob) => void;
}

/** The module store with its effects bound; it shows itself what is refused. */
export function moduleStoreLogic(ports: ModuleStorePorts): typeof moduleStoreMachine {
  const { call, files, pendingRuns, saveFile } = ports;

  async function readStore(signal: AbortSignal): Promise<StoreFacts> {
    const options = { signal, quietErrors: true, duplicates: 'allowed' } as const;
    const [{ list: modules }, { list: runs }, { list: waiting }, { list: registries }] = await Promise.all([
      call(listModules, {}, options),
      call(listModuleRuns, {}, options),
      call(listWaitingModules, {}, options),
      call(listRegistries, {}, options),
    ]);
    return {
      modules,
      waiting,
      registries,
      runs: runs.map(({ id, uid, kind, from_version: from, to_version: to, admin: by, at }) => ({ id, uid, kind, from, to, by, at })),
      pending: [],
    };
  }

  async function perform(act: StoreAct): Promise<unknown> {
    const options = { quietErrors: true };
    switch (act.act) {
      case 'pause':
        return call(pauseModule, { uid: act.uid, isPaused: act.isPaused }, options);
      case 'pin':
        return call(pinModule, { uid: act.uid, isPinned: act.isPinned }, options);
      case 'remove':
        return call(removeModule, { uid: act.uid, records: act.records, typed: act.typed }, options);
      case 'purge':
        return call(purgeModule, { uid: act.uid, typed: act.typed }, options);
      case 'saveArchive': {
        // Only of a file that is looked at while it comes is it told why it ends, as where somebody takes the records back meanwhile.
        const { name, blob } = await call(fetchModuleArchive, { uid: act.uid }, { ...options, onReceived: () => undefined });
        return saveFile(name, blob);
      }
      case 'refresh':
        return call(refreshRegistry, { id: act.id, fingerprint: act.fingerprint }, options);
      case 'forget':
        return call(removeRegistry, { id: act.id }, options);
      default:
        return act satisfies never;
    }
  }

  return moduleStoreMachine.provide({
    actors: {
      loadStore: fromPromise(async ({ signal }) => ({ ...(await readStore(signal)), pending: pendingRuns.read() })),
      act: fromPromise(({ input }) => perform(input)),
      countRecords: fromPromise(async ({ input, signal }) => {
        const { uid, of } = input;
        const { sections } = await call(
          countModuleRecords,
          { uid, ...(of === 'records' && { of }) },
          { signal, quietErrors: true, duplicates: 'allowed' },
        );
        return sections;
      }),
      receivePackage: fromPromise(async ({ input, signal }) => {
        const sent = { signal, quiet: true, quietErrors: true, file: files.read(input.fileId) } as const;
        const { file } = await call(uploadAsAdmin, { forceLocal: 1 }, sent);
        const { info } = await call(wireUpload, { file: file.url }, { signal, quietErrors: true });
        return { uid: info.uid, facts: await readStore(signal) };
      }),
      moduleInstall: moduleInstallLogic(ports),
      registryAdding: registryAddingMachine.provide({
        actors: {
          lookAtRegistry: fromPromise(({ input, signal }) => call(lookAtRegistry, input, { signal, quietErrors: true })),
          addRegistry: fromPromise(({ input }) => call(addRegistry, input, { quietErrors: true })),
        },
      }),
    },
    actions: { clearFile: (_, { fileId }) => files.forget(fileId) },
  });
}
