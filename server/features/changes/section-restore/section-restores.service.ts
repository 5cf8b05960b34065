import type { OutputOf } from '#api/contract/base/endpoint';
import type { readRestoreChoices, readSectionRestore } from '#api/contract/changes/section-restore';
import { sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { RestoreMode, RestoreReport, SectionTrouble } from '#domain/changes/section-restore';
import type { AdminCaller } from '../../../base/caller.ts';
import { FREE_DISK_SHARE } from '../../../base/limits.ts';
import { notFound } from '../../../base/refusal.ts';
import { JobLostError, type JobRun } from '../../../db/base/jobs.ts';
import type { Row, Tables } from '../../../db/tables/tables.ts';
import { type Backup, backupName, type Backups } from '../../../ports/backup-port.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { lockOwnAccount, requireSession, type ProvedPassword } from '../../../resources/access/own-account.ts';
import type { Resources } from '../../../resources/registry.ts';
import type { Guesses } from '../../base/guesses.ts';
import { provePassword } from '../../session/base/own-password.ts';
import { MadeLaterError, restorableNames } from './restorable.ts';
import { restoreSectionRows, type SectionReport } from './restore-section.ts';

/** Of jobs that look into a backup, and of those that bring a section back from it. Each is told the number of its row. */
const LOOK_JOB = 'backup.look';
const RESTORE_JOB = 'backup.restoreSection';
const KINDS = [LOOK_JOB, RESTORE_JOB] as const;
/** How long it is remembered what a look has found, and what a restore has done. */
export const RESTORE_KNOWN_SECONDS = 86_400;
/** As much of a title, of a reason, and of what went wrong as is kept. */
const TEXT_LENGTH = 300;
/** Names of columns that are told. */
const NAMES = 50;

const kindOf = (mode: RestoreMode | null): string => (mode === null ? LOOK_JOB : RESTORE_JOB);

interface Wish {
  readonly backup: string;
  readonly section: string;
}

/** @throws a refusal where the bucket that they lie in cannot be asked */
const listedIn = (backups: Backups): Promise<readonly Backup[]> =>
  backups.list().catch(() => {
    throw rejection('refusals.system.backupsAway');
  });

/** A section comes back from a backup for somebody who watches a window. Why: docs/decisions/205-a-section-comes-back-by-a-window.md. */
export interface SectionRestores {
  readonly choices: (caller: Pick<AdminCaller, 'id'>) => Promise<OutputOf<typeof readRestoreChoices>>;
  /** @throws the refusal where there is no such backup or section, one is under way, or the disk is nearly full */
  readonly look: (wish: Wish, caller: AdminCaller) => Promise<string>;
  /** @throws FieldsRefused at `password`, and as `look` does */
  readonly restore: (
    wish: Wish & { readonly mode: RestoreMode; readonly commonColumns: boolean; readonly password: string },
    caller: AdminCaller,
  ) => Promise<string>;
  readonly read: (id: string) => Promise<OutputOf<typeof readSectionRestore>>;
}

export function createSectionRestores(
  ports: ServerPorts & { readonly guesses: Guesses },
  resources: Pick<Resources, 'all' | 'get'>,
): SectionRestores {
  const { database, jobs } = ports;
  for (const kind of KINDS)
    jobs.handle(kind, {
      lane: 'long',
      run: ({ id }, job) => attempt(String(id), job),
      async cancelled({ id }, trx) {
        await trx
          .updateTable('section_restore')
          .set({ state: 'failed', trouble: JSON.stringify({ code: 'cancelled', text: '' } satisfies SectionTrouble) })
          .where('id', '=', String(id))
          .where('state', '=', 'waiting')
          .execute();
      },
    });

  /** One attempt. What was interrupted has done some portions whole, and the next attempt goes on with the rest. */
  async function attempt(id: string, job: JobRun): Promise<void> {
    const row = await database.kysely
      .updateTable('section_restore')
      .set((set) => ({ attempts: set('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst();
    if (!row) return;
    const outcome = await work(row, job).then(
      (report) => ({ state: 'done' as const, report: JSON.stringify(report) }),
      (error: unknown) => {
        if (job.signal.aborted || error instanceof JobLostError) throw error;
        ports.logger.warn('backup.sectionFailed', { section: row.section, error });
        return { state: 'failed' as const, trouble: JSON.stringify(troubleOf(error)) };
      },
    );
    await database.transaction(async (trx) => {
      await job.settle(trx);
      await trx.updateTable('section_restore').set(outcome).where('id', '=', id).execute();
    });
  }

  async function work(row: Row<'section_restore'>, { signal, advance }: JobRun): Promise<RestoreReport> {
    const { backup, section, mode, common_columns: commonColumns } = row;
    if (!ports.backups) throw new Error('This server makes no backups.');
    const { copy, bytesOf, close } = await ports.backups.open(backup, signal);
    try {
      const language = row.language === 'en' ? 'en' : 'zh-cn';
      const told = ({ restored, of }: { readonly restored: number; readonly of: number }): void => advance(restored, of);
      return reportOf(
        await restoreSectionRows({ ports, resources, copy, bytesOf, language, signal, advance: told }, { section, mode, commonColumns }),
      );
    } finally {
      await close();
    }
  }

  /** Rows whose jobs wait or run, by whichever process. */
  const underWay = async (kinds: readonly string[], trx?: Transaction<Tables>): Promise<readonly string[]> =>
    (await jobs.underWay(kinds, trx)).map(({ id }) => String(id));

  async function begin(
    { backup, section, mode, commonColumns }: Wish & { readonly mode: RestoreMode | null; readonly commonColumns: boolean },
    caller: AdminCaller,
    proved: ProvedPassword | null,
  ): Promise<string> {
    const { backups } = ports;
    if (!backups) throw rejection('refusals.system.noBackups');
    if (!(await listedIn(backups)).some((one) => one.database === database.kind && backupName(one) === backup))
      throw rejection('refusals.system.backupGone');
    if (!restorableNames(resources).includes(section)) throw rejection('refusals.system.notRestorable');
    // The copy is put beside the database.
    if (ports.freeDiskShare() < FREE_DISK_SHARE) throw rejection('refusals.system.restoreNoRoom');
    const id = crypto.randomUUID();
    await database.transaction(async (trx) => {
      if (proved === null) await requireSession(trx, caller, ports);
      else await lockOwnAccount(trx, caller, proved);
      // Two that begin at once wait for each other, so that the second one finds the first.
      await sql`select pg_advisory_xact_lock(hashtext('backup'), hashtext('restore'))`.execute(trx);
      if ((await underWay(KINDS, trx)).length > 0) throw rejection('refusals.system.restoreRuns');
      // Whoever looks once more has seen what was found before.
      await trx.deleteFrom('section_restore').where('admin_id', '=', caller.id).where('mode', 'is', null).execute();
      await trx
        .insertInto('section_restore')
        .values({
          id,
          admin_id: caller.id,
          backup,
          section,
          mode,
          common_columns: commonColumns,
          language: caller.client.language,
          create_time: nowSeconds(ports),
        })
        .execute();
      await jobs.send(trx, kindOf(mode), { id });
    });
    return id;
  }

  return {
    async choices({ id: adminId }) {
      const restores = database.kysely.selectFrom('section_restore').where('mode', 'is not', null).orderBy('create_time', 'desc');
      // Before the queue is asked, so that one begun meanwhile is not taken for lost.
      const own = await restores
        .select('id')
        .where('admin_id', '=', adminId)
        .where('create_time', '>', nowSeconds(ports) - RESTORE_KNOWN_SECONDS)
        .limit(1)
        .executeTakeFirst();
      const known = await underWay([RESTORE_JOB]);
      const ids = [...known, ...(own ? [own.id] : [])];
      const found = ids.length === 0 ? [] : await restores.selectAll().where('id', 'in', ids).execute();
      const row = found.find((one) => isGoingOn(one, known));
      const newest = found.find(({ id }) => id === own?.id);
      const latest = newest === undefined || isGoingOn(newest, known) ? undefined : knownOf(newest);
      return {
        sections: [...restorableNames(resources)],
        running: (row && knownOf(row)) ?? null,
        latest: newest && latest ? { ...latest, begunAt: newest.create_time, work: endOf(newest) } : null,
      };
    },

    look: (wish, caller) => begin({ ...wish, mode: null, commonColumns: false }, caller, null),

    async restore({ password, ...wish }, caller) {
      return begin(wish, caller, await provePassword(ports, caller, password, 'password'));
    },

    async read(id) {
      // The queue first: a job ends with its row, so what it does not know any more has said how it ended.
      const known = await underWay(KINDS);
      const row = await database.kysely.selectFrom('section_restore').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) throw notFound();
      if (!isGoingOn(row, known)) return endOf(row);
      const progress = await jobs.progressOf(kindOf(row.mode), { id: row.id });
      return { state: 'running', progress, report: null, trouble: null, isResumed: row.attempts > 1 };
    },
  };
}

/** Forgets what nobody waits for any more. */
export async function sweepRestores(ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<void> {
  await ports.database.kysely
    .deleteFrom('section_restore')
    .where('create_time', '<=', nowSeconds(ports) - RESTORE_KNOWN_SECONDS)
    .execute();
}

/** @param known rows whose jobs waited or ran before the row was read */
const isGoingOn = ({ id, state }: Pick<Row<'section_restore'>, 'id' | 'state'>, known: readonly string[]): boolean =>
  state === 'waiting' && known.includes(id);

/** How one ended that does not go on: one that says nothing of it was lost. */
const endOf = ({ state, report, trouble, attempts }: Row<'section_restore'>) => ({
  state: report === null ? ('failed' as const) : ('done' as const),
  progress: null,
  report: report as OutputOf<typeof readSectionRestore>['report'],
  trouble: state === 'waiting' ? { code: 'lost' as const, text: '' } : trouble,
  isResumed: attempts > 1,
});

const knownOf = ({ id, backup, section, mode }: Row<'section_restore'>) => (mode === null ? undefined : { id, backup, section, mode });

/** Half a character at the end is one that JSON of the database does not take. */
const cut = (text: string): string => text.slice(0, TEXT_LENGTH).toWellFormed();

const troubleOf = (error: unknown): SectionTrouble =>
  error instanceof MadeLaterError
    ? { code: 'madeLater', text: '' }
    : { code: 'other', text: cut(error instanceof Error ? error.message : String(error)) };

/** As it is kept: numbers as they are, words with an end. */
function reportOf({ section: _section, examples, left, fresh, absent, done, ...counts }: SectionReport): RestoreReport {
  return {
    ...counts,
    examples: { missing: examples.missing.map(cut), changed: examples.changed.map(cut) },
    absent: absent.slice(0, NAMES),
    left: left.slice(0, NAMES),
    fresh: fresh.slice(0, NAMES),
    done: done && {
      added: done.added,
      changed: done.changed,
      files: done.files,
      filesGone: done.filesGone,
      writes: done.changes.length,
      firstChange: done.changes[0] ?? null,
      refused: done.refused,
      reasons: done.reasons.map(cut),
    },
  };
}
