import { type Kysely, sql, type Transaction } from 'kysely';
import type { Encryptor } from '../../../base/encryptor.ts';
import type { JobParams, JobRun } from '../../../db/base/jobs.ts';
import type { Row, Tables } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { SecretOpened } from '../kept-secrets.ts';
import type { AccountSection } from '../known-as.ts';
import { inPortions } from './in-portions.ts';
import { stepsByText } from './text-steps.ts';
import type { Remembered, TracedSection, TraceStep } from './trace-step.ts';

/** So many portions one job goes through. */
export const TRACE_PORTIONS = 20;

const SECTIONS: readonly AccountSection[] = ['admin', 'member'];
const jobOf = (section: AccountSection): string => `${section}.traces`;
const sealedAs = (section: AccountSection, id: number): string => `${jobOf(section)}:${id}`;

type Erasure = Row<'trace_erasure'>;

/**
 * Leaves behind that logs forget an account that ends with this transaction: the more there is in them, the longer that takes, and no account
 * may stay because its logs have grown. Decisions 293 and 311 say why, and why it stands in a table.
 */
export async function leaveTraces(
  ports: Pick<ServerPorts, 'encryptor' | 'jobs' | 'clock'>,
  trx: Transaction<Tables>,
  { section, id, known }: { readonly section: AccountSection; readonly id: number; readonly known: Remembered },
): Promise<void> {
  const sealed = await ports.encryptor.encrypt(JSON.stringify(known), sealedAs(section, id));
  const { rows } = await sql<{ newest: number }>`select coalesce(max(id), 0) as newest from admin_log`.execute(trx);
  await beginErasure(ports, trx, { section, account_id: id, known: sealed, newest_log: rows[0]?.newest ?? 0 });
}

/** The row of somebody whom logs have still to forget, and the job that goes by it. */
async function beginErasure(
  { jobs, clock }: Pick<ServerPorts, 'jobs' | 'clock'>,
  trx: Transaction<Tables>,
  begun: Pick<Erasure, 'section' | 'account_id' | 'known' | 'newest_log'>,
): Promise<void> {
  const row = { ...begun, create_time: nowSeconds({ clock }) };
  const { id: erasure } = await trx.insertInto('trace_erasure').values(row).returning('id').executeTakeFirstOrThrow();
  await jobs.send(trx, jobOf(begun.section), { erasure });
}

/** Says what the job does that `leaveTraces` leaves behind. */
export const handleTraces = (ports: ServerPorts, traced: TracedSection): void =>
  ports.jobs.handle(jobOf(traced.section), {
    lane: 'long',
    priority: 'low',
    run: (params, job) => eraseTraces(ports, traced, params, job),
  });

/** Goes on with whom logs have still to forget and who has no job any more, as after a restore or where it was given up. */
export async function sweepTraces({ database, jobs }: Pick<ServerPorts, 'database' | 'jobs'>): Promise<void> {
  await database.transaction(async (trx) => {
    // First the rows: each of them has had its job from the beginning.
    const open = await trx.selectFrom('trace_erasure').select(['id', 'section']).orderBy('id').execute();
    if (open.length === 0) return;
    const known = new Set((await jobs.underWay(SECTIONS.map(jobOf), trx)).map(({ erasure }) => Number(erasure)));
    for (const { id, section } of open) if (!known.has(id)) await jobs.send(trx, jobOf(section), { erasure: id }, String(id));
  });
}

