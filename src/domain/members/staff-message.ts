import type { Issue, Issues } from '../base/issue.ts';
import { isInvisible, lengthInCodePoints } from '../base/validation.ts';

/** How long the words of administrators to members may be, in characters, and how many members may be chosen one by one. */
export const STAFF_TITLE_MAX = 120;
export const STAFF_TEXT_MAX = 2000;
export const STAFF_CHOSEN_MAX = 1000;

/** Whom a message of administrators is for. */
export type StaffAudience = 'all' | 'group' | 'chosen';

/** What administrators write to members. English words are left out, or there are both. */
export interface StaffWords {
  readonly title: string;
  readonly text: string;
  readonly titleEn: string;
  readonly textEn: string;
}

export const NO_STAFF_WORDS: StaffWords = { title: '', text: '', titleEn: '', textEn: '' };

/** Whether a reader of English has words of their own. */
const hasEnglish = ({ titleEn, textEn }: StaffWords): boolean =>
  isFarTooLong(titleEn, STAFF_TITLE_MAX) || isFarTooLong(textEn, STAFF_TEXT_MAX) || !isInvisible(titleEn) || !isInvisible(textEn);

/** Longer than `max` characters of any kind, blanks among them: nothing more is looked at then. */
const isFarTooLong = (value: string, max: number): boolean => value.length > 2 * max;

const issueOf = (value: string, max: number, isRequired: boolean): Issue | null => {
  if (isFarTooLong(value, max)) return { key: 'validation.maxLength', params: { max } };
  if (isInvisible(value)) return isRequired ? { key: 'validation.required' } : null;
  return lengthInCodePoints(value) > max ? { key: 'validation.maxLength', params: { max } } : null;
};

/** By the name of each word; whoever writes one English word writes the other as well. */
export function checkStaffWords(words: StaffWords): Issues {
  const found: Readonly<Record<keyof StaffWords, Issue | null>> = {
    title: issueOf(words.title, STAFF_TITLE_MAX, true),
    text: issueOf(words.text, STAFF_TEXT_MAX, true),
    titleEn: issueOf(words.titleEn, STAFF_TITLE_MAX, hasEnglish(words)),
    textEn: issueOf(words.textEn, STAFF_TEXT_MAX, hasEnglish(words)),
  };
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, Issue] => entry[1] !== null));
}

const oneLine = (value: string): string => {
  if (isFarTooLong(value, STAFF_TITLE_MAX)) return value;
  return isInvisible(value) ? '' : value.replaceAll(/\s+/gu, ' ').trim();
};
const manyLines = (value: string): string => {
  if (isFarTooLong(value, STAFF_TEXT_MAX)) return value;
  return isInvisible(value) ? '' : value.replaceAll(/\r\n?/gu, '\n').trim();
};

/** As they are kept: titles in one line, texts with line ends of one kind, and no blanks around either. What is far too long stays as it is, to be refused. */
export const trimStaffWords = ({ title, text, titleEn, textEn }: StaffWords): StaffWords => ({
  title: oneLine(title),
  text: manyLines(text),
  titleEn: oneLine(titleEn),
  textEn: manyLines(textEn),
});

/** What a reader of a language reads. */
export const staffWordsIn = (language: string, { title, text, titleEn, textEn }: StaffWords) =>
  language === 'en' && titleEn !== '' ? { title: titleEn, text: textEn } : { title, text };
