import { fillMessage } from '#domain/app/fill-message';
import { type Catalogue, findMessage } from '#domain/app/find-message';
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

/** The same files and placeholders as in the browser; a language lacking a text falls back to the default one. */
export function createMessages(catalogues: Readonly<Record<Language, Catalogue>>): Messages {
  return {
    text(language, key, params) {
      const text = findMessage(catalogues[language], key) ?? findMessage(catalogues[DEFAULT_LANGUAGE], key) ?? key;
      return params ? fillMessage(text, params) : text;
    },
  };
}
