import { sql } from 'kysely';
import type { Database } from '../base/database.ts';

/** Columns of a table that take values, with their types; none where there is no such table. */
export async function copiedColumns(
  kysely: Database['kysely'],
  table: string,
): Promise<readonly { readonly name: string; readonly type: string }[]> {
  const { rows } = await sql<{ name: string; type: string }>`select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = to_regclass(quote_ident(${table})) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(
    kysely,
  );
  return rows;
}
