import { FIRST_ADMIN } from '../db/seed/seed.ts';
import { STOP_WITHIN_MS } from '../base/limits.ts';
import { readEnv, type Env } from './env.ts';
import { createLogger } from '../base/logger.ts';
import { PRIVATE_MASK } from '../base/closed-directory.ts';
import { startGateway } from './start-gateway.ts';
import { stopInTime } from './stop-in-time.ts';
import { startServer, type ServerOptions } from './start-server.ts';

/**
 * Runs the server as this process until it is asked to end: a log line each event, plain words for the person at the terminal, exit
 * code 0 on request and 1 when it cannot start or has a defect.
 */
export async function runServer(wrap?: ServerOptions['wrap'], adjust: (env: Env) => Env = (env) => env): Promise<void> {
  process.umask(PRIVATE_MASK);
  try {
    const env = adjust(readEnv(process.env));
    const logger = createLogger({ level: env.logLevel, write: (line) => process.stdout.write(`${line}\n`), now: () => new Date() });
    const server = await (env.upstream
      ? startGateway(env, env.upstream, logger)
      : startServer({ env, logger, tellPassword, ...(wrap && { wrap }) }));
    let isStopping = false;
    const stop = (reason: string, code: number): void => {
      if (isStopping) return;
      isStopping = true;
      logger.info('server.stopping', { reason });
      void stopInTime(() => server.stop(), STOP_WITHIN_MS)
        .then((isInTime) => {
          if (isInTime) logger.info('server.stopped');
          else logger.error('server.stopGivenUp', { afterMs: STOP_WITHIN_MS });
          return isInTime;
        })
        .catch((error: unknown) => {
          logger.error('server.stopFailed', { error });
          return true;
        })
        .then((isInTime) => process.exit(isInTime ? code : code || 1));
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal, 0));
    // Whoever read the log is gone: what is written from here on reaches nobody, and would fail again and again as a defect.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stop('output closed', 1));
    // A defect may have left anything half done: finish what runs and let the supervisor start anew.
    const defect = (event: string) => (error: unknown) => {
      logger.error(event, { error });
      stop(event, 1);
    };
    process.on('uncaughtException', defect('process.uncaughtException'));
    process.on('unhandledRejection', defect('process.unhandledRejection'));

    // Last: who reads that it is ready may ask it to end at once.
    process.stdout.write(`Troupe is ready at ${server.address}\n`);
  } catch (error) {
    process.stderr.write(`${plainWords(error)}\n`);
    process.exit(1);
  }
}

/** The password goes nowhere but here. */
const tellPassword = (password: string): void =>
  void process.stdout.write(`Sign in as ${FIRST_ADMIN.username} with the password ${password} (shown this once)\n`);

function plainWords(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null)?.code;
  if (code === 'EADDRINUSE') return 'The port is in use by another program. Stop that program or set PORT to another number.';
  if (code === 'EACCES') return 'This port or directory may not be used by this user. Set PORT or DATA_DIR to another one.';
  return error instanceof Error ? error.message : String(error);
}
