import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Tables } from '../../db/tables/tables.ts';
import { USES_SHOWN } from '../../base/limits.ts';
import { columnsOf, type Column } from '../../resources/base/columns.ts';
import { limitSql } from '../../resources/access/data-limit.ts';
import type { ResourceEngine } from '../../resources/define-resource.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { mayListOf } from '../../resources/access/permissions.ts';

/** A record one of whose fields names a file; of a setting its number in `config`, which is no section. */
export interface AttachmentUse {
  readonly resource: string;
  readonly recordId: number;
  readonly title: string;
}

export interface AttachmentUses {
  readonly list: readonly AttachmentUse[];
  /** Further ones that the caller may see. */
  readonly more: number;
  /** Uses the caller may not see. */
  readonly hidden: number;
}

const MAIN = 'main';

/** The column's part of the search, or null for kinds that name no files. */
function namesOne({ name, field }: Column, addresses: readonly string[]): RawBuilder<SqlBool> | null {
  const column = sql.id(MAIN, name);
  const { files } = describedKind(field);
  if (files === 'one') return sql`${column} in (${sql.join(addresses)})`;
  if (files === 'several')
    return sql`(${sql.join(
      addresses.map((address) => sql`${column} @> ${JSON.stringify([address])}::jsonb`),
      sql` or `,
    )})`;
  if (files === 'inside')
    return sql`(${sql.join(
      addresses.map((address) => sql`strpos(${column}, ${address}) > 0`),
      sql` or `,
    )})`;
  return null;
}

/**
 * Records of all sections whose files, pictures or rich texts name one of the addresses. Records outside the caller's rights and data
 * limits are counted, not shown.
 */
export async function findUses(
  kysely: Kysely<Tables>,
  engines: readonly ResourceEngine[],
  addresses: readonly string[],
  caller: AdminCaller,
): Promise<AttachmentUses> {
  const list: AttachmentUse[] = [];
  let [more, hidden] = [0, 0];
  for (const { resource } of engines) {
    const columns = columnsOf(resource);
    const parts = columns.readable.flatMap((column) => namesOne(column, addresses) ?? []);
    if (parts.length === 0) continue;
    const used = sql`from ${sql.table(resource.table)} as ${sql.id(MAIN)} where (${sql.join(parts, sql` or `)})`;
    const total = (await sql<{ total: number }>`select count(*)::integer as total ${used}`.execute(kysely)).rows[0]?.total ?? 0;
    if (total === 0) continue;
    const seen = mayListOf(resource, caller) ? await limitSql(kysely, resource, caller, MAIN) : sql<SqlBool>`false`;
    const [id, title] = [sql.id(MAIN, columns.id.name), sql.id(MAIN, columns.title.name)];
    const { rows } = await sql<{ id: number; title: string | number | null; seen: number }>`
      select ${id} as id, ${title} as title, (count(*) over ())::integer as seen ${used} and ${seen} order by ${id} limit ${USES_SHOWN}`.execute(
      kysely,
    );
    const shown = rows[0]?.seen ?? 0;
    list.push(...rows.map((row) => ({ resource: resource.name, recordId: row.id, title: String(row.title ?? '') })));
    more += shown - rows.length;
    hidden += total - shown;
  }
  return { list, more, hidden };
}
