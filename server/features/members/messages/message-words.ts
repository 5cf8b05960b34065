import { staffWordsIn } from '#domain/members/staff-message';
import type { Language, Messages } from '../../../base/messages.ts';
import { wordsOfMessage, type MessageWords } from '../../session/verification/member-notice.ts';

/** What a message of administrators says, beside the row that leads to it. */
export const STAFF_COLUMNS = ['staff_message.title', 'staff_message.text', 'staff_message.title_en', 'staff_message.text_en'] as const;

export interface StoredWords {
  readonly text_key: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** Null where nobody but the product wrote the message. */
  readonly title: string | null;
  readonly text: string | null;
  readonly title_en: string | null;
  readonly text_en: string | null;
}

/** What a stored message says in the reader's language: the product's words by their name, or those of administrators. */
export function wordsOf(
  messages: Messages,
  language: Language,
  site: string,
  { text_key: name, params, ...words }: StoredWords,
): MessageWords {
  const { title, text, title_en: titleEn, text_en: textEn } = words;
  if (title === null) return wordsOfMessage(messages, language, { name, site, params });
  return { ...staffWordsIn(language, { title, text: text ?? '', titleEn: titleEn ?? '', textEn: textEn ?? '' }), advice: '' };
}
