import { wireNameOf } from '../fields/field.ts';
import { isReservedWord } from './sql-names.ts';

/** `table` → `Table`. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a section is called by programs: in addresses, rights and as the name of its table. */
export interface SectionNames {
  /** camelCase */
  readonly name: string;
  /** Dotted, such as `x.Ticket`. */
  readonly controller: string;
  readonly table: string;
}

export const sectionNames = (name: string): SectionNames => ({
  name,
  controller: `x.${capitalised(name)}`,
  table: `x_${wireNameOf(name)}`,
});

/** With room for the table's `x_`, and for a line under each new word. */
const LONGEST = 30;

/** `Service tickets` → `serviceTickets`; '' where nothing is left of it. */
export const nameFromTitle = (title: string): string => {
  const words =
    title
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .match(/[a-zA-Z0-9]+/gu) ?? [];
  const joined = words.map((word, index) => (index === 0 ? word.toLowerCase() : capitalised(word.toLowerCase())));
  return joined
    .join('')
    .replace(/^[0-9]+/u, '')
    .slice(0, LONGEST);
};

/** A name that no section has: from the English title, and else `section1`, `section2`. */
export function suggestedName(title: string, taken: readonly string[]): string {
  const own = nameFromTitle(title);
  const isGood = /^[a-z][a-zA-Z0-9]{1,40}$/u.test(own);
  const isFree = (name: string): boolean => !taken.includes(name) && !isReservedWord(name);
  if (isGood && isFree(own)) return own;
  for (let count = isGood ? 2 : 1; ; count += 1) {
    const tried = `${isGood ? own : 'section'}${count}`;
    if (isFree(tried)) return tried;
  }
}

/** What is wrong with a name, as a message key; null where a section can have it. */
export function nameRefusal(name: string, taken: readonly string[]): string | null {
  if (!/^[a-z][a-zA-Z0-9]{1,40}$/u.test(name)) return 'designer.issues.name';
  return taken.includes(name) ? 'designer.issues.nameTaken' : null;
}
