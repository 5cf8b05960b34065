import { readFileSync } from 'node:fs';
import { silentLogger } from '../../base/logger.ts';
import { countRowsOfDump } from './embedded-backup.ts';

/** `node server/db/embedded/embedded-try.ts <file>`: opens the copy of an embedded database in memory and prints its rows by table. */
try {
  const counts = await countRowsOfDump(readFileSync(process.argv[2] ?? ''), silentLogger);
  process.stdout.write(JSON.stringify(Object.fromEntries(counts)));
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
