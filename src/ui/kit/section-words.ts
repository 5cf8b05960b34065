import { SECTION_WORDS } from 'virtual:section-words';
import { addTexts, pageLanguage } from '../base/i18n.ts';

/** Brings the words of a group of sections, in the language of the page. */
export async function loadSectionWords(group: string): Promise<void> {
  const load = SECTION_WORDS[pageLanguage()][group];
  if (load) addTexts('resources', (await load()).words);
}
