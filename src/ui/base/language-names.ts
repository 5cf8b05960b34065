import { LANGUAGES, type Language } from '#domain/base/language';

/** A language is named in itself, whatever the page speaks. */
export const LANGUAGE_OWN_NAME: Readonly<Record<Language, string>> = { 'zh-cn': '简体中文', en: 'English' };

/** The next of the languages; with two of them, the other one. */
export const otherLanguage = (current: Language): Language => LANGUAGES[(LANGUAGES.indexOf(current) + 1) % LANGUAGES.length] ?? current;
