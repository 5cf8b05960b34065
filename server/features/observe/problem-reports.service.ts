import { sql, type Transaction } from 'kysely';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import type { reportProblem } from '#api/contract/observe/problem';
import { type FailureError, rejection } from '#domain/base/failure';
import { lastFaultIn } from '#domain/observe/journal-fault';
import type { JournalFile } from '#domain/observe/journal-file';
import type { Reporter } from '#domain/observe/problem-report';
import type { NewRow, Tables } from '../../db/tables/tables.ts';
import {
  BROKEN_REPORTS_PER_NETWORK,
  FREE_DISK_SHARE,
  PROBLEM_BYTES,
  PROBLEM_BYTES_OF_VISITORS,
  PROBLEM_REPORTS_OF_VISITORS,
  PROBLEM_REPORTS_PER_ADMIN,
  PROBLEM_REPORTS_PER_NETWORK,
} from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { AdminCaller, Caller } from '../../base/caller.ts';
import type { Guesses } from '../base/guesses.ts';
import { sha256 } from '../../base/digest.ts';
import { networkOf } from '../../base/network.ts';
import { FieldsRefused, notFound } from '../../base/refusal.ts';
import { shippedResource } from '../../base/shipped-resources.ts';
import { reportedJournal } from './reported-journal.ts';
import { forgetSteps, noteBorn } from '../../resources/life/life-steps.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { idempotent, onceFor } from '../../resources/write/idempotent.ts';
import { logChanges } from '../../resources/write/record-change.ts';
import { keptSince } from '../base/retention.ts';
import { GateError, TOKEN_EXPIRED } from '../../routing/replies.ts';
import type { SessionService } from '../session/session.service.ts';
import { countAttempt, type ThrottleKey } from '../base/throttle.ts';

/** What people report of problems, kept as long as a setting says. */
export interface ProblemReports {
  /** @throws FieldsRefused at `journal` for a text that is no exported journal; FailureError where too many come, or none can be kept */
  report(problem: ParsedInputOf<typeof reportProblem>, caller: Caller): Promise<OutputOf<typeof reportProblem>>;
  /** The journal of a report, as it was sent. @throws FailureError when there is none, or when it was changed since */
  journalOf(id: number): Promise<ReportedJournal>;
}

export interface ReportedJournal {
  readonly number: string;
  readonly entries: number;
  readonly text: string;
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes' | 'encryptor' | 'logger' | 'freeDiskShare' | 'jobs'>;

/** Neither I nor L, O or U: a number is read out over the telephone. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const NUMBER_LENGTH = 8;

export function createProblemReports(
  ports: Ports,
  sessions: Pick<SessionService, 'identify'>,
  guesses: Pick<Guesses, 'validateOrRefuse'>,
): ProblemReports {
  const { database, logger, encryptor } = ports;
  const { kysely } = database;

  /**
   * Anybody may report; who is signed in as an administrator is named, so that they can be asked.
   * @throws GateError for a token that can be renewed
   */
  async function reporterOf({ tokens, client }: Caller): Promise<ReportedBy> {
    const identity = tokens.admin === null ? null : await sessions.identify(tokens.admin, client);
    if (identity === 'expired') throw new GateError(TOKEN_EXPIRED);
    if (identity === null || typeof identity === 'string') return { who: 'visitor', admin_id: null, reporter: '' };
    return { who: 'admin', admin_id: identity.id, reporter: identity.username };
  }

  /** What is no journal is counted against its own network alone. */
  async function journalFrom(text: string, network: string): Promise<JournalFile> {
    const keys = [{ key: `problem-broken:${network}`, limit: BROKEN_REPORTS_PER_NETWORK }];
    const file = await guesses.validateOrRefuse(keys, () => reportedJournal(text));
    if (file === null) throw new FieldsRefused({ journal: { key: 'refusals.parameter', params: { name: 'journal' } } });
    return file;
  }

