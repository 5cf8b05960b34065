import type { Language } from '../base/language.ts';
import type { LocalText } from './document-page.ts';

/** A text that is kept in both languages, for a reader of one; where it was not translated, in Chinese. */
export const inLanguage = (language: Language, chinese: string, english: string): LocalText =>
  language === 'en' && english !== ''
    ? { text: english, isTranslated: true }
    : { text: chinese, isTranslated: language === 'zh-cn' || chinese === '' };
