import type { OutputOf, ParsedInputOf } from '#api/contract/endpoint';
import type { reportProblem } from '#api/contract/problem';
import { rejection } from '#domain/failure';
import { JournalRefused, readJournal } from '#domain/journal-file';
import { PROBLEM_REPORTS_A_DAY, PROBLEM_REPORTS_PER_NETWORK, PROBLEM_REPORT_SECONDS } from '../limits.ts';
import { nowSeconds, type ServerPorts } from '../ports.ts';
import type { Caller, Client } from './caller.ts';
import { networkOf } from './network.ts';
import { FieldsRefused } from './refusal.ts';
import type { SessionService } from './session.service.ts';
import { raiseAndCheck } from './throttle.ts';

/** What people report of faults, kept for thirty days. */
export interface ProblemReports {
  /** @throws FieldsRefused at `journal` for a text that is no exported journal; FailureError for somebody who reports too often */
  report(problem: ParsedInputOf<typeof reportProblem>, caller: Caller): Promise<OutputOf<typeof reportProblem>>;
  /** The journal of a report, as it was sent. @throws when it was changed since */
  journalOf(report: { readonly number: string; readonly sealed_journal: string }): Promise<string>;
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes' | 'sealer'>;

/** Neither I nor L, O or U: a number is read out over the telephone. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const NUMBER_LENGTH = 8;
const MAX_PAGE_LENGTH = 500;

export function createProblemReports(ports: Ports, sessions: Pick<SessionService, 'identify'>): ProblemReports {
  const { kysely } = ports.database;

  /** Anybody may report; who is signed in as an administrator is named, so that he can be asked. */
  async function reporterOf({ tokens, client }: Caller): Promise<{ readonly who: 'admin' | 'visitor'; readonly admin_id: number | null }> {
    const identity = tokens.admin === null ? null : await sessions.identify(tokens.admin, client);
    if (identity === null || identity === 'expired') return { who: 'visitor', admin_id: null };
    return { who: 'admin', admin_id: identity.id };
  }

  async function allow({ ip }: Client): Promise<void> {
    const keys = [
      { key: `problem:${networkOf(ip)}`, limit: PROBLEM_REPORTS_PER_NETWORK },
      { key: 'problem:all', limit: PROBLEM_REPORTS_A_DAY },
    ];
    const waitSeconds = await raiseAndCheck(kysely, keys, nowSeconds(ports));
    if (waitSeconds > 0) throw rejection('refusals.tooManyAttempts', { minutes: Math.ceil(waitSeconds / 60) });
  }

  return {
    async report({ area, page, sentence, build, journal }, caller) {
      await allow(caller.client);
      checkJournal(journal);
      const number = numberFrom(ports.randomBytes(NUMBER_LENGTH));
      const report = {
        number,
        area,
        ...(await reporterOf(caller)),
        page: (page.split(/[?#]/u, 1)[0] ?? '').slice(0, MAX_PAGE_LENGTH),
        sentence,
        build,
        sealed_journal: await ports.sealer.seal(journal, aboutOf(number)),
        network: networkOf(caller.client.ip),
        create_time: nowSeconds(ports),
      };
      await kysely.insertInto('problem_report').values(report).execute();
      return { number };
    },

    journalOf: ({ number, sealed_journal: sealed }) => ports.sealer.open(sealed, aboutOf(number)),
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
function checkJournal(text: string): void {
  const refused = new FieldsRefused({ journal: { key: 'refusals.parameter', params: { name: 'journal' } } });
  try {
    if (readJournal(text).header.anonymous !== true) throw refused;
  } catch (error) {
    throw error instanceof JournalRefused ? refused : error;
  }
}

const aboutOf = (number: string): string => `problem_report:${number}`;

function numberFrom(bytes: Uint8Array): string {
  const letters = [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `${letters.slice(0, NUMBER_LENGTH / 2)}-${letters.slice(NUMBER_LENGTH / 2)}`;
}
