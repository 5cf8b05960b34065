import { LONGEST_PATH } from '../../src/domain/designer/design-rules.ts';
import { resourceNameOf } from '../../src/domain/table/section-folder.ts';

/** The page of a section that is begun by the command. */
export const newSectionPage = (name: string): string => `routine/${resourceNameOf(name)}`;

/** @returns why no section can be called so, in a sentence; undefined where it can */
export function sectionNameFault(name: string, pages: readonly string[]): string | undefined {
  if (!/^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/u.test(name)) return 'Name the section in small letters with hyphens, such as service-ticket.';
  const page = newSectionPage(name);
  if (page.length > LONGEST_PATH) return `The address of its page, ${page}, has ${page.length} characters; ${LONGEST_PATH} are the most.`;
  const taken = pages.find((one) => one.toLowerCase() === page.toLowerCase());
  return taken === undefined ? undefined : `The page ${taken} is there already: choose another name.`;
}
