import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { JOB_LATE_SECONDS } from '#domain/observe/system-health';
import { openJobs } from '../../../db/jobs/boss-jobs.ts';
import { toolLine } from '../../../base/platform/tool-line.ts';
import { DataDirInUseError, dataDirPaths } from '../../../base/data-dir.ts';
import type { Logger } from '../../../base/logger.ts';
import type { Database } from '../../../db/base/database.ts';
import { OWN_STEPS } from '../../../db/migrate.ts';
import { lookAtSteps } from '../../../db/newer-steps.ts';
import { openDatabase } from '../../../db/open-database.ts';
import { sharesConnections } from '../../../db/postgresql/postgresql-pooler.ts';
import { OLDEST_POSTGRESQL, readRights } from '../../../db/postgresql/postgresql-rights.ts';
import { runPostgresqlTool } from '../../../db/postgresql/postgresql-tool.ts';
import { readSecretKey } from '../../../adapters/secret-key.ts';
import { readRelyingParty } from '../../../features/session/passkeys/relying-party.ts';
import { fullWebhooks, WAITING_MESSAGES } from '../../../resources/base/webhook-calls.ts';
import { askServer } from '../../control-socket.ts';
import { opensSecrets } from '../../encryption-key.ts';
import type { Env } from '../../env.ts';
import { bad, doubtful, type DiagnosisFinding, good, looking } from './finding.ts';

/** Clocks that differ by more end sign-ins and codes at the wrong time where processes run on several machines. */
const CLOCK_SECONDS = 5;

/** The database, by the server that has it or by ourselves. */
export async function lookAtDatabase(env: Env, logger: Logger): Promise<readonly DiagnosisFinding[]> {
  const { database: folder } = dataDirPaths(env.dataDir);
  if (env.databaseUrl === undefined && !existsSync(folder))
    return [
      doubtful(
        'database',
        `There is no database in ${folder} yet.`,
        'Start Troupe once, or set DATA_DIR or DATABASE_URL as the server has it.',
      ),
    ];
  let database: Database;
  try {
    database = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir, allowDamaged: true, isLook: true, logger });
  } catch (error) {
    if (error instanceof DataDirInUseError) return askItsServer(env);
    throw error;
  }
  try {
    const found = [
      ...lookAtDamage(database),
      ...(await lookAtMigrations(database)),
      ...(await lookAtServer(database)),
      ...(await lookAtWay(env)),
    ];
    if (found.some(({ state, about }) => state === 'bad' && about === 'migrations') || !(await hasTables(database))) return found;
    return [
      ...found,
      ...(await lookAtKey(database, env)),
      ...(await lookAtPasskeys(database, env)),
      ...(await lookAtJobs(database, logger)),
      ...(await lookAtWebhooks(database)),
    ];
  } finally {
    await database.close();
  }
}

async function askItsServer({ dataDir }: Env): Promise<readonly DiagnosisFinding[]> {
  const said = await askServer(dataDir, 'health', null);
  if (said === null)
    return [
      doubtful('database', 'A server uses the database and does not answer tools.', 'Stop it and look again, or ask its /health/ready.'),
    ];
  const ADVICE: Readonly<Record<string, string>> = {
    database: 'Read its log: it cannot write to its database.',
    damage: 'Keep a copy of the data directory, then restore a backup.',
    disk: 'Make room on the disk.',
  };
  if (said.problems === undefined) return [good('database', 'A server uses the database and is ready. Stop it for a closer look.')];
  return said.problems.map((problem) =>
    bad('database', `The server that uses it is not ready: ${problem}.`, ADVICE[problem] ?? 'Read its log.'),
  );
}

function lookAtDamage(database: Database): readonly DiagnosisFinding[] {
  const damage = database.damage();
  if (damage === null)
    return [
      good(
        'database',
        database.kind === 'embedded' ? 'The embedded database opens, and no page that was looked at is damaged.' : 'PostgreSQL answers.',
      ),
    ];
  return [
    bad(
      'database',
      `The database is damaged: ${damage}.`,
      'Look after the disk, keep a copy of the data directory, then restore a backup.',
    ),
  ];
}

