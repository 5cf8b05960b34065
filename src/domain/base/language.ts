/** The languages of the interface; the first is default and fallback, and the browser is not asked. Source: specification §1, §3. */
export const LANGUAGES = ['zh-cn', 'en'] as const;

export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'zh-cn';

/** Value of `<html lang>`, which browsers and screen readers understand. */
export const HTML_LANGUAGE: Readonly<Record<Language, string>> = { 'zh-cn': 'zh-CN', en: 'en' };

export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language);

/** What was stored, or the default where that is missing or damaged. */
export const restoreLanguage = (stored: unknown): Language => (isLanguage(stored) ? stored : DEFAULT_LANGUAGE);
