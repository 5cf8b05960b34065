import { DEFAULT_LANGUAGE, type Language } from '../base/language.ts';

/** Public pages that the server draws, each by the pattern of its address in the default language. */
const DOCUMENTS = {
  home: /^\/$/u,
} as const satisfies Readonly<Record<string, RegExp>>;

export type DocumentName = keyof typeof DOCUMENTS;

/** A document's place: each language has addresses of its own. */
export interface DocumentPlace {
  readonly name: DocumentName;
  readonly language: Language;
  /** As in the default language. */
  readonly path: string;
  /** What stands in the path for the pattern's groups. */
  readonly parts: readonly string[];
}

const PREFIX: Readonly<Record<Language, string>> = { 'zh-cn': '', en: '/en' };

/** Where a document is in a language; `path` as in the default language. */
export const documentPath = (language: Language, path: string): string =>
  language === DEFAULT_LANGUAGE ? path : `${PREFIX[language]}${path === '/' ? '' : path}`;

/** @returns null for what is no document's address; a slash at the end makes none */
export function documentAt(path: string): DocumentPlace | null {
  const [language, plain] = /^\/en(?:\/|$)/u.test(path)
    ? (['en', path.slice('/en'.length) || '/'] as const)
    : ([DEFAULT_LANGUAGE, path] as const);
  if (language !== DEFAULT_LANGUAGE && path === `${PREFIX[language]}/`) return null;
  for (const [name, pattern] of Object.entries(DOCUMENTS)) {
    const found = pattern.exec(plain);
    if (found) return { name: name as DocumentName, language, path: plain, parts: found.slice(1) };
  }
  return null;
}
