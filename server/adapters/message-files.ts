import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sectionMessages, type SectionTexts } from '#domain/table/section-folder';
import { createMessages, LANGUAGES, type Catalogue, type Language, type Messages } from '../base/messages.ts';
import { sectionFiles } from '../base/section-files.ts';

/** Those the server speaks from: what it shares with the browser, why it refuses, validation, the texts of resources, menus and settings, what captchas ask for, what is written around codes, the words of the public pages, what the built-in answerer says, and what other clients read of the module store. */
export const SERVER_NAMESPACES = [
  'errors',
  'refusals',
  'designer',
  'validation',
  'resources',
  'menu',
  'captcha',
  'verification',
  'archive',
  'settings',
  'answers',
  'site',
  'familyStore',
] as const;

const read = (file: string): Catalogue => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : {});

/** Reads the same files the browser has, and those of the sections. A missing one leaves its keys unspoken rather than the server down. */
export function readMessages(folder: string): Messages {
  const catalogue = (language: Language): Catalogue => {
    const texts = sectionFiles(`${language}.json`).map(({ section, path }) => [section, read(path) as SectionTexts] as const);
    const added: Catalogue = sectionMessages(Object.fromEntries(texts));
    return Object.fromEntries(
      SERVER_NAMESPACES.map((namespace) => [
        namespace,
        { ...read(join(folder, language, `${namespace}.json`)), ...(added[namespace] as Catalogue | undefined) },
      ]),
    );
  };
  return createMessages(Object.fromEntries(LANGUAGES.map((language) => [language, catalogue(language)])) as Record<Language, Catalogue>);
}
