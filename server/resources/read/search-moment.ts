import type { ListQuery } from '#api/contract/table/resource-endpoints';
import { localText } from '#domain/base/zone-time';
import type { Writer } from '../../base/caller.ts';
import type { Language } from '../../base/messages.ts';
import { nowSeconds } from '../../ports/ports.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { readSiteSettings } from '../base/site-settings.ts';

/** What times and words such as "today" are reckoned by, and in which language names are sought. */
export interface SearchMoment extends ReadingLanguage {
  readonly language: Language;
  readonly timeZone: string;
  /** The day on which it is asked, there: `YYYY-MM-DD`; nothing where no time is asked for. */
  readonly today: string;
}

/** Whose view of a list is asked for. */
export interface ReadingLanguage {
  /** Records are named to them in this language, where they have a name in it; null for whoever reads the fields as they are stored. */
  readonly titlesIn: Language | null;
}

/**
 * Our own pages show one name of two. Stock clients and programs read each field by itself, whatever language they ask in.
 * Why so: docs/decisions/353-names-are-sought-as-shown.md.
 */
export const readingOf = ({ client, program }: Pick<Writer, 'client' | 'program'>): ReadingLanguage => ({
  titlesIn: client.knowsRotation === true && program === undefined ? client.language : null,
});

/** Whether what a query finds depends on the site's clock. */
const namesTimes = ({ search = [], anyOf = [] }: ListQuery): boolean =>
  [...search, ...anyOf.flat()].some(({ operator, render }) => render === 'datetime' || operator === 'DURING');

/** The moment of a query, where it makes a difference. */
export async function momentOf(
  { ports }: Pick<ResourceContext, 'ports'>,
  query: ListQuery,
  caller: Pick<Writer, 'client' | 'program'>,
): Promise<SearchMoment> {
  const reader = { language: caller.client.language, ...readingOf(caller) };
  // Most lists ask for no time, and to tell a day by the clock takes longer than all else here.
  if (!namesTimes(query)) return { ...reader, timeZone: 'UTC', today: '' };
  const { timeZone } = await readSiteSettings(ports.database.kysely);
  return { ...reader, timeZone, today: localText(nowSeconds(ports), timeZone).slice(0, 10) };
}
