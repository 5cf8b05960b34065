import { SECTION_WORDS } from 'virtual:section-words';
import { EVERY_GROUP } from '#domain/shell/section-group';
import { addTexts, loadMessages, pageLanguage } from '../base/i18n.ts';

/** Those of every group, while they are on their way. */
const every: { arriving: Promise<void> | null } = { arriving: null };

/** Brings the words of a group of sections, in the language of the page. While those of every group arrive, none is asked for by itself. */
export function loadSectionWords(group: string): Promise<void> {
  if (group !== EVERY_GROUP) return every.arriving ?? load(group);
  every.arriving = load(group).finally(() => (every.arriving = null));
  return every.arriving;
}

async function load(group: string): Promise<void> {
  const read = SECTION_WORDS[pageLanguage()][group];
  if (!read) return;
  // What sections are called comes first, or it would stand in the place of all their words.
  const [{ words }] = await Promise.all([read(), loadMessages(['resources'])]);
  addTexts('resources', words);
}
