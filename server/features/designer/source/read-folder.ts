import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Steps } from '#domain/designer/source/migration-text';
import { SECTION_LANGUAGES, type SectionLanguage, type SectionWords } from '#domain/designer/source/section-words';
import { hashOf } from './manifest.ts';

/** What lies in the folder of a section. */
export interface LyingTexts {
  readonly isThere: boolean;
  /** By file. */
  readonly texts: Readonly<Record<string, string>>;
  readonly words: Readonly<Partial<Record<SectionLanguage, SectionWords>>>;
  /** Of its migration, if it has one. */
  readonly steps?: Steps;
}

/** A module that was changed since it was read is another one: a server that runs for days would go on with the first. */
const addressOf = (path: string, text = ''): string => `${pathToFileURL(path).href}?${hashOf(text).slice(0, 16)}`;

/** @param path of the folder, whose name is the section's */
export async function readSectionFolder(path: string, name: string): Promise<LyingTexts> {
  const isThere = existsSync(path);
  const texts = isThere
    ? Object.fromEntries(
        readdirSync(path)
          .filter((file) => statSync(join(path, file)).isFile())
          .map((file) => [file, readFileSync(join(path, file), 'utf8')]),
      )
    : {};
  const migration = `${name}.migration.ts`;
  const exported: object =
    migration in texts ? ((await import(/* @vite-ignore */ addressOf(join(path, migration), texts[migration]))) as object) : {};
  const [steps] = Object.values(exported) as Steps[];
  return {
    isThere,
    texts,
    words: Object.fromEntries(
      SECTION_LANGUAGES.flatMap((language) => {
        const text = texts[`${language}.json`];
        return text === undefined ? [] : [[language, JSON.parse(text) as SectionWords]];
      }),
    ),
    ...(steps && { steps }),
  };
}
