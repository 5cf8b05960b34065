import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { JobParams, JobRun } from '../../../db/base/jobs.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import {
  type AccountSection,
  addressPatterns,
  calledPatterns,
  type KnownAs,
  namePatterns,
  queryPatterns,
  wholeAddresses,
  wholeNames,
} from '../known-as.ts';
import { inPortions } from './in-portions.ts';

/** Entries of logs that are searched in one statement for somebody who is erased, and how many portions one job searches. */
export const TRACE_PORTION_ROWS = 500;
export const TRACE_PORTIONS = 20;

/** What logs hold of the accounts of a section, and where. */
export interface TracedSection {
  readonly section: AccountSection;
  /** What an account that has ended is called. */
  readonly endedName: (id: number) => string;
  /** Entries of the log of operations about such accounts are on these pages; somebody of another section may be called alike, and loses no trace by that. */
  readonly pages: RawBuilder<unknown>;
  /** What is written anew of entries that are the account's own, in the portion that the condition says. */
  readonly own?: (id: number, portion: RawBuilder<unknown>) => readonly RawBuilder<unknown>[];
}

const jobOf = (section: AccountSection): string => `${section}.traces`;
const sealedAs = (section: AccountSection, id: number): string => `${jobOf(section)}:${id}`;

/**
 * Leaves behind that logs forget an account that ends with this transaction: in them somebody is found by text, which takes the longer the more
 * there is, and no account may stay because its logs have grown. Decision 293 says why.
 */
export async function leaveTraces(
  { encryptor, jobs }: Pick<ServerPorts, 'encryptor' | 'jobs'>,
  trx: Transaction<Tables>,
  { section, id, known }: { readonly section: AccountSection; readonly id: number; readonly known: KnownAs },
): Promise<void> {
  // What is written later is of others: the name is free from here on.
  const { rows } = await sql<{ newest: number }>`select coalesce(max(id), 0) as newest from admin_log`.execute(trx);
  const sealed = await encryptor.encrypt(JSON.stringify(known), sealedAs(section, id));
  await jobs.send(trx, jobOf(section), { id, known: sealed, newest: rows[0]?.newest ?? 0, after: null });
}

/** Says what the job does that `leaveTraces` leaves behind. */
export const handleTraces = (ports: ServerPorts, traced: TracedSection): void =>
  ports.jobs.handle(jobOf(traced.section), {
    lane: 'long',
    priority: 'low',
    run: (params, job) => eraseTraces(ports, traced, params, job),
  });

async function eraseTraces(ports: ServerPorts, traced: TracedSection, params: JobParams, job: JobRun): Promise<void> {
  const id = Number(params['id']);
  const { section } = traced;
  // A queue in memory does not know whether the end was rolled back.
  const { rows: accounts } = await sql<{ username: string }>`select username from ${sql.table(section)} where id = ${id}::bigint`.execute(
    ports.database.kysely,
  );
  if (accounts.some(({ username }) => username !== traced.endedName(id))) return;
  const known = JSON.parse(await ports.encryptor.decrypt(String(params['known']), sealedAs(section, id))) as KnownAs;
  const after = params['after'] ?? null;
  const whole = wholeAddresses(known);
  if (after === null) {
    await eraseFromCounters(ports, known, whole, job);
    await eraseFromMails(ports, known, traced.endedName(id), job);
  }
  const place = await inPortions(
    ports,
    'admin_log',
    ['id'],
    async (portion) => {
      for (const statement of [...(traced.own?.(id, portion) ?? []), ...statementsOf(traced, { id, known, whole }, portion)])
        await statement.execute(ports.database.kysely);
    },
    {
      within: sql`id <= ${Number(params['newest'])}::bigint`,
      after: after === null ? null : [Number(after)],
      atOnce: TRACE_PORTION_ROWS,
      most: TRACE_PORTIONS,
      stopped: job.signal,
    },
  );
  await ports.database.transaction(async (trx) => {
    await job.settle(trx);
    if (place !== null) await ports.jobs.send(trx, jobOf(section), { ...params, after: Number(place[0]) });
  });
}

