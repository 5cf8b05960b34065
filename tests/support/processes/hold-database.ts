import { openEmbeddedDatabase } from '#server/db/embedded/embedded-database';
import { migrateDatabase } from '#server/db/migrate';
import { silentLogger } from '#server/base/logger';

/**
 * A process of its own that opens an embedded database and then writes one row after the other, telling each id only after its
 * commit; one that only holds the database needs no tables in it. Ends by being killed. Usage: node hold-database.ts <data directory> [hold]
 */
const [dataDir, mode] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('which directory?');

try {
  const database = await openEmbeddedDatabase({ dataDir, logger: silentLogger, statementTimeoutMs: 5000 });
  if (mode !== 'hold') await migrateDatabase(database);
  process.stdout.write('open\n');
  if (mode === 'hold') await new Promise(() => undefined);
  for (;;) {
    const { id } = await database.kysely
      .insertInto('goods_category')
      .values({ name: 'written', create_time: 1, update_time: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    process.stdout.write(`${id}\n`);
  }
} catch (error) {
  process.stdout.write(`${error instanceof Error ? `${error.name}: ${error.message}` : 'failed'}\n`);
  process.exit(1);
}
