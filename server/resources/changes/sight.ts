import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import type { Writer } from '../../base/caller.ts';
import { visibleOwners } from '../access/data-limit.ts';
import { mayList } from '../access/permissions.ts';
import type { ResourceContext } from '../base/resource-context.ts';

type Section = Pick<ResourceContext, 'resource' | 'pagePath'>;

/** What of the journal somebody may see: of the sections whose lists they may open, the records within their data limit. */
export interface Sight {
  sees(record: { readonly resource: string; readonly ownerId: number | null }): boolean;
  /** Of a table with `resource` and `owner_id`, the rows that are seen. */
  changesSql(table: string): Expression<SqlBool>;
  /** Of change sets, those of which a record is seen. */
  setsSql(table: string): Expression<SqlBool>;
  /** Whether sets of the section may hold records that are not seen. */
  isLimited(resource: string): boolean;
}

const texts = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql`${name}::text`));

const isOf = (table: string, name: string) => sql<SqlBool>`${sql.ref(`${table}.resource`)} = ${name}::text`;

/** @param sections all that run: what is gone is seen by super administrators alone */
export async function sightOf(kysely: Kysely<Tables>, caller: Writer, sections: readonly Section[]): Promise<Sight> {
  if (caller.grants.isSuper)
    return { sees: () => true, changesSql: () => sql<SqlBool>`true`, setsSql: () => sql<SqlBool>`true`, isLimited: () => false };
  const whole: string[] = [];
  const owned = new Map<string, ReadonlySet<number>>();
  for (const section of sections) {
    const { resource } = section;
    if (!mayList(section, caller)) continue;
    const owners = await visibleOwners(kysely, resource.dataLimit, caller);
    if (owners === null) whole.push(resource.name);
    else owned.set(resource.name, new Set(owners));
  }
  const parts = (table: string, isOwned: (name: string, owners: readonly number[]) => Expression<SqlBool>): Expression<SqlBool> => {
    const limited = [...owned].filter(([, owners]) => owners.size > 0).map(([name, owners]) => isOwned(name, [...owners]));
    const open = whole.length > 0 ? [sql<SqlBool>`${sql.ref(`${table}.resource`)} in (${texts(whole)})`] : [];
    const all = [...open, ...limited];
    return all.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(all, sql` or `)})`;
  };
  return {
    sees: ({ resource, ownerId }) => whole.includes(resource) || (ownerId !== null && owned.get(resource)?.has(ownerId) === true),
    changesSql: (table) =>
      parts(table, (name, owners) => sql<SqlBool>`${isOf(table, name)} and ${sql.ref(`${table}.owner_id`)} in (${sql.join(owners)})`),
    setsSql: (table) =>
      parts(
        table,
        (name, owners) => sql<SqlBool>`${isOf(table, name)} and exists (select from record_change as seen
          where seen.set_id = ${sql.ref(`${table}.id`)} and seen.resource = ${name}::text and seen.owner_id in (${sql.join(owners)}))`,
      ),
    isLimited: (name) => owned.has(name),
  };
}
