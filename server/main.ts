import { mkdirSync } from 'node:fs';
import { createApp } from './app.ts';
import { openDatabase } from './db/database.ts';
import { migrateDatabase } from './db/migrate.ts';
import { FIRST_ADMIN } from './db/seed.ts';
import { readEnv } from './env.ts';
import { firstStart } from './first-start.ts';
import { listen } from './listen.ts';
import { createLogger } from './logger.ts';
import { nodePorts } from './node-ports.ts';
import { tidyUp } from './services/housekeeping.ts';

const TIDY_MS = 3_600_000;

/** Environment → database → tables → first data → application → socket. The only file that ends the process. */
async function main(): Promise<void> {
  // Who read our output may go away. Unheard, that error would be logged, which raises it again, without end.
  process.stdout.on('error', () => undefined);
  const env = readEnv(process.env);
  const logger = createLogger({ level: env.logLevel, write: (line) => process.stdout.write(`${line}\n`), now: () => new Date() });
  // On a database server the directory still takes uploads and backups.
  mkdirSync(env.dataDir, { recursive: true, mode: 0o700 });
  const database = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir, logger });
  const ports = nodePorts({ database, logger, dataDir: env.dataDir });
  let listening: Awaited<ReturnType<typeof listen>>;
  let password: string | null;
  try {
    await migrateDatabase(database);
    password = await firstStart(database, env, ports);
    listening = await listen(createApp(ports), env.port, env.host);
  } catch (error) {
    await database.close();
    throw error;
  }
  // Plain lines for the person at the terminal; the password goes nowhere else.
  process.stdout.write(`Troupe is ready at ${listening.address}\n`);
  if (password !== null) process.stdout.write(`Sign in as ${FIRST_ADMIN.username} with the password ${password} (shown this once)\n`);
  logger.info('server.started', { address: listening.address, database: database.kind });

  const tidy = (): Promise<void> => tidyUp(ports).catch((error: unknown) => logger.error('housekeeping.failed', { error }));
  const tidying = setInterval(() => void tidy(), TIDY_MS);
  let isStopping = false;
  const stop = (reason: string, code: number): void => {
    if (isStopping) return;
    isStopping = true;
    clearInterval(tidying);
    logger.info('server.stopping', { reason });
    void listening
      .close()
      .then(() => database.close())
      .then(() => logger.info('server.stopped'))
      .catch((error: unknown) => logger.error('server.stopFailed', { error }))
      .finally(() => process.exit(code));
  };
  process.on('SIGTERM', () => stop('SIGTERM', 0));
  process.on('SIGINT', () => stop('SIGINT', 0));
  // A defect may have left anything half done: finish what runs and let the supervisor start anew.
  process.on('uncaughtException', (error) => {
    logger.error('process.uncaughtException', { error });
    stop('uncaughtException', 1);
  });
  process.on('unhandledRejection', (error) => {
    logger.error('process.unhandledRejection', { error });
    stop('unhandledRejection', 1);
  });
}

function plainWords(error: unknown): string {
  const code = (error as { readonly code?: unknown }).code;
  if (code === 'EADDRINUSE') return 'The port is in use by another program. Stop that program or set PORT to another number.';
  if (code === 'EACCES') return 'This port or directory may not be used by this user. Set PORT or DATA_DIR to another one.';
  return error instanceof Error ? error.message : String(error);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${plainWords(error)}\n`);
  process.exit(1);
}
