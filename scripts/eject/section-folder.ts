import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSectionFolder, type LyingTexts } from '../../server/features/designer/source/read-folder.ts';

/** The folder of one section, before and while it is written. */
export interface SectionFolder extends LyingTexts {
  write(path: string, text: string): void;
  remove(path: string): void;
  /** Makes everything as it was. */
  takeBack(): void;
}

/** @param path of the folder, whose name is the section's */
export async function openSectionFolder(path: string, name: string): Promise<SectionFolder> {
  const lying = await readSectionFolder(path, name);
  const { isThere, texts } = lying;
  const touched = new Set<string>();
  return {
    ...lying,
    write(file, text) {
      touched.add(file);
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, file), text);
    },
    remove(file) {
      touched.add(file);
      rmSync(join(path, file), { force: true });
    },
    takeBack() {
      for (const file of touched) {
        const text = texts[file];
        if (text === undefined) rmSync(join(path, file), { force: true });
        else writeFileSync(join(path, file), text);
      }
      if (!isThere) rmSync(path, { recursive: true, force: true });
    },
  };
}
