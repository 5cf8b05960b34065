import { refuseUnsettled } from '../adapters/backups/restore-files.ts';
import { createServerApp, type ServerApp } from '../app.ts';
import { namingBackup } from '../db/base/backups.ts';
import { closeDirectory } from '../base/closed-directory.ts';
import { dataDirPaths } from '../base/data-dir.ts';
import { DATABASE_WAIT_MS } from '../db/base/database.ts';
import { followDatabaseClock } from '../db/base/database-clock.ts';
import { keepPersonalColumns } from '../features/base/personal-columns.ts';
import { ANSWERS_GO_ON_MS } from '../features/runs/limits.ts';
import { isBucketShared } from '../features/files/shared-bucket.ts';
import { openDatabase } from '../db/open-database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { assertBuckets } from './assert-buckets.ts';
import type { Env } from './env.ts';
import { firstStart } from './first-start.ts';
import { listenForTools } from './control-socket.ts';
import { listen } from './listen.ts';
import { listenForMetrics } from './listen-metrics.ts';
import { measureFigures } from './measure-figures.ts';
import type { Logger } from '../base/logger.ts';
import { nodePorts } from './node-ports.ts';
import type { ServerPorts } from '../ports/ports.ts';
import { checkPermissionCoverage } from './permission-coverage.ts';
import { handleBackups } from './backups/backup-job.ts';
import { tellOfBackupFolder } from './backups/backup-folder-trouble.ts';
import { keepHouse } from './upkeep/housekeeping.ts';
import { keepRuns } from './upkeep/keep-runs.ts';
import { keepTimes } from './upkeep/keep-times.ts';
import { traceStatements } from './trace-work.ts';
import { watchPages } from '../adapters/watch-pages.ts';

export interface RunningServer {
  /** Such as `http://localhost:8000`. */
  readonly address: string;
  /** Finishes what runs, then closes the database. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly env: Env;
  readonly logger: Logger;
  /** Is given the first administrator's password where it is generated now. */
  readonly tellPassword?: (password: string) => void;
  /** Puts something in front of the application; for the test entry only. */
  readonly wrap?: (app: ServerApp, ports: ServerPorts) => Pick<ServerApp, 'fetch'>;
}

/** Directory → database → tables → first data → application → socket. Whatever fails, nothing stays open. */
export async function startServer({
  env,
  logger,
  tellPassword = () => undefined,
  wrap = (app) => app,
}: ServerOptions): Promise<RunningServer> {
  // On a database server the directory still takes uploads and backups.
  const wasOpen = closeDirectory(dataDirPaths(env.dataDir).root);
  if (wasOpen.length > 0) logger.warn('dataDir.closed', { paths: wasOpen });
  refuseUnsettled(env.dataDir);
  await assertBuckets(env, logger);
  tellOfBackupFolder(env.backup, logger);
  const database = await openDatabase({
    url: env.databaseUrl,
    directUrl: env.databaseDirectUrl,
    dataDir: env.dataDir,
    allowDamaged: env.allowDamaged,
    logger,
    waitMs: DATABASE_WAIT_MS,
  });
  try {
    await namingBackup(env.dataDir, () => migrateDatabase(database, logger));
    const clock = await followDatabaseClock({ database, logger });
    const ports = await nodePorts({ ...env, database, logger, clock });
    await firstStart(database, env, ports, tellPassword);
    if (await isBucketShared(ports)) logger.error('bucket.shared', { buckets: ports.ownBuckets?.map(({ url }) => url) });
    const app = createServerApp(ports, {
      terminal: env.terminal,
      readsPerMinute: env.readsPerMinute,
      corsOrigins: env.corsOrigins,
      modules: { publishers: env.modulePublishers },
      // With an address of its own it is answered there alone.
      ...(env.metrics?.address === undefined && { metricsToken: env.metrics?.token }),
    });
    checkPermissionCoverage(app.routes());
    await keepPersonalColumns(
      database.kysely,
      app.resources.all().map(({ resource }) => resource),
    );
    await app.designer.sync();
    await app.terminal.runs.recover();
    await app.chat.recover();
    // Before anybody gets a page that asks for them, whichever process is asked.
    await ports.keptPages?.keep();
    handleBackups(ports);
    await ports.jobs.work();
    const tools = await listenForTools(env, ports, app.resources);
    measureFigures(ports);
    traceStatements(ports);
    const metrics = await listenForMetrics(env.metrics, ports);
    const listening = await listen(wrap(app, ports), env.port, env.host, env.trustedProxies, logger).catch(async (error: unknown) => {
      await Promise.all([metrics.close(), tools.close()]);
      throw error;
    });
    logger.info('server.started', { address: listening.address, database: database.kind });
    const housekeeping = keepHouse(ports);
    const times = keepTimes(ports, app.resources);
    const runs = keepRuns({ commands: app.terminal.runs, answers: app.chat }, ports);
    const watching = watchPages(ports);
    const following = app.designer.follow();
    return {
      address: listening.address,
      async stop() {
        watching.stop();
        following.stop();
        const swept = Promise.all([housekeeping.stop(), times.stop(), runs.stop()]);
        const [finished] = [ports.jobs.stop(), tools.close()];
        // Streams would keep their connections open; whoever calls from now on comes to another process.
        await Promise.all([app.close(ANSWERS_GO_ON_MS), listening.close(), metrics.close()]);
        await Promise.all([app.settled(), swept, finished]);
        clock.stop();
        await database.close();
        await ports.tracing?.stop();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
