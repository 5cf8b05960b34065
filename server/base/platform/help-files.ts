import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Texts } from '#domain/fields/kinds/base/declared';

type Language = keyof Texts;

const ROOT = fileURLToPath(new URL('../../../help', import.meta.url));

interface HelpFile {
  readonly slug: string;
  readonly text: string;
}

/** The articles of the help in one language as they stand in their files, in the order of their names. */
export const readHelpFiles = (language: Language): readonly HelpFile[] =>
  readdirSync(join(ROOT, language))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => ({ slug: name.slice(0, -'.md'.length), text: readFileSync(join(ROOT, language, name), 'utf8') }));