  return {
    async report({ area, page, sentence, build, journal }, caller) {
      const network = networkOf(caller.client.ip);
      const by = await reporterOf(caller);
      const facts = factsOf(await journalFrom(journal, network), journal);
      const number = numberFrom(ports.randomBytes(NUMBER_LENGTH));
      const report = {
        number,
        area,
        ...by,
        page: plain(page.split(/[?#]/u, 1)[0] ?? '', 500),
        sentence,
        build,
        useragent: plain(caller.client.userAgent, 255),
        ...facts,
        network,
        create_time: nowSeconds(ports),
      };
      if (ports.freeDiskShare() < FREE_DISK_SHARE) throw noRoom(ports, by);
      const key = await sha256(journal);
      let kept = number;
      const counted = await countAttempt(ports, limitsOf(by, network));
      try {
        const encrypted = await encryptor.encrypt(journal, aboutOf(number));
        const keep = async (trx: Transaction<Tables>) => {
          if (!(await hasRoom(trx, by, facts.size ?? 0))) throw noRoom(ports, by);
          const adminId = await stillThere(trx, report.admin_id);
          const { id } = await trx
            .insertInto('problem_report')
            .values({ ...report, admin_id: adminId })
            .returning('id')
            .executeTakeFirstOrThrow();
          await noteBorn(trx, shippedResource('problemReport'), id, report.create_time);
          await trx.insertInto('problem_journal').values({ report_id: id, sealed: encrypted }).execute();
          return number;
        };
        // The same journal from the same place is the same report, sent again because its answer was lost: it keeps its number, and has the newest words.
        const once = { key, requestHash: key };
        kept = await database.transaction(async (trx) => {
          const first = await onceFor(trx, `problem:${by.admin_id ?? network}`, once, report.create_time, () => keep(trx));
          if (first === number) return number;
          const { numUpdatedRows } = await trx
            .updateTable('problem_report')
            .set({ sentence })
            .where('number', '=', first)
            .executeTakeFirst();
          // Somebody has deleted it meanwhile: what is reported again is wanted again.
          return numUpdatedRows > 0n ? first : keep(trx);
        });
      } catch (error) {
        await counted.takeBack();
        throw error;
      }
      if (kept === number) logger.info('problem.reported', { number, who: report.who, path: report.page });
      return { number: kept };
    },

    async journalOf(id) {
      const found = await kysely
        .selectFrom('problem_report')
        .innerJoin('problem_journal', 'report_id', 'id')
        .select(['number', 'entries', 'sealed'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!found) throw notFound();
      const { number, entries, sealed } = found;
      try {
        return { number, entries, text: await encryptor.decrypt(sealed, aboutOf(number)) };
      } catch (error) {
        logger.warn('problem.journalUnreadable', { number, error });
        throw rejection('refusals.problem.unreadable', { number });
      }
    },
  };
}

interface ReportedBy {
  readonly who: Reporter;
  readonly admin_id: number | null;
  readonly reporter: string;
}

/** Reports of visitors use up nothing that administrators need. */
const limitsOf = ({ admin_id: adminId }: ReportedBy, network: string): readonly ThrottleKey[] =>
  adminId === null
    ? [
        { key: `problem:${network}`, limit: PROBLEM_REPORTS_PER_NETWORK },
        { key: 'problem:visitors', limit: PROBLEM_REPORTS_OF_VISITORS },
      ]
    : [{ key: `problem:admin:${adminId}`, limit: PROBLEM_REPORTS_PER_ADMIN }];

/** The account, unless it was deleted meanwhile: then the name is all that is left of who it was. It stays until the end of the transaction. */
async function stillThere(trx: Transaction<Tables>, adminId: number | null): Promise<number | null> {
  if (adminId === null) return null;
  const found = await trx.selectFrom('admin').select('id').where('id', '=', adminId).forKeyShare().executeTakeFirst();
  return found?.id ?? null;
}

/** Whether so many bytes more may be kept; who asks holds the answer until their transaction is over. */
async function hasRoom(trx: Transaction<Tables>, { admin_id: adminId }: ReportedBy, sizeBytes: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('problem'), hashtext('room'))`.execute(trx);
  const { all, ofVisitors } = await trx
    .selectFrom('problem_report')
    .select([
      sql<number>`coalesce(sum(size), 0)::bigint`.as('all'),
      sql<number>`coalesce(sum(size) filter (where admin_id is null), 0)::bigint`.as('ofVisitors'),
    ])
    .executeTakeFirstOrThrow();
  return all + sizeBytes <= PROBLEM_BYTES && (adminId !== null || ofVisitors + sizeBytes <= PROBLEM_BYTES_OF_VISITORS);
}

function noRoom({ logger }: Pick<Ports, 'logger'>, { who }: ReportedBy): FailureError {
  logger.warn('problem.noRoom', { who });
  return rejection('refusals.problem.noRoom');
}

/** Deletes reports with their journals. What they said is kept nowhere else: the journal of changes says that they went, and by whom. @throws FailureError when there is none of them */
export async function removeReports(
  ports: Pick<ServerPorts, 'database' | 'clock' | 'jobs'>,
  ids: readonly number[],
  caller: AdminCaller,
): Promise<{ readonly count: number }> {
  const resource = { ...shippedResource('problemReport'), images: 'never', bin: 'never' } as const;
  const source = ids.length > 1 ? 'bulk' : 'list';
  const now = nowSeconds(ports);
  const removed = async (trx: Transaction<Tables>) => {
    await requireSession(trx, caller, ports);
    const gone = await trx.deleteFrom('problem_report').where('id', 'in', ids).returning('id').execute();
    if (gone.length === 0) throw notFound();
    await forgetSteps(
      trx,
      resource,
      gone.map(({ id }) => id),
    );
    const changes = gone.map(({ id }) => ({ recordId: id, before: {}, after: null }));
    await logChanges(trx, { resource, caller, nowSeconds: now, action: 'del', source, jobs: ports.jobs }, changes);
    return { count: gone.length };
  };
  return ports.database.transaction((trx) => idempotent(trx, caller, now, () => removed(trx)));
}

/** Forgets reports that are older than the setting says. */
export async function sweepReports(ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<void> {
  const since = await keptSince(ports, 'problem_days');
  if (since === null) return;
  await ports.database.transaction(async (trx) => {
    const gone = await trx.deleteFrom('problem_report').where('create_time', '<=', since).returning('id').execute();
    await forgetSteps(
      trx,
      shippedResource('problemReport'),
      gone.map(({ id }) => id),
    );
  });
}

type Facts = Pick<NewRow<'problem_report'>, 'app' | 'language' | 'fault_path' | 'fault_error' | 'entries' | 'size'>;

/** What a list shows of a journal. */
function factsOf({ header, entries }: JournalFile, text: string): Facts {
  const fault = lastFaultIn(entries);
  return {
    app: plain(header.app, 100),
    language: plain(header.language, 10),
    fault_path: plain(fault?.path ?? '', 255),
    fault_error: plain(fault?.error ?? '', 500),
    entries: entries.length,
    size: new TextEncoder().encode(text).length,
  };
}

/** One line that a database can hold, whatever a journal said. */
const plain = (text: string, maxLength: number): string =>
  Array.from(
    text
      .slice(0, 2 * maxLength)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' '),
  )
    .slice(0, maxLength)
    .join('');

const aboutOf = (number: string): string => `problem_report:${number}`;

function numberFrom(bytes: Uint8Array): string {
  const letters = [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `${letters.slice(0, NUMBER_LENGTH / 2)}-${letters.slice(NUMBER_LENGTH / 2)}`;
}
