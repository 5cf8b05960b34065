import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { silentLogger } from '../../base/logger.ts';
import { answerOfCopy, type CopyQuestion, prepareCopy } from './database-copy.ts';
import { openMemoryDatabase } from '../embedded/embedded-database.ts';

/**
 * `node server/db/copies/embedded-copy.ts <file>`: opens the copy of an embedded database in memory and answers questions about it, a line of
 * JSON each, until nobody asks any more.
 */
try {
  const copy = await openMemoryDatabase({ dump: readFileSync(process.argv[2] ?? ''), logger: silentLogger, statementTimeoutMs: 0 });
  try {
    await prepareCopy(copy);
    process.stdout.write('[]\n');
    for await (const line of createInterface({ input: process.stdin }))
      process.stdout.write(`${JSON.stringify(await answerOfCopy(copy, JSON.parse(line) as CopyQuestion))}\n`);
  } finally {
    await copy.close();
  }
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
