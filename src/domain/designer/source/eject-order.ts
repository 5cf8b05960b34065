/** Tasks of the terminal that write a section as source: all of it, and what waited for files that were merged by hand. */
export const EJECT_COMMAND = 'section.eject';
export const EJECT_RESOLVED_COMMAND = 'section.eject-resolved';
export const EJECT_COMMANDS: readonly string[] = [EJECT_COMMAND, EJECT_RESOLVED_COMMAND];

const KIND = 'section:';

/** What the free text of such a task says. */
export const orderOfSection = (name: string): string => `${KIND}${name}`;

/** Whether a text can be the name of a designed section, and with it that of a folder; whether there is such a section is not known here. */
export const isSectionName = (name: string): boolean => /^[a-z][a-zA-Z0-9]{1,40}$/u.test(name);

/** @returns the name of the section, or null where the text is none of ours; whether there is such a section is not known here */
export function sectionOfOrder(extend: string): string | null {
  const name = extend.startsWith(KIND) ? extend.slice(KIND.length) : '';
  return isSectionName(name) ? name : null;
}