async function hasTables({ kysely }: Database): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('admin') is not null as there`.execute(kysely);
  return rows[0]?.there === true;
}

/** Whether the tables are those of this version, or such that it works with them. */
export async function lookAtMigrations({ kysely, kind }: Pick<Database, 'kysely' | 'kind'>): Promise<readonly DiagnosisFinding[]> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(kysely);
  if (rows[0]?.there !== true) return [doubtful('migrations', 'The database is empty.', 'The first start makes its tables.')];
  const { open, unknown, refusedFor } = await lookAtSteps(kysely, OWN_STEPS, kind === 'postgresql');
  if (refusedFor !== null)
    return [
      bad(
        'migrations',
        `The database was used by a newer version: it has the step ${refusedFor}.`,
        'Start the newer version, or restore a backup that was made before it.',
      ),
    ];
  if (unknown.length > 0)
    return [
      doubtful(
        'migrations',
        `A newer version has added to the tables, the last time by the step ${unknown.at(-1)}. This one works beside it.`,
        'Start the newer version everywhere.',
      ),
    ];
  if (open.length > 0)
    return [
      doubtful(
        'migrations',
        `The next start brings the tables up to date, in ${open.length} steps.`,
        `Make a backup first: ${toolLine('backup')}`,
      ),
    ];
  return [good('migrations', 'The tables are those of this version.')];
}

async function lookAtServer({ kysely, kind }: Database): Promise<readonly DiagnosisFinding[]> {
  if (kind === 'embedded') return [];
  const { rows } = await sql<{ version: number; shown: string; recovering: boolean; used: number; most: number; at: number }>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as shown, pg_is_in_recovery() as recovering,
      (select count(*) from pg_stat_activity) as used, current_setting('max_connections')::int as most,
      extract(epoch from clock_timestamp())::float8 as at`.execute(kysely);
  const [{ version, shown, recovering, used, most, at } = { version: 0, shown: '', recovering: false, used: 0, most: 1, at: 0 }] = rows;
  const apart = Math.abs(at - Date.now() / 1000);
  return [
    version >= OLDEST_POSTGRESQL
      ? good('postgresql', `PostgreSQL ${shown}.`)
      : bad('postgresql', `PostgreSQL ${shown} is too old.`, 'Use PostgreSQL 15 or newer.'),
    ...(recovering
      ? [bad('postgresql', 'This PostgreSQL is a copy that takes no writes.', 'Let DATABASE_URL lead to the one that may be written to.')]
      : []),
    used > most * 0.9
      ? doubtful(
          'connections',
          `${used} of ${most} connections are in use.`,
          'Raise max_connections, or put a pooler in transaction mode before it.',
        )
      : good('connections', `${used} of ${most} connections are in use.`),
    apart > CLOCK_SECONDS
      ? doubtful(
          'clock',
          `The clocks of this machine and of PostgreSQL differ by ${Math.round(apart)} seconds.`,
          'Let both follow a time server.',
        )
      : good('clock', 'The clocks of this machine and of PostgreSQL agree.'),
    ...(await looking('rights', () => lookAtRights(kysely))),
    ...(await looking('pg_dump', lookAtDump)),
  ];
}

async function lookAtRights(kysely: Database['kysely']): Promise<readonly DiagnosisFinding[]> {
  const { account, mayMakeTables, mayMakeQueue, mayRestore, mayMakeDatabases, remedy } = await readRights(kysely);
  if (!mayMakeTables || !mayMakeQueue)
    return [bad('rights', `The account ${account} may not make the tables of this version and of the next ones.`, remedy)];
  if (!mayRestore) return [doubtful('rights', `The account ${account} does not own its schema: no backup can be restored.`, remedy)];
  return [
    mayMakeDatabases
      ? good('rights', `The account ${account} may do all that the server and its tools do.`)
      : good(
          'rights',
          `The account ${account} owns its schema. It may make no databases: copies are read to their end instead of restored, and no single section comes back from one.`,
        ),
  ];
}

/** Whether PostgreSQL's own programs get connections of their own. */
async function lookAtWay({ databaseUrl, databaseDirectUrl }: Env): Promise<readonly DiagnosisFinding[]> {
  if (databaseUrl === undefined || databaseDirectUrl === undefined) return [];
  return looking('pooler', async () => {
    if (await sharesConnections(databaseDirectUrl))
      return [
        bad(
          'pooler',
          `${databaseDirectUrl === databaseUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'} leads through a pooler in transaction mode: there can be no backup and no restore.`,
          'Set DATABASE_DIRECT_URL to an address of the same database that leads past the pooler.',
        ),
      ];
    return databaseDirectUrl === databaseUrl ? [] : [good('pooler', 'DATABASE_DIRECT_URL leads to PostgreSQL itself.')];
  });
}

