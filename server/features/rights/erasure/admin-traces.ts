import { sql, type Transaction } from 'kysely';
import { LANGUAGES } from '#domain/base/language';
import { endedAdminName } from '#domain/rights/ended-admin';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import type { KnownAs } from '../../base/known-as.ts';
import {
  type Forgotten,
  NUMBER_PORTION_ROWS,
  throughTable,
  throughWrites,
  type TracedSection,
  type TraceStep,
} from '../../base/traces/trace-step.ts';

/** Runs of commands that are looked at in one statement, and how many of the last events of each: who stopped it stands before how it ended. */
const RUNS_AT_ONCE = 100;
const LAST_EVENTS = 10;

/** Administrators are written on their own pages and where they sign in. Beside what they did themselves stand their name and where they were. */
export const adminTraces = (messages: ServerPorts['messages']): TracedSection => ({
  section: 'admin',
  endedName: endedAdminName,
  pages: sql`'/admin/(auth[./]admin|routine[./]admininfo|index/)'`,
  own: (id, portion) => [
    sql`update admin_log set username = ${endedAdminName(id)}, ip = '', useragent = '' where ${portion} and admin_id = ${id}::bigint`,
  ],
  byNumber: stepsByNumber,
  byName: (forgotten) => stoppedCommands(forgotten, messages),
});

/** Nobody's number stands beside a command that was stopped: a name that somebody else has by now is left to them. */
export async function namesOfNobodyElse(trx: Transaction<Tables>, adminId: number, { usernames }: KnownAs): Promise<readonly string[]> {
  const { rows } = await sql<{ username: string }>`select lower(username) as username from admin
    where id <> ${adminId}::bigint and lower(username) = any(${[...usernames]}::text[])`.execute(trx);
  const ofOthers = new Set(rows.map(({ username }) => username));
  return usernames.filter((username) => !ofOthers.has(username));
}

/**
 * The name beside what others see of their work, and where they were. Requests come before steps, which take names from them, and files
 * before the journal, into which they are taken when they are deleted.
 */
function stepsByNumber(id: number): readonly TraceStep[] {
  const name = endedAdminName(id);
  const isTheirs = sql`admin_id = ${id}::bigint`;
  const placeOf = (table: 'recycle_entry' | 'sensitive_entry' | 'terminal_run'): TraceStep =>
    throughTable(table, (portion) => [
      sql`update ${sql.table(table)} set ip = '', useragent = '' where ${portion} and ${isTheirs} and (ip <> '' or useragent <> '')`,
    ]);
  return [
    throughWrites('admin', id, name),
    throughTable('life_request', (portion) => [
      sql`update life_request set asked_name = ${name} where ${portion} and asked_by = ${id}::bigint`,
      sql`update life_request set settled_name = ${name} where ${portion} and settled_by = ${id}::bigint`,
    ]),
    throughTable('life_step', (portion) => [
      sql`update life_step set actor_name = ${name} where ${portion} and actor_type = 'admin' and actor_id = ${id}::bigint`,
      sql`update life_step set second_name = ${name} where ${portion} and second_id = ${id}::bigint`,
    ]),
    {
      ...throughTable('attachment', () => []),
      forget: (kysely, portion) =>
        kysely.updateTable('attachment').set({ uploader: name }).where(portion).where('admin_id', '=', id).execute(),
    },
    // Also what the journal keeps of files, for those that were deleted come back from it.
    {
      name: 'record_change',
      table: 'record_change',
      key: ['record_id'],
      within: sql<boolean>`resource = 'attachment'`,
      atOnce: NUMBER_PORTION_ROWS,
      async forget(kysely, portion) {
        for (const image of ['before', 'after'] as const)
          await sql`update record_change set ${sql.ref(image)} = jsonb_set(${sql.ref(image)}, '{uploader}', to_jsonb(${name}::text))
            where ${portion} and ${sql.ref(image)} ->> 'admin_id' = ${String(id)} and ${sql.ref(image)} ? 'uploader'`.execute(kysely);
      },
    },
    placeOf('recycle_entry'),
    placeOf('sensitive_entry'),
    placeOf('terminal_run'),
  ];
}

/** Who stopped a command stands beside its run, and in one of the last lines of its output. */
function stoppedCommands({ id, known: { onlyTheirs = [] }, endedAt }: Forgotten, messages: ServerPorts['messages']): readonly TraceStep[] {
  if (onlyTheirs.length === 0) return [];
  const name = endedAdminName(id);
  const lines = LANGUAGES.map((language) => {
    const lineOf = (who: string): string => messages.text(language, 'refusals.terminal.stopped', { name: who });
    return { of: onlyTheirs.map((username) => lineOf(username).toLowerCase()), becomes: lineOf(name) };
  });
  return [
    {
      name: 'stopped_runs',
      table: 'terminal_run',
      key: ['id'],
      // Whoever has taken the name since then has stopped only later ones.
      within: sql<boolean>`coalesce(end_time, create_time) <= ${endedAt}::bigint`,
      atOnce: RUNS_AT_ONCE,
      async forget(kysely, portion) {
        for (const { of, becomes } of lines)
          await sql`update terminal_event set data = ${becomes} where kind = 'output' and lower(data) = any(${of}::text[]) and (run_id, seq) in (
            select last.run_id, last.seq from (select id from terminal_run where ${portion}) as run, lateral (
              select run_id, seq from terminal_event where run_id = run.id order by seq desc limit ${LAST_EVENTS}) as last)`.execute(
            kysely,
          );
        await sql`update terminal_run set stop_asked_by = ${name}
          where ${portion} and lower(stop_asked_by) = any(${[...onlyTheirs]}::text[])`.execute(kysely);
      },
    },
  ];
}
