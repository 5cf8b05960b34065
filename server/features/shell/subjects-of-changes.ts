import { sql, type Kysely } from 'kysely';
import { wireNameOf } from '#domain/fields/field';
import type { AdminCaller } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { Resources } from '../../resources/registry.ts';
import { namesOfRelated } from '../changes/describe-changes.ts';

interface ToldChange {
  readonly id: number;
  readonly resource: string;
  readonly title: string;
  readonly records: number;
}

const NUMBER = /^\d+$/u;

/**
 * Whom records are about that are called by a number: the first record that each of them names, by what that is called, as far as the reader
 * may open its list. @returns by the change; what names nobody, or is gone, is left out
 */
export async function subjectsOfChanges(
  kysely: Kysely<Tables>,
  resources: Pick<Resources, 'get'>,
  changes: readonly ToldChange[],
  caller: AdminCaller,
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  for (const { id, resource: name, title, records } of changes) {
    const resource = resources.get(name)?.resource;
    if (!resource || records !== 1 || !NUMBER.test(title) || resource.fields[resource.titleField]?.kind !== 'id') continue;
    const [key, field] = Object.entries(resource.fields).find(([, one]) => one.kind === 'remoteSelect') ?? [];
    if (key === undefined || !field) continue;
    const column = wireNameOf(key, field);
    const { rows } = await sql<{ value: unknown }>`select ${sql.ref(column)} as value from ${sql.table(resource.table)}
      where id = ${Number(title)}`.execute(kysely);
    const after = { [column]: rows[0]?.value ?? null };
    const contextOf = (one: string) => resources.get(one)?.context;
    const { [column]: told } = await namesOfRelated(kysely, contextOf, caller, { resource: name, before: null, after });
    if (told?.after) found.set(id, told.after);
  }
  return found;
}
