import { createBackups } from '../../adapters/backups/backup-folder.ts';
import { openBackup } from '../../adapters/backups/open-backup.ts';
import { tryCopy } from '../../adapters/backups/try-copy.ts';
import { toolLine } from '../../base/platform/tool-line.ts';
import { openDatabase } from '../../db/open-database.ts';
import { assertStands } from '../assert-stands.ts';
import { askServer, type ControlReplies } from '../control-socket.ts';
import { runTool } from './run-tool.ts';

/** `node server/boot/tools/backup.ts`: copies database, stored files and key, by the server that uses them where one runs. */
await runTool(async ({ env, logger, args, now, say }) => {
  if (args.length > 0) throw new Error(`Usage: ${toolLine('backup')}. BACKUP_DIR says where backups are kept.`);
  const asked = env.databaseUrl === undefined ? await askServer(env.dataDir, 'backup', null) : null;
  const made = asked ?? (await makeHere());
  const tried = made.isRestored ? 'put it into a database of its own' : 'read it to its end';
  say(`Wrote ${made.folder}, ${tried}, and found all ${made.rows} rows. ${made.files} stored files lie with it.`);

  async function makeHere(): Promise<ControlReplies['backup']> {
    assertStands(env);
    const { databaseUrl, databaseDirectUrl, dataDir, allowDamaged, backup } = env;
    const database = await openDatabase({
      url: databaseUrl,
      directUrl: databaseDirectUrl,
      dataDir,
      allowDamaged,
      logger,
      statementTimeoutMs: 0,
    });
    try {
      return await createBackups({
        database,
        dataDir,
        backupDir: backup.dir,
        keep: backup.keep,
        everyHours: backup.everyHours,
        logger,
        nowMs: () => now.getTime(),
        tryCopy: (file, signal) => tryCopy(database.kind, databaseDirectUrl, file, logger, signal),
        openBackup: (folder, signal) => openBackup(folder, databaseDirectUrl, logger, signal),
      }).make();
    } finally {
      await database.close();
    }
  }
});
