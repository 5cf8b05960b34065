import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMessages, LANGUAGES, type Catalogue, type Language, type Messages } from '../base/messages.ts';

/** Those the server speaks from: what it shares with the browser, why it refuses, validation, the texts of resources, menus and settings, what captchas ask for, and what is written around codes. */
const NAMESPACES = ['errors', 'refusals', 'validation', 'resources', 'menu', 'captcha', 'verification', 'settings'] as const;

/** Reads the same files the browser has. A missing one leaves its keys unspoken rather than the server down. */
export function readMessages(folder: string): Messages {
  const catalogue = (language: Language): Catalogue =>
    Object.fromEntries(
      NAMESPACES.flatMap((namespace) => {
        const file = join(folder, language, `${namespace}.json`);
        return existsSync(file) ? [[namespace, JSON.parse(readFileSync(file, 'utf8')) as unknown]] : [];
      }),
    );
  return createMessages(Object.fromEntries(LANGUAGES.map((language) => [language, catalogue(language)])) as Record<Language, Catalogue>);
}