/** What these were called that logs have still to forget; nothing in an older database, which has no such table before it is brought up to date. */
async function encryptedNames(kysely: Kysely<Tables>): Promise<readonly Erasure[]> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('trace_erasure') is not null as there`.execute(kysely);
  if (rows[0]?.there !== true) return [];
  return kysely.selectFrom('trace_erasure').selectAll().where('known', '<>', '').orderBy('id', 'desc').execute();
}

export const hasAnyTraces = async (kysely: Kysely<Tables>): Promise<boolean> => (await encryptedNames(kysely)).length > 0;

/** Whether the server's own key opens one of them at least. */
export async function tracesOpen(kysely: Kysely<Tables>, encryptor: Encryptor): Promise<SecretOpened> {
  const rows = await encryptedNames(kysely);
  for (const row of rows) if (await opensNames(encryptor, row)) return 'yes';
  return rows.length === 0 ? 'nothing' : 'no';
}

const opensNames = (encryptor: Encryptor, row: Erasure): Promise<boolean> =>
  readKnown(encryptor, row).then(
    () => true,
    () => false,
  );

/** Once the server's own key is gone for good, nobody learns any more what these were called: what goes by number goes all the same. @returns of how many */
export async function forgetUnreadableTraces(kysely: Kysely<Tables>, encryptor: Encryptor): Promise<number> {
  let unreadable = 0;
  for (const row of await encryptedNames(kysely)) {
    if (await opensNames(encryptor, row)) continue;
    await kysely.updateTable('trace_erasure').set({ known: '' }).where('id', '=', row.id).execute();
    unreadable += 1;
  }
  return unreadable;
}

/** @returns null where nobody knows it any more @throws where the key is another one */
const readKnown = async (encryptor: Encryptor, { section, account_id: id, known }: Erasure): Promise<Remembered | null> =>
  known === '' ? null : (JSON.parse(await encryptor.decrypt(known, sealedAs(section, id))) as Remembered);

/** A job that a process of an earlier version left was told everything itself: it becomes one that goes by a row. When the account ended it does not say. */
const adoptTraces = (
  ports: Pick<ServerPorts, 'database' | 'jobs' | 'clock'>,
  section: AccountSection,
  { id, known, newest }: JobParams,
  job: JobRun,
): Promise<void> =>
  ports.database.transaction(async (trx) => {
    await job.settle(trx);
    await beginErasure(ports, trx, { section, account_id: Number(id), known: String(known), newest_log: Number(newest) });
  });

async function eraseTraces(ports: ServerPorts, traced: TracedSection, params: JobParams, job: JobRun): Promise<void> {
  const { erasure } = params;
  if (erasure === undefined) return adoptTraces(ports, traced.section, params, job);
  const { kysely } = ports.database;
  const row = await kysely.selectFrom('trace_erasure').selectAll().where('id', '=', Number(erasure)).executeTakeFirst();
  if (!row) return;
  const { account_id: id, newest_log: newestLog, create_time: endedAt } = row;
  const { rows: accounts } = await sql<{
    username: string;
  }>`select username from ${sql.table(traced.section)} where id = ${id}::bigint`.execute(kysely);
  // A section that came back from a backup may have brought the account.
  const isThere = accounts.some(({ username }) => username !== traced.endedName(id));
  let fault: unknown = null;
  const known = await readKnown(ports.encryptor, row).catch((error: unknown) => {
    fault = error;
    return null;
  });
  const forgotten = known && { id, known, newestLog, endedAt };
  const steps = isThere
    ? []
    : [...traced.byNumber(id), ...(forgotten ? [...(traced.byName?.(forgotten) ?? []), ...stepsByText(traced, forgotten)] : [])];
  const left = await goThrough(ports, steps, row, job);
  // What goes by number has gone; for the rest the job is tried again, as the right key may come back.
  if (left === null && fault !== null) throw fault;
  await ports.database.transaction(async (trx) => {
    await job.settle(trx);
    if (left === null) await trx.deleteFrom('trace_erasure').where('id', '=', row.id).execute();
    else {
      const progress = { step: left.step, place: left.place && JSON.stringify(left.place) };
      await trx.updateTable('trace_erasure').set(progress).where('id', '=', row.id).execute();
      await ports.jobs.send(trx, jobOf(traced.section), { erasure: row.id });
    }
  });
}

type Left = Pick<Erasure, 'step' | 'place'>;

/** @returns where the next job goes on; null where all was gone through */
async function goThrough(
  ports: Pick<ServerPorts, 'database' | 'precedence'>,
  steps: readonly TraceStep[],
  from: Left,
  { signal }: JobRun,
): Promise<Left | null> {
  // A step that this version does not know: everything is gone through anew.
  const first = Math.max(
    0,
    steps.findIndex(({ name }) => name === from.step),
  );
  let portions = TRACE_PORTIONS;
  for (const [index, { name, table, key, within, atOnce, forget }] of steps.slice(first).entries()) {
    if (portions <= 0) return { step: name, place: null };
    const place = await inPortions(
      ports,
      table,
      key,
      (portion) => {
        portions -= 1;
        return forget(ports.database.kysely, portion);
      },
      { ...(within && { within }), after: index === 0 && name === from.step ? from.place : null, atOnce, most: portions, stopped: signal },
    );
    if (place !== null) return { step: name, place };
  }
  return null;
}
