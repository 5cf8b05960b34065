import { fillMessage } from '#domain/app/fill-message';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#domain/base/language';

export { DEFAULT_LANGUAGE, LANGUAGES, type Language };

type MessageParams = Readonly<Record<string, string | number>>;
/** Namespace → nested texts, as the files in `locales/` carry them. */
export type Catalogue = Readonly<Record<string, unknown>>;

export interface Messages {
  /** The text of a key such as `refusals.inUse`; a key nobody knows is answered as it is. */
  text(language: Language, key: string, params?: MessageParams): string;
}

/** A stored title that names a text is put into the caller's language; any other is shown as it is. */
export const titleFor = (messages: Messages, language: Language, title: string): string =>
  title.startsWith('menu.') ? messages.text(language, title) : title;

/** A level may hold whole dotted keys beside nested ones, as i18next allows. */
function find(catalogue: Catalogue, key: string): string | undefined {
  const whole = Object.hasOwn(catalogue, key) ? catalogue[key] : undefined;
  if (typeof whole === 'string') return whole;
  const dot = key.indexOf('.');
  const [name, rest] = [key.slice(0, dot), key.slice(dot + 1)];
  const below = dot > 0 && Object.hasOwn(catalogue, name) ? catalogue[name] : undefined;
  return typeof below === 'object' && below !== null ? find(below as Catalogue, rest) : undefined;
}

/** The same files and placeholders as in the browser; a language lacking a text falls back to the default one. */
export function createMessages(catalogues: Readonly<Record<Language, Catalogue>>): Messages {
  return {
    text(language, key, params) {
      const text = find(catalogues[language], key) ?? find(catalogues[DEFAULT_LANGUAGE], key) ?? key;
      return params ? fillMessage(text, params) : text;
    },
  };
}
