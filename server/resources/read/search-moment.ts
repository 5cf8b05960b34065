import type { ListQuery } from '#api/contract/table/resource-endpoints';
import { localText } from '#domain/base/zone-time';
import type { Writer } from '../../base/caller.ts';
import type { Language } from '../../base/messages.ts';
import { nowSeconds } from '../../ports/ports.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { readSiteSettings } from '../base/site-settings.ts';

/** What times and words such as "today" are reckoned by, and in which language names that came with the program are sought. */
export interface SearchMoment {
  readonly language: Language;
  readonly timeZone: string;
  /** The day on which it is asked, there: `YYYY-MM-DD`. */
  readonly today: string;
}

/** Whether what a query finds depends on the site's clock. */
const namesTimes = ({ search = [], anyOf = [] }: ListQuery): boolean =>
  [...search, ...anyOf.flat()].some(({ operator, render }) => render === 'datetime' || operator === 'DURING');

/** The moment of a query, where it makes a difference. */
export async function momentOf(
  { ports }: Pick<ResourceContext, 'ports'>,
  query: ListQuery,
  { client: { language } }: Pick<Writer, 'client'>,
): Promise<SearchMoment> {
  const timeZone = namesTimes(query) ? (await readSiteSettings(ports.database.kysely)).timeZone : 'UTC';
  return { language, timeZone, today: localText(nowSeconds(ports), timeZone).slice(0, 10) };
}
