import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Steps } from '../../src/domain/designer/source/migration-text.ts';
import { SECTION_LANGUAGES, type SectionLanguage, type Words } from '../../src/domain/designer/source/section-words.ts';

/** The folder of one section, before and while it is written. */
export interface SectionFolder {
  readonly isThere: boolean;
  /** By file. */
  readonly texts: Readonly<Record<string, string>>;
  readonly words: Readonly<Partial<Record<SectionLanguage, Words>>>;
  /** Of its migration, if it has one. */
  readonly steps?: Steps;
  write(path: string, text: string): void;
  remove(path: string): void;
  /** Makes everything as it was. */
  takeBack(): void;
}

/** @param path of the folder, whose name is the section's */
export async function openSectionFolder(path: string, name: string): Promise<SectionFolder> {
  const isThere = existsSync(path);
  const texts = isThere
    ? Object.fromEntries(
        readdirSync(path)
          .filter((file) => statSync(join(path, file)).isFile())
          .map((file) => [file, readFileSync(join(path, file), 'utf8')]),
      )
    : {};
  const migration = `${name}.migration.ts`;
  const exported: object = migration in texts ? ((await import(pathToFileURL(join(path, migration)).href)) as object) : {};
  const [steps] = Object.values(exported) as Steps[];
  const touched = new Set<string>();
  return {
    isThere,
    texts,
    words: Object.fromEntries(
      SECTION_LANGUAGES.flatMap((language) => {
        const text = texts[`${language}.json`];
        return text === undefined ? [] : [[language, JSON.parse(text) as Words]];
      }),
    ),
    ...(steps && { steps }),
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
