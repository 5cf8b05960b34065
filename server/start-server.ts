import { mkdirSync } from 'node:fs';
import { createApp, type App } from './app.ts';
import { DATABASE_WAIT_MS } from './db/database.ts';
import { openDatabase } from './db/open-database.ts';
import { migrateDatabase } from './db/migrate.ts';
import type { Env } from './env.ts';
import { firstStart } from './first-start.ts';
import { listen } from './http/listen.ts';
import type { Logger } from './logger.ts';
import { nodePorts } from './node-ports.ts';
import type { ServerPorts } from './ports.ts';
import { checkGrantable } from './services/grantable.ts';
import { keepHouse } from './services/housekeeping.ts';

export interface RunningServer {
  /** Such as `http://localhost:8000`. */
  readonly address: string;
  /** The first administrator's, when it was generated now. */
  readonly password: string | null;
  /** Finishes what runs, then closes the database. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly env: Env;
  readonly logger: Logger;
  /** Puts something in front of the application; for the test entry only. */
  readonly wrap?: (app: App, ports: ServerPorts) => Pick<App, 'fetch'>;
}

/** Directory → database → tables → first data → application → socket. Whatever fails, nothing stays open. */
export async function startServer({ env, logger, wrap = (app) => app }: ServerOptions): Promise<RunningServer> {
  // On a database server the directory still takes uploads and backups.
  mkdirSync(env.dataDir, { recursive: true, mode: 0o700 });
  const database = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir, logger, waitMs: DATABASE_WAIT_MS });
  try {
    await migrateDatabase(database);
    const { dataDir, cloudCredentials, cloudNetworks, smsWebhook, secretKey } = env;
    const ports = await nodePorts({ database, logger, dataDir, cloudCredentials, cloudNetworks, smsWebhook, secretKey });
    const password = await firstStart(database, env, ports);
    const app = createApp(ports, { terminal: env.terminal, readsPerMinute: env.readsPerMinute, corsOrigins: env.corsOrigins });
    checkGrantable(app.routes());
    await app.terminal.runs.recover();
    const listening = await listen(wrap(app, ports), env.port, env.host, env.trustedProxies);
    logger.info('server.started', { address: listening.address, database: database.kind });
    const housekeeping = keepHouse(ports);
    return {
      address: listening.address,
      password,
      async stop() {
        const swept = housekeeping.stop();
        // Streams would keep their connections open.
        await app.close();
        await listening.close();
        await Promise.all([app.settled(), swept]);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
