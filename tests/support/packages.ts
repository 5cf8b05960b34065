import { join } from 'node:path';
import type { ModuleShelf } from '#server/features/modules/module-shelf';
import { shelfIndex } from '../../scripts/modules/shelf-index.ts';
import { readSource, writePackage, type SourceFiles } from '../../scripts/modules/write-package.ts';

export type { SourceFiles };
/** The files of a module of the program, by their names in the package. */
export const sourceOf = (uid: string): SourceFiles => readSource(join(process.cwd(), 'modules', uid));

/** The same module without what it shows to anybody: it asks for nothing. */
export function withoutPublic(files: SourceFiles): SourceFiles {
  const inner = Object.entries(files).filter(([name]) => !/^(?:pages|assets)\/|^(?:public|settings)\.json$/u.test(name));
  return changedFile(Object.fromEntries(inner), 'module.json', ({ asks }) => {
    for (const ask of Object.keys(asks)) asks[ask] = [];
  });
}

type Loose = any; // oxlint-disable-line typescript/no-explicit-any -- packages are changed freely
export const readFile = (files: SourceFiles, name: string): Loose => JSON.parse(new TextDecoder().decode(files[name]));
export const jsonBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** The same files with one of them changed. */
export function changedFile(files: SourceFiles, name: string, change: (value: Loose) => void): SourceFiles {
  const value = readFile(files, name);
  change(value);
  return { ...files, [name]: jsonBytes(value) };
}

export async function shelfOf(...sources: readonly SourceFiles[]): Promise<ModuleShelf> {
  const packed = await Promise.all(
    sources.map(async (files) => {
      const { uid, version } = readFile(files, 'module.json');
      return { file: `${uid}-${version}.zip`, bytes: await writePackage(files) };
    }),
  );
  return { index: await shelfIndex(packed, new Map()), read: (file) => packed.find((one) => one.file === file)!.bytes };
}
