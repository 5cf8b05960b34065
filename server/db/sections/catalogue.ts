import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables/tables.ts';

/** What really stands in the database, in its own words; columns that wait to go are not told. */
export interface Catalogue {
  readonly comment: string;
  readonly columns: readonly CatalogueColumn[];
  /** Keys, checks, unique lists and foreign keys, by name. */
  readonly constraints: readonly { readonly name: string; readonly definition: string }[];
  /** Also those that stand behind constraints. */
  readonly indexes: readonly { readonly name: string; readonly definition: string }[];
  readonly triggers: readonly { readonly name: string; readonly definition: string }[];
}

export interface CatalogueColumn {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly default: string | null;
  readonly isIdentity: boolean;
  readonly isGenerated: boolean;
  readonly comment: string;
}

/** Stands on tables of modules that anybody reads, comes and goes with that, and belongs to no design: site-triggers.ts. */
const SITE_TRIGGER = sql`left(c.relname || '_site_version', 63)`;

/** @returns null where there is no such table */
export async function readCatalogue(kysely: Kysely<Tables>, table: string): Promise<Catalogue | null> {
  const { rows } = await sql<{ found: Catalogue }>`
    select jsonb_build_object(
      'comment', coalesce(obj_description(c.oid), ''),
      'columns', (select coalesce(jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'isNullable', not attnotnull,
          'default', pg_get_expr(adbin, adrelid), 'isIdentity', attidentity <> '', 'isGenerated', attgenerated <> '',
          'comment', coalesce(col_description(c.oid, attnum), '')) order by attname), '[]')
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = c.oid and attnum > 0 and not attisdropped and attname not like 'gone\\_%'),
      'constraints', (select coalesce(jsonb_agg(jsonb_build_object('name', conname, 'definition', pg_get_constraintdef(oid)) order by conname), '[]')
        from pg_constraint where conrelid = c.oid and contype <> 'n' and conname <> ${SITE_TRIGGER}),
      'indexes', (select coalesce(jsonb_agg(jsonb_build_object('name', i.relname, 'definition', pg_get_indexdef(i.oid)) order by i.relname), '[]')
        from pg_index join pg_class i on i.oid = indexrelid where indrelid = c.oid),
      'triggers', (select coalesce(jsonb_agg(jsonb_build_object('name', tgname, 'definition', pg_get_triggerdef(oid)) order by tgname), '[]')
        from pg_trigger where tgrelid = c.oid and not tgisinternal and tgname <> ${SITE_TRIGGER})) as found
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = current_schema() and c.relname = ${table} and c.relkind in ('r', 'p')`.execute(
    kysely,
  );
  return rows[0]?.found ?? null;
}
