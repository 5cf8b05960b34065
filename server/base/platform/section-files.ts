import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../src/sections', import.meta.url));

/** The endings of what a section's folder holds for the server. */
type Ending = 'resource.ts' | 'life.ts' | 'hooks.ts' | 'migration.ts' | 'zh-cn.json' | 'en.json';

interface SectionFile {
  /** The section's folder, such as `goods-category`. */
  readonly section: string;
  readonly path: string;
}

/** The files with this ending, one in each section that has it, in the order of the folders' names. */
export const sectionFiles = (ending: Ending): readonly SectionFile[] =>
  readdirSync(ROOT)
    .sort()
    .map((section) => ({ section, path: join(ROOT, section, ending.endsWith('.json') ? ending : `${section}.${ending}`) }))
    .filter(({ path }) => existsSync(path));

/** What each of these files exports, which is one thing. @throws where a file exports several */
export async function importSections(ending: Ending): Promise<readonly { readonly section: string; readonly main: unknown }[]> {
  return Promise.all(
    sectionFiles(ending).map(async ({ section, path }) => {
      const exported: unknown[] = Object.values((await import(/* @vite-ignore */ pathToFileURL(path).href)) as object);
      if (exported.length !== 1) throw new Error(`${path} has ${exported.length} exports instead of one`);
      return { section, main: exported[0] };
    }),
  );
}
