import type { Language } from '#domain/base/language';
import type { TextFields } from '#domain/modules/module-parts';
import type { LocalText } from '#domain/site/document-page';
import { htmlText } from '../../../base/html-text.ts';
import type { PublicSection } from './public-modules.ts';
import { wordIn, type PublicRecord } from './public-records.ts';

/** Without an English field the words are the same in both languages. */
export function textOf(record: PublicRecord, { zh, en }: TextFields, language: Language): LocalText {
  const word = (key: string): string => wordIn(record, key);
  if (en === undefined) return { text: word(zh), isTranslated: true };
  if (language === 'en' && word(en) !== '') return { text: word(en), isTranslated: true };
  return { text: word(zh), isTranslated: language === 'zh-cn' || word(zh) === '' };
}

/**
 * The same as HTML, for pages that show it as such: only a rich text is one, and that was cleaned as the record was read. Whatever else
 * stands there, a stranger may have typed.
 */
export function htmlOf(record: PublicRecord, fields: TextFields, language: Language, { resource }: PublicSection): LocalText {
  const { text, isTranslated } = textOf(record, fields, language);
  const isMarkup = [fields.zh, fields.en].every((key) => key === undefined || resource.fields[key]?.kind === 'richText');
  return { text: isMarkup ? text : htmlText(text), isTranslated };
}

export const NOTHING_SAID: LocalText = { text: '', isTranslated: true };
