import { namingBackup } from '../../db/base/backups.ts';
import { openDatabase } from '../../db/open-database.ts';
import { migrateDatabase } from '../../db/migrate.ts';
import { runTool } from './run-tool.ts';

/** `node server/boot/tools/migrate.ts`: brings the tables up to date without starting the server. */
await runTool(async ({ env, logger, say }) => {
  const { databaseUrl: url, dataDir, allowDamaged } = env;
  const database = await openDatabase({ url, dataDir, allowDamaged, logger });
  try {
    const done = await namingBackup(dataDir, () => migrateDatabase(database));
    say(done.length === 0 ? 'The tables are up to date.' : `Ran ${done.join(', ')}.`);
  } finally {
    await database.close();
  }
});
