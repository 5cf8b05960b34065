import type { Language, Messages } from '../../base/messages.ts';

/** In which language labels are read. */
export interface LabelWords {
  readonly messages: Messages;
  readonly language: Language;
}

/** A shipped title of a setting, of an option or of a group, which is stored as English words; any other is shown as it is. */
export function settingTitle(text: string, { messages, language }: LabelWords): string {
  const key = `settings.titles.${text}`;
  const said = messages.text(language, key);
  return said === key ? text : said;
}
