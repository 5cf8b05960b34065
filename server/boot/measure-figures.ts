import { PROGRAM_VERSION } from '../base/platform/program-version.ts';
import type { MeasuredFigure } from '../ports/metrics-port.ts';
import { memoizeTtl } from '../base/memoize-ttl.ts';
import { lastKnown } from '../base/concurrency/last-known.ts';
import { nowSeconds, type ServerPorts } from '../ports/ports.ts';

/** Figures that have to be counted in the database are counted anew only after a while, however often they are read. */
const FIGURES_MEMORY_MS = 10_000;
/** Backups may lie in a store that is paid by the question, and that may be silent: all other figures wait for it no longer than this. */
const BACKUPS_MEMORY_MS = 300_000;
const BACKUPS_WAIT_MS = 2000;

const one = (value: number): readonly MeasuredFigure[] => [{ of: {}, value }];

/** Says what can be read of the server besides its calls: statements as they end, and figures as they stand when somebody asks. */
export function measureFigures(ports: ServerPorts): void {
  const { database, jobs, metrics, freeDiskShare, clock } = ports;
  if (!metrics) return;
  database.statements.listen(({ ms, hasFailed }) => metrics.statementEnded({ seconds: ms / 1000, hasFailed }));
  const figure = (name: string, help: string, labels: readonly string[], read: () => Promise<readonly MeasuredFigure[]>): void =>
    metrics.figure(name, help, labels, read);
  const remembered = <T>(ask: () => Promise<T>): (() => Promise<T>) => memoizeTtl(ask, FIGURES_MEMORY_MS, clock);

  figure('build_info', 'Which program this is; always 1.', ['version', 'node', 'database'], async () => [
    { of: { version: PROGRAM_VERSION, node: process.versions.node, database: database.kind }, value: 1 },
  ]);
  figure('disk_free_ratio', 'Share of the disk below the data directory that is free.', [], async () => one(freeDiskShare()));
  figure('database_damaged', '1 where damage was found in the database.', [], async () => one(database.damage() === null ? 0 : 1));
  figure('database_connections', 'Connections of this process to PostgreSQL.', ['state'], async () => {
    const counts = database.connections();
    if (counts === null) return [];
    const { open, idle, waiting } = counts;
    return Object.entries({ used: open - idle, idle, waiting }).map(([state, value]) => ({ of: { state }, value }));
  });
  const sizeBytes = remembered(() => sizeOfDatabase(ports));
  figure('database_size_bytes', 'Size of the database.', [], async () => one(await sizeBytes()));
  const counts = remembered(() => jobs.counts());
  figure('jobs', 'Jobs in the queue.', ['state'], async () => {
    const { waiting, active, dead } = await counts();
    return Object.entries({ waiting, active, dead }).map(([state, value]) => ({ of: { state }, value }));
  });
  figure('oldest_job_seconds', 'How long the oldest job that is due has waited.', [], async () => one((await counts()).oldestDueSeconds));
  const newestBackup = lastKnown(async () => ({ newest: (await ports.backups?.newest()) ?? null }), {
    memoryMs: BACKUPS_MEMORY_MS,
    waitMs: BACKUPS_WAIT_MS,
    clock,
  });
  figure('backup_age_seconds', 'Age of the newest backup that this process can see.', [], async () => {
    const newest = (await newestBackup())?.newest;
    // Its maker's clock may be a little ahead.
    return newest ? one(Math.max(0, Math.round((clock.nowMs() - newest.madeAt.getTime()) / 1000))) : [];
  });
  const signedIn = remembered(() => livingTokens(ports));
  figure('tokens', 'Tokens that are good now.', ['type'], async () =>
    (await signedIn()).map(({ type, count }) => ({ of: { type }, value: count })),
  );
  const running = remembered(() => runningCommands(ports));
  figure('terminal_runs', 'Commands of the terminal that run.', [], async () => one(await running()));
}

async function sizeOfDatabase({ database: { kysely } }: ServerPorts): Promise<number> {
  const { size } = await kysely
    .selectNoFrom(({ fn }) => fn<number>('pg_database_size', [fn('current_database', [])]).as('size'))
    .executeTakeFirstOrThrow();
  return size;
}

async function livingTokens(ports: ServerPorts): Promise<readonly { readonly type: string; readonly count: number }[]> {
  const rows = await ports.database.kysely
    .selectFrom('token')
    .select(({ fn }) => ['type', fn.countAll<number>().as('count')])
    .where('expire_time', '>', nowSeconds(ports))
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is', null)
    .groupBy('type')
    .orderBy('type')
    .execute();
  return rows;
}

async function runningCommands({ database: { kysely } }: ServerPorts): Promise<number> {
  const { count } = await kysely
    .selectFrom('terminal_run')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return count;
}
