import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Logger } from '../../base/logger.ts';
import type { Database } from '../../db/base/database.ts';
import { answerOfCopy, copyAsked, prepareCopy, type DatabaseCopy } from '../../db/copies/database-copy.ts';
import { openDatabaseArchive } from '../../db/postgresql/postgresql-backup.ts';

const PROGRAM = join(import.meta.dirname, '../../db/copies/embedded-copy.ts');
const COMPLAINT = 500;

/**
 * Opens the copy of a database to read from it, and leaves what there is today alone: that of the embedded one in a process of its own, that of
 * PostgreSQL in a database that is made and dropped for it.
 * @throws Error saying why it cannot be opened, or that it is of a newer version
 */
export async function openCopy(
  kind: Database['kind'],
  databaseUrl: string | undefined,
  file: string,
  logger: Logger,
  signal?: AbortSignal,
): Promise<DatabaseCopy> {
  if (kind === 'embedded' || databaseUrl === undefined) return openInProcess(file, signal);
  const { database, close } = await openDatabaseArchive({ url: databaseUrl, logger, file, signal });
  try {
    await prepareCopy(database);
  } catch (error) {
    await close();
    throw error;
  }
  return copyAsked((question) => answerOfCopy(database, question), close);
}

async function openInProcess(file: string, signal?: AbortSignal): Promise<DatabaseCopy> {
  const child = spawn(process.execPath, ['--liftoff-only', PROGRAM, file], { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint = `${complaint}${chunk}`.slice(-COMPLAINT)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // Whoever ends meanwhile is told by the answer that does not come.
  child.stdin.on('error', () => undefined);
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const { done, value } = await answers.next();
    if (done !== true) return JSON.parse(value) as readonly Readonly<Record<string, unknown>>[];
    await ended;
    throw new Error(complaint.trim() === '' ? `${file} cannot be opened as a backup. Nothing was changed.` : complaint.trim());
  };
  // One after the other: an answer does not say which question it is to.
  let last: Promise<unknown> = answer();
  const giveUp = (): void => void child.kill();
  signal?.addEventListener('abort', giveUp, { once: true });
  await last.finally(() => signal?.removeEventListener('abort', giveUp));
  return copyAsked(
    (question) => {
      const asked = last.then(async () => {
        child.stdin.write(`${JSON.stringify(question)}\n`);
        return answer();
      });
      last = asked.catch(() => undefined);
      return asked;
    },
    async () => {
      child.stdin.end();
      await ended;
    },
  );
}
