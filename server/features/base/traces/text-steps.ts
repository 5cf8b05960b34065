import { type RawBuilder, sql } from 'kysely';
import { addressPatterns, calledPatterns, namePatterns, queryPatterns, wholeAddresses, wholeNames } from '../known-as.ts';
import type { Forgotten, TracedSection, TraceStep } from './trace-step.ts';

/** Entries of logs that are searched in one statement for somebody who is erased. */
export const TRACE_PORTION_ROWS = 500;

/** Tables in which somebody is found by text alone. */
export const stepsByText = (traced: TracedSection, forgotten: Forgotten): readonly TraceStep[] => [
  ...counterSteps(forgotten),
  ...mailSteps(traced, forgotten),
  {
    name: 'admin_log',
    table: 'admin_log',
    key: ['id'],
    within: sql<boolean>`id <= ${forgotten.newestLog}::bigint`,
    atOnce: TRACE_PORTION_ROWS,
    async forget(kysely, portion) {
      for (const statement of [...(traced.own?.(forgotten.id, portion) ?? []), ...logStatements(traced, forgotten, portion)])
        await statement.execute(kysely);
    },
  },
];

/** What was sent with writes, and which lists were asked for by their name. That something was done, and when, stays, and so does all that is said of others. */
function logStatements({ section, pages }: TracedSection, { id, known }: Forgotten, portion: RawBuilder<unknown>) {
  const names = namePatterns(section, known);
  const onPages = sql`split_part(url, '?', 1) ~* ${pages}`;
  // A name may have passed to another account: what is said of one by number is theirs.
  const ofOthers = sql`(lower(data) ~ '"id":"?[0-9]' and lower(data) !~ ${`"id":"?${id}[^0-9]`})`;
  const named = sql`(${onPages} or lower(data) like ${`%"resource":"${section}"%`})
    and (lower(data) ~ any(${wholeAddresses(known)}::text[]) or (lower(data) like any(${names}::text[]) and not ${ofOthers}))`;
  return [
    // A plain text is found a hundred times as fast as one that has to stand alone: hardly any entry is looked at twice.
    sql`update admin_log set data = null
      where ${portion} and case when lower(data) like any(${[...addressPatterns(known), ...names]}::text[]) then ${named} else false end`,
    sql`update admin_log set url = split_part(url, '?', 1)
      where ${portion} and case when url like '%?%' then lower(url) like any(${queryPatterns(known)}::text[]) and ${onPages} else false end`,
  ];
}

/** Mails about records of which a site without a mail server keeps the words: nobody may have read them yet, so they stay, with another name. */
function mailSteps({ endedName }: TracedSection, { id, known }: Forgotten): readonly TraceStep[] {
  const patterns = [...addressPatterns(known), ...calledPatterns(known)];
  const whole = [...wholeAddresses(known), ...wholeNames(known)].join('|');
  if (whole === '') return [];
  const renamed = (words: RawBuilder<unknown>) => sql`regexp_replace(${words}, ${whole}, ${endedName(id)}, 'gi')`;
  return [
    {
      name: 'outbox_message',
      table: 'outbox_message',
      key: ['id'],
      atOnce: TRACE_PORTION_ROWS,
      forget: (kysely, portion) =>
        sql`update outbox_message set subject = left(${renamed(sql`subject`)}, 255), text = ${renamed(sql`text`)}
          where ${portion} and purpose in ('admin_message', 'record_message')
          and (lower(subject) like any(${patterns}::text[]) or lower(text) like any(${patterns}::text[]))`.execute(kysely),
    },
  ];
}

/** Answers that were kept for who asks again, and counters of addresses. */
function counterSteps({ known }: Forgotten): readonly TraceStep[] {
  const addresses = addressPatterns(known);
  if (addresses.length === 0) return [];
  const holds = (text: RawBuilder<unknown>) =>
    sql`case when lower(${text}) like any(${addresses}::text[]) then lower(${text}) ~ any(${wholeAddresses(known)}::text[]) else false end`;
  return [
    {
      name: 'idempotency_key',
      table: 'idempotency_key',
      key: ['caller', 'key'],
      atOnce: TRACE_PORTION_ROWS,
      // Not deleted: who sends such a write again must be refused, and not have it done twice.
      forget: (kysely, portion) =>
        sql`update idempotency_key set status = null, reply = null where ${portion} and ${holds(sql`reply::text`)}`.execute(kysely),
    },
    {
      name: 'throttle_counter',
      table: 'throttle_counter',
      key: ['key', 'window_start'],
      atOnce: TRACE_PORTION_ROWS,
      forget: (kysely, portion) => sql`delete from throttle_counter where ${portion} and ${holds(sql`key`)}`.execute(kysely),
    },
  ];
}
