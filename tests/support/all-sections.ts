import { SECTION_GROUPS } from 'virtual:sections';
import { bring } from '#actors/base/lazy-code';
import { allSections, knownResources } from '#actors/base/resource-book';
import { loadSectionWords } from '#ui/kit/section-words.ts';

// Views are tested as on a page that has been open for a moment; what waits for declarations has tests of its own.
await bring(allSections);

/** The declarations of all shipped sections, as a page has them that has been open for a moment. */
export const SHIPPED_RESOURCES = knownResources();

/** The words of all of them, in the language that the texts of the test have begun with. */
export const loadAllSectionWords = async (): Promise<void> => {
  await Promise.all(Object.keys(SECTION_GROUPS).map(loadSectionWords));
};
