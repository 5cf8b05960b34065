import type { Call } from '#api/client';
import type { importMachine } from '#machines/table/import.machine';
import { createFiles } from '../base/files.ts';
import type { FilesPort } from '../base/ports.ts';
import { requireResource } from '../base/resource-book.ts';
import { saveFile } from '../base/save-file.ts';
import { importLogic } from './import.actors.ts';

/** What brings records in from a file, with effects bound; no list begins with it. */
export interface ImportBundle {
  readonly importRows: typeof importMachine;
  /** Keeps a chosen file and says how machines know it. */
  readonly keep: FilesPort['keep'];
}

export function importBundle({ call, newKey }: { readonly call: Call; readonly newKey: () => string }): ImportBundle {
  const files = createFiles(newKey);
  return { importRows: importLogic({ call, files, resourceOf: requireResource, saveFile }), keep: files.keep };
}
