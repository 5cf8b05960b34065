import { toolLine } from '../../base/platform/tool-line.ts';
import { openDatabase } from '../../db/open-database.ts';
import { assertStands } from '../assert-stands.ts';
import { openBackups } from '../backups/open-backups.ts';
import { askServer, type ControlReplies } from '../control-socket.ts';
import { runTool } from './run-tool.ts';

/** `node server/boot/tools/backup.ts`: copies database, stored files and key, by the server that uses them where one runs. */
await runTool(async ({ env, logger, args, now, say }) => {
  if (args.length > 0) throw new Error(`Usage: ${toolLine('backup')}. BACKUP_DIR or BACKUP_BUCKET says where backups are kept.`);
  const asked = env.databaseUrl === undefined ? await askServer(env.dataDir, 'backup', null) : null;
  const made = asked ?? (await makeHere());
  const tried = made.isRestored ? 'put it into a database of its own' : 'read it to its end';
  say(`Wrote ${made.folder}, ${tried}, and found all ${made.rows} rows. ${made.files} stored files lie with it.`);
  if (made.filesElsewhere !== undefined)
    say(
      `${made.filesElsewhere} more lie in FILES_BUCKET and are not in it: it has their names and sizes, which a restore compares. BACKUP_BUCKET takes them too.`,
    );

  async function makeHere(): Promise<ControlReplies['backup']> {
    assertStands(env);
    const { databaseUrl, databaseDirectUrl, dataDir, allowDamaged } = env;
    const database = await openDatabase({
      url: databaseUrl,
      directUrl: databaseDirectUrl,
      dataDir,
      allowDamaged,
      logger,
      statementTimeoutMs: 0,
    });
    try {
      return await openBackups({ ...env, database, logger, nowMs: () => now.getTime() }).make();
    } finally {
      await database.close();
    }
  }
});