interface Sought {
  readonly id: number;
  readonly known: KnownAs;
  readonly whole: readonly string[];
}

/** What was sent with writes, and which lists were asked for by their name. That something was done, and when, stays, and so does all that is said of others. */
function statementsOf({ section, pages }: TracedSection, { id, known, whole }: Sought, portion: RawBuilder<unknown>) {
  const names = namePatterns(section, known);
  const onPages = sql`split_part(url, '?', 1) ~* ${pages}`;
  // A name may have passed to another account: what is said of one by number is theirs.
  const ofOthers = sql`(lower(data) ~ '"id":"?[0-9]' and lower(data) !~ ${`"id":"?${id}[^0-9]`})`;
  const named = sql`(${onPages} or lower(data) like ${`%"resource":"${section}"%`})
    and (lower(data) ~ any(${whole}::text[]) or (lower(data) like any(${names}::text[]) and not ${ofOthers}))`;
  return [
    // A plain text is found a hundred times as fast as one that has to stand alone: hardly any entry is looked at twice.
    sql`update admin_log set data = null
      where ${portion} and case when lower(data) like any(${[...addressPatterns(known), ...names]}::text[]) then ${named} else false end`,
    sql`update admin_log set url = split_part(url, '?', 1)
      where ${portion} and case when url like '%?%' then lower(url) like any(${queryPatterns(known)}::text[]) and ${onPages} else false end`,
  ];
}

/** Mails about records of which a site without a mail server keeps the words: nobody may have read them yet, so they stay, with another name. */
async function eraseFromMails(ports: ServerPorts, known: KnownAs, endedName: string, { signal }: JobRun): Promise<void> {
  const patterns = [...addressPatterns(known), ...calledPatterns(known)];
  const whole = [...wholeAddresses(known), ...wholeNames(known)].join('|');
  if (whole === '') return;
  const renamed = (words: RawBuilder<unknown>) => sql`regexp_replace(${words}, ${whole}, ${endedName}, 'gi')`;
  await inPortions(
    ports,
    'outbox_message',
    ['id'],
    (portion) =>
      sql`update outbox_message set subject = left(${renamed(sql`subject`)}, 255), text = ${renamed(sql`text`)}
        where ${portion} and purpose in ('admin_message', 'record_message')
        and (lower(subject) like any(${patterns}::text[]) or lower(text) like any(${patterns}::text[]))`.execute(ports.database.kysely),
    { atOnce: TRACE_PORTION_ROWS, stopped: signal },
  );
}

/** Answers that were kept for who asks again, and counters of addresses. */
async function eraseFromCounters(ports: ServerPorts, known: KnownAs, whole: readonly string[], { signal }: JobRun): Promise<void> {
  const addresses = addressPatterns(known);
  if (addresses.length === 0) return;
  const { kysely } = ports.database;
  const holds = (text: RawBuilder<unknown>) =>
    sql`case when lower(${text}) like any(${addresses}::text[]) then lower(${text}) ~ any(${whole}::text[]) else false end`;
  const portions = { atOnce: TRACE_PORTION_ROWS, stopped: signal };
  // Not deleted: who sends such a write again must be refused, and not have it done twice.
  await inPortions(
    ports,
    'idempotency_key',
    ['caller', 'key'],
    (portion) =>
      sql`update idempotency_key set status = null, reply = null where ${portion} and ${holds(sql`reply::text`)}`.execute(kysely),
    portions,
  );
  await inPortions(
    ports,
    'throttle_counter',
    ['key', 'window_start'],
    (portion) => sql`delete from throttle_counter where ${portion} and ${holds(sql`key`)}`.execute(kysely),
    portions,
  );
}
