import { sql, type Kysely } from 'kysely';
import type { StandingTable } from '#domain/designer/taking/standing-table';
import { isCoreTable } from '../tables/table-names.ts';
import type { Tables } from '../tables/tables.ts';

/** Of one look: more than anybody chooses among. */
const TABLES = 500;

/** What stands in the database, by name. @param names those that are asked for, all where none are */
export async function readStandingTables(kysely: Kysely<Tables>, names?: readonly string[]): Promise<readonly StandingTable[]> {
  if (names?.length === 0) return [];
  const wanted = names === undefined ? sql`true` : sql`c.relname in (${sql.join(names)})`;
  const { rows } = await sql<{ found: StandingTable }>`
    select jsonb_build_object(
      'name', c.relname,
      'comment', coalesce(obj_description(c.oid, 'pg_class'), ''),
      'relation', c.relkind,
      'isOwn', pg_has_role(c.relowner, 'USAGE'),
      'isDivided', c.relrowsecurity or c.relhassubclass or c.relispartition
        or exists (select from pg_inherits where inhrelid = c.oid),
      'columns', (select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'options', (select jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid),
          'isNullable', not a.attnotnull, 'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
          'isIdentity', a.attidentity <> '', 'isGenerated', a.attgenerated <> '',
          'comment', coalesce(col_description(c.oid, a.attnum), '')) order by a.attnum), '[]')
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname not like 'gone\\_%'),
      'constraints', (select coalesce(jsonb_agg(jsonb_build_object('name', o.conname, 'kind', o.contype,
          'columns', coalesce((select jsonb_agg(a.attname order by at.place) from unnest(o.conkey) with ordinality as at (num, place)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = at.num), '[]'),
          'references', (select f.relname from pg_class f where f.oid = o.confrelid),
          'definition', pg_get_constraintdef(o.oid), 'isPlain', not o.condeferrable) order by o.conname), '[]')
        from pg_constraint o where o.conrelid = c.oid and o.contype in ('p', 'u', 'c', 'f', 'x')),
      'indexes', (select coalesce(jsonb_agg(jsonb_build_object('name', i.relname, 'kind', case when x.indisunique then 'u' else 'i' end,
          'columns', coalesce((select jsonb_agg(a.attname order by at.place) from unnest(x.indkey::int[]) with ordinality as at (num, place)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = at.num), '[]'),
          'references', null, 'definition', pg_get_indexdef(i.oid),
          'isPlain', x.indpred is null and x.indexprs is null and x.indnatts = x.indnkeyatts
            and (select amname from pg_am where oid = i.relam) = 'btree') order by i.relname), '[]')
        from pg_index x join pg_class i on i.oid = x.indexrelid
        where x.indrelid = c.oid and not exists (select from pg_constraint where conindid = i.oid and conrelid = c.oid)),
      'triggers', (select coalesce(jsonb_agg(tgname order by tgname), '[]') from pg_trigger where tgrelid = c.oid and not tgisinternal),
      'sequence', (select s.relname from pg_depend p join pg_class s on s.oid = p.objid and s.relkind = 'S'
        join pg_attribute a on a.attrelid = c.oid and a.attnum = p.refobjsubid and a.attname = 'id'
        where p.classid = 'pg_class'::regclass and p.refclassid = 'pg_class'::regclass and p.refobjid = c.oid limit 1)) as found
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'm', 'f') and ${wanted}
    order by c.relname limit ${TABLES}`.execute(kysely);
  return rows.map(({ found }) => found);
}

/** Rows of a table, counted up to a bound: a larger one is said to have more. */
export async function countRows(kysely: Kysely<Tables>, table: string, most: number): Promise<number> {
  const { rows } = await sql<{
    rows: number;
  }>`select count(*)::int as rows from (select from ${sql.table(table)} limit ${most}) as first_rows`.execute(kysely);
  return rows[0]?.rows ?? 0;
}

/** Names of plain tables that are neither the program's nor one of these. */
export async function readUnownedTables(kysely: Kysely<Tables>, owned: ReadonlySet<string>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'r' and c.relname not like 'gone\\_%'`.execute(kysely);
  return rows.map(({ name }) => name).filter((name) => !isCoreTable(name) && !owned.has(name));
}
