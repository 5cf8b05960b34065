import type { Kysely } from 'kysely';
import type { Resource } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';
import { nameRead } from '../../resources/base/shipped-names.ts';
import { settingTitle, type LabelWords } from '../base/setting-title.ts';

interface Named {
  readonly resource: string;
  readonly title: string;
}

/** The settings, which are no section. */
const SETTINGS = 'config';

/**
 * What the program's own records and settings are called in the reader's language: the journal keeps the names of what it ships as they are
 * stored, and of settings those by which programs know them. A setting that is gone has no other.
 * @returns the title to show of what was written
 */
export async function titlesRead(
  kysely: Kysely<Tables>,
  resourceOf: (name: string) => Resource | undefined,
  words: LabelWords,
  written: readonly Named[],
): Promise<(one: Named) => string> {
  const names = [...new Set(written.flatMap(({ resource, title }) => (resource === SETTINGS ? [title] : [])))];
  const rows = names.length === 0 ? [] : await kysely.selectFrom('config').select(['name', 'title']).where('name', 'in', names).execute();
  const settings = new Map(rows.map(({ name, title }) => [name, settingTitle(title, words)]));
  return ({ resource: name, title }) => {
    if (name === SETTINGS) return settings.get(title) ?? title;
    const resource = resourceOf(name);
    return resource ? nameRead(resource, title, words) : title;
  };
}
