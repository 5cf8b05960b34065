import type { Call } from '#api/client';
import type { ChosenFile } from '#machines/files/upload.machine';
import type { moduleStoreMachine } from '#machines/modules/module-store.machine';
import type { AppPorts } from '../base/ports.ts';

/** The logic of the module store with its effects bound; it comes with its page. */
export interface ModulesBundle {
  readonly store: typeof moduleStoreMachine;
  /** Keeps a file that somebody chose until it was sent. */
  readonly keepFile: (file: File) => ChosenFile;
}

export interface ModulesBundlePorts extends Pick<AppPorts, 'clock' | 'tabStorage'> {
  readonly call: Call;
  readonly newKey: () => string;
}

/** Whoever imports this lists the files of nothing that it brings. */
export async function modulesBundle({ call, clock, tabStorage, newKey }: ModulesBundlePorts): Promise<ModulesBundle> {
  const [{ moduleStoreLogic }, { pendingRuns }, { createFiles }, { saveFile }] = await Promise.all([
    import('./module-store.actors.ts'),
    import('./pending-run.ts'),
    import('../base/files.ts'),
    import('../base/save-file.ts'),
  ]);
  const files = createFiles(newKey);
  return {
    store: moduleStoreLogic({ call, files, saveFile, pause: clock.pause, pendingRuns: pendingRuns(tabStorage) }),
    keepFile: files.keep,
  };
}
