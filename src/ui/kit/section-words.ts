import { SECTION_WORDS } from 'virtual:section-words';
import { addTexts, loadMessages, pageLanguage } from '../base/i18n.ts';

/** Brings the words of a group of sections, in the language of the page. */
export async function loadSectionWords(group: string): Promise<void> {
  const load = SECTION_WORDS[pageLanguage()][group];
  if (!load) return;
  // What sections are called comes first, or it would stand in the place of all their words.
  const [{ words }] = await Promise.all([load(), loadMessages(['resources'])]);
  addTexts('resources', words);
}
