import { createInstance } from 'i18next';
import { fillMessage } from '#domain/app/fill-message';
import type { MessageCatalogue } from '#domain/app/find-message';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#domain/base/language';

export { DEFAULT_LANGUAGE, LANGUAGES, type Language };

type MessageParams = Readonly<Record<string, string | number>>;

export interface Messages {
  /** The text of a key such as `refusals.inUse`; a key nobody knows is answered as it is. */
  text(language: Language, key: string, params?: MessageParams): string;
}

/** A stored title that names a text is put into the caller's language; any other is shown as it is. */
export const titleFor = (messages: Messages, language: Language, title: string): string =>
  title.startsWith('menu.') ? messages.text(language, title) : title;

/** All files together; the first part of a key says which one. */
const TEXTS = 'texts';

/**
 * The same files and placeholders as in the browser, where one language is found without a library; here both stand beside each other, and one
 * that lacks a text falls back to the default one. Why: docs/decisions/275-i18next-speaks-on-the-server.md.
 */
export function createMessages(catalogues: Readonly<Record<Language, MessageCatalogue>>): Messages {
  const instance = createInstance({
    resources: Object.fromEntries(LANGUAGES.map((language) => [language, { [TEXTS]: catalogues[language] }])),
    defaultNS: TEXTS,
    nsSeparator: false,
    // Otherwise it would look for `zh-CN`, where nothing is.
    lowerCaseLng: true,
    fallbackLng: DEFAULT_LANGUAGE,
    initAsync: false,
    returnedObjectHandler: (key: string) => key,
  });
  void instance.init();
  // A file of a list asks for the same few with each of its rows. What nobody knows is not kept: there is no end of such keys.
  const known = { 'zh-cn': new Map<string, string>(), en: new Map<string, string>() } satisfies Record<Language, Map<string, string>>;
  const find = (language: Language, key: string): string => {
    const kept = known[language].get(key);
    if (kept !== undefined) return kept;
    const text = instance.t(key, { lng: language, skipInterpolation: true });
    if (text !== key) known[language].set(key, text);
    return text;
  };
  return {
    text(language, key, params) {
      const text = find(language, key);
      return params ? fillMessage(text, params) : text;
    },
  };
}