async function lookAtDump(): Promise<readonly DiagnosisFinding[]> {
  let said = '';
  try {
    await runPostgresqlTool('pg_dump', null, ['--version'], { onOutput: (chunk) => (said += chunk) });
  } catch {
    return [
      doubtful(
        'pg_dump',
        'pg_dump is not installed: there can be no backup.',
        'Install the client programs of PostgreSQL (Debian: apt install postgresql-client).',
      ),
    ];
  }
  return [good('pg_dump', `${said.trim()}.`)];
}

async function lookAtKey(database: Database, { dataDir, secretKey }: Env): Promise<readonly DiagnosisFinding[]> {
  const key = secretKey ?? readSecretKey(dataDirPaths(dataDir).secretKey);
  const opens = await opensSecrets(database, typeof key === 'string' ? null : key);
  if (opens === 'nothing') return [];
  return opens === 'yes'
    ? [good('key', 'The key opens what was encrypted with it.')]
    : [
        bad(
          'key',
          'What was encrypted, such as secrets of two-factor sign-in or keys of models, was encrypted with another key.',
          'Put the right secret.key back, from the folder of a backup for example, or set SECRET_KEY.',
        ),
      ];
}

async function lookAtWebhooks({ kysely }: Database): Promise<readonly DiagnosisFinding[]> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('webhook_delivery') is not null as there`.execute(kysely);
  const full = rows[0]?.there === true ? await fullWebhooks(kysely) : [];
  if (full.length === 0) return [];
  return [
    bad(
      'webhooks',
      `${full.map((name) => `“${name}”`).join(', ')}: ${WAITING_MESSAGES} messages wait, and of further writes nothing is told.`,
      'Look at the deliveries of these webhooks for what their addresses answer; switch off what nobody takes any more.',
    ),
  ];
}

/** Passkeys are made for a host, and open nothing once the site has another. */
async function lookAtPasskeys(database: Database, { siteAddress }: Env): Promise<readonly DiagnosisFinding[]> {
  // An older database has no such table before the next start brings it up to date.
  const { rows: there } = await sql<{ there: boolean }>`select to_regclass('passkey') is not null as there`.execute(database.kysely);
  if (there[0]?.there !== true) return [];
  const { id } = await readRelyingParty({ database, ...(siteAddress !== undefined && { siteAddress }) });
  const { rows } = await sql<{ all: number; elsewhere: number }>`
    select count(*) as all, count(*) filter (where rp_id <> ${id}) as elsewhere from passkey`.execute(database.kysely);
  const [{ all, elsewhere } = { all: 0, elsewhere: 0 }] = rows;
  if (all === 0) return [];
  return elsewhere === 0
    ? [good('passkeys', `Passkeys are for ${id}, and there are ${all}.`)]
    : [
        doubtful(
          'passkeys',
          `${elsewhere} of ${all} passkeys were made for another host than ${id}, and open nothing.`,
          'Let SITE_ADDRESS or the setting of the site’s address name the host that people use, or let them add passkeys anew.',
        ),
      ];
}

async function lookAtJobs(database: Database, logger: Logger): Promise<readonly DiagnosisFinding[]> {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass('pgboss.version') is not null as "isThere"`.execute(database.kysely);
  // Backups of PostgreSQL leave it out.
  if (rows[0]?.isThere !== true) return [good('jobs', 'There is no queue of jobs yet: the next start makes it.')];
  const jobs = await openJobs({ database, logger });
  try {
    const { waiting, dead, oldestDueSeconds } = await jobs.counts();
    if (dead > 0) return [doubtful('jobs', `${dead} jobs were given up within a day.`, 'The log says why (job.givenUp).')];
    if (oldestDueSeconds > JOB_LATE_SECONDS)
      return [
        doubtful('jobs', `A job has waited for ${Math.round(oldestDueSeconds / 60)} minutes.`, 'Is a server running that takes jobs?'),
      ];
    return [good('jobs', `${waiting} jobs wait, none was given up.`)];
  } finally {
    await jobs.stop();
  }
}
