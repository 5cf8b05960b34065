import { sql } from 'kysely';
import type { Database } from '#server/db/base/database';
import { JOB_SCHEMA } from '#server/db/jobs/job-tables';

/** Every row of every table as text, by table. */
export async function dump({ kysely }: Database): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`select schemaname as schema, tablename as name from pg_tables
    where schemaname in ('public', ${JOB_SCHEMA}) order by 1, 2`.execute(kysely);
  const rowsOf = async ({ schema, name }: { schema: string; name: string }): Promise<string> => {
    const { rows } = await sql<{ text: string | null }>`select string_agg(whole::text, E'\n' order by whole::text) as text
      from ${sql.id(schema, name)} as whole`.execute(kysely);
    return rows[0]?.text ?? '';
  };
  const found = new Map<string, string>();
  for (const table of tables) found.set(table.name, await rowsOf(table));
  return found;
}

/** In which tables these words stand, in any case. */
export const holding = (whole: ReadonlyMap<string, string>, words: readonly string[]): string[] =>
  [...whole].flatMap(([name, text]) =>
    words.filter((word) => text.toLowerCase().includes(word.toLowerCase())).map((word) => `${name}: ${word}`),
  );
