import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a step says to a database, wherever its statements are written. One that asks for rows first is told of none. */
export async function statementsOfStep({ up }: Pick<Migration, 'up'>): Promise<readonly string[]> {
  const said: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void said.push(query.sql.replaceAll(/\s+/gu, ' ').trim()),
  });
  await up(db);
  await db.destroy();
  return said;
}
