import type { OutputOf, ParsedInputOf } from '#api/contract/endpoint';
import type { reportProblem } from '#api/contract/problem';
import { rejection } from '#domain/failure';
import { lastFaultIn } from '#domain/journal-fault';
import { JournalRefused, readJournal, type JournalFile } from '#domain/journal-file';
import type { Reporter } from '#domain/problem-report';
import type { NewRow } from '../db/tables.ts';
import { PROBLEM_REPORTS_A_DAY, PROBLEM_REPORTS_PER_NETWORK, PROBLEM_REPORT_SECONDS } from '../limits.ts';
import { nowSeconds, type ServerPorts } from '../ports.ts';
import type { Caller, Client } from './caller.ts';
import { networkOf } from './network.ts';
import { FieldsRefused, notFound } from './refusal.ts';
import type { SessionService } from './session.service.ts';
import { countAttempt } from './throttle.ts';

/** What people report of problems, kept for thirty days. */
export interface ProblemReports {
  /** @throws FieldsRefused at `journal` for a text that is no exported journal; FailureError for somebody who reports too often */
  report(problem: ParsedInputOf<typeof reportProblem>, caller: Caller): Promise<OutputOf<typeof reportProblem>>;
  /** The journal of a report, as it was sent. @throws FailureError when there is none, or when it was changed since */
  journalOf(id: number): Promise<ReportedJournal>;
  /** Deletes reports with their journals. What they said is kept nowhere else. @throws FailureError when there is none of them */
  remove(ids: readonly number[]): Promise<{ readonly count: number }>;
}

export interface ReportedJournal {
  readonly number: string;
  readonly entries: number;
  readonly text: string;
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes' | 'sealer' | 'logger'>;

/** Neither I nor L, O or U: a number is read out over the telephone. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const NUMBER_LENGTH = 8;

export function createProblemReports(ports: Ports, sessions: Pick<SessionService, 'identify'>): ProblemReports {
  const { database, logger, sealer } = ports;
  const { kysely } = database;

  /** Anybody may report; who is signed in as an administrator is named, so that he can be asked. */
  async function reporterOf({ tokens, client }: Caller): Promise<{ readonly who: Reporter; admin_id: number | null; reporter: string }> {
    const identity = tokens.admin === null ? null : await sessions.identify(tokens.admin, client);
    if (identity === null || identity === 'expired') return { who: 'visitor', admin_id: null, reporter: '' };
    return { who: 'admin', admin_id: identity.id, reporter: identity.username };
  }

  async function allow({ ip }: Client): Promise<void> {
    const keys = [
      { key: `problem:${networkOf(ip)}`, limit: PROBLEM_REPORTS_PER_NETWORK },
      { key: 'problem:all', limit: PROBLEM_REPORTS_A_DAY },
    ];
    await countAttempt(ports, keys);
  }

  return {
    async report({ area, page, sentence, build, journal }, caller) {
      await allow(caller.client);
      const facts = factsOf(journalIn(journal), journal);
      const number = numberFrom(ports.randomBytes(NUMBER_LENGTH));
      const report = {
        number,
        area,
        ...(await reporterOf(caller)),
        page: plain(page.split(/[?#]/u, 1)[0] ?? '', 500),
        sentence,
        build,
        useragent: plain(caller.client.userAgent, 255),
        ...facts,
        network: networkOf(caller.client.ip),
        create_time: nowSeconds(ports),
      };
      const sealed = await sealer.seal(journal, aboutOf(number));
      await database.transaction(async (trx) => {
        const { id } = await trx.insertInto('problem_report').values(report).returning('id').executeTakeFirstOrThrow();
        await trx.insertInto('problem_journal').values({ report_id: id, sealed }).execute();
      });
      logger.info('problem.reported', { number, who: report.who, path: report.page });
      return { number };
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
        return { number, entries, text: await sealer.open(sealed, aboutOf(number)) };
      } catch (error) {
        logger.warn('problem.journalUnreadable', { number, error });
        throw rejection('refusals.problem.unreadable', { number });
      }
    },

    async remove(ids) {
      const gone = await kysely.deleteFrom('problem_report').where('id', 'in', ids).returning('id').execute();
      if (gone.length === 0) throw notFound();
      return { count: gone.length };
    },
  };
}

/** Forgets reports that are old. */
export async function sweepReports(ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<void> {
  await ports.database.kysely
    .deleteFrom('problem_report')
    .where('create_time', '<=', nowSeconds(ports) - PROBLEM_REPORT_SECONDS)
    .execute();
}

/** Only what was exported without anything personal is kept. */
function journalIn(text: string): JournalFile {
  const refused = new FieldsRefused({ journal: { key: 'refusals.parameter', params: { name: 'journal' } } });
  try {
    const file = readJournal(text);
    if (file.header.anonymous !== true) throw refused;
    return file;
  } catch (error) {
    throw error instanceof JournalRefused ? refused : error;
  }
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
