import { sql, type RawBuilder, type Transaction } from 'kysely';
import { nameInPart } from '#domain/changes/mask';
import type { Beside, ChangeSource, KeptOut } from '#domain/changes/change';
import { wireNameOf } from '#domain/fields/field';
import type { Resource, WriteAction } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';
import type { Author } from '../../base/caller.ts';
import type { Jobs } from '../../db/base/jobs.ts';
import { changeCallsSql, WEBHOOK_DELIVER } from '../base/webhook-calls.ts';
import { newWrite, type JournalChange, type WriteMeta } from '../base/write-meta.ts';
import type { StoredRow } from '../base/row-codec.ts';
import { keepSteps } from '../life/life-steps.ts';
import { armTimers, setsTimes, type Timed } from '../../db/sections/life-timers.ts';
import { keepEntries, readRule, ruleKindOf, rulesSql, type WantedRule } from './keep-entries.ts';

export interface RecordChange {
  readonly recordId: number;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
  /** The whole row where the images hold columns only: it says what the record is called and whose it is. */
  readonly row?: StoredRow;
  /** What no image holds. */
  readonly beside?: Beside;
  /** Of a deleted one that comes back with other values than it had: what was kept of it. */
  readonly kept?: StoredRow;
}

/** A write on its way, as far as the journal is concerned. */
interface OpenWrite {
  readonly trx: Transaction<Tables>;
  readonly caller: Author;
  readonly nowSeconds: number;
  readonly write: WriteMeta;
}

const kindOf = ({ before, after }: RecordChange): 'created' | 'changed' | 'deleted' =>
  before === null ? 'created' : after === null ? 'deleted' : 'changed';

/** Rows at once; a statement has a limit of parameters. */
const BATCH = 500;
const TITLE_LENGTH = 200;

type Described = Pick<Resource, 'name' | 'titleField' | 'fields' | 'dataLimit' | 'images' | 'bin' | 'life'> &
  Partial<Pick<Resource, 'table'>>;

/** What a record is called and whose it is, as far as the row says so. */
function aboutOf({ titleField, fields, dataLimit, images }: Described, change: RecordChange) {
  const row = change.row ?? change.after ?? change.before ?? {};
  const named = row[wireNameOf(titleField, fields[titleField])];
  // A name goes where no image does: it is kept as everybody may read it.
  const title = images === 'never' ? '' : nameInPart(fields[titleField]?.kind, named);
  const owner = dataLimit && (dataLimit.ownerColumn === 'id' ? change.recordId : row[dataLimit.ownerColumn]);
  return {
    title: Array.from(title).slice(0, TITLE_LENGTH).join(''),
    owner_id: owner === undefined || owner === null ? null : Number(owner),
  };
}

/**
 * Keeps what a write of a section did, one change for each record, in the transaction of the write and under its number. Small writes are
 * kept with their end, by one statement: each further one would cost a write about as much as its own. Source: journal.md 7.3.
 */
export async function logWrite(
  { resource }: { readonly resource: Described },
  open: OpenWrite,
  changes: readonly RecordChange[],
): Promise<void> {
  const { write, nowSeconds } = open;
  if (write.isEnded && changes.length > 0) throw new Error('A write that has ended was written to');
  for (const change of changes) {
    const row = { resource: resource.name, ...imagesOf(resource, change, nowSeconds), ...aboutOf(resource, change) };
    if (resource.name === write.resource) write.title ??= row.title;
    write.records.add(`${resource.name}:${change.recordId}`);
    write.pending.push(row);
    if (setsTimes(resource)) meantBy(write, resource).add(change.recordId);
    if (resource.bin === 'never') write.rules.set(resource.name, { ...write.rules.get(resource.name), bin: null });
  }
  while (write.pending.length >= BATCH) await keepSome(open, write.pending.splice(0, BATCH), false);
}

function meantBy({ timed }: WriteMeta, resource: Timed): Set<number> {
  const known = timed.get(resource.name) ?? { resource, ids: new Set<number>() };
  timed.set(resource.name, known);
  return known.ids;
}

function imagesOf({ images }: Described, change: RecordChange, nowSeconds: number) {
  const { recordId, before, after, beside } = change;
  const isHidden = images === 'never';
  const image = (row: StoredRow | null): StoredRow | null => row && (isHidden ? {} : row);
  return {
    record_id: recordId,
    kind: kindOf(change),
    before: image(before),
    after: image(after),
    beside: beside && !isHidden ? beside : null,
    erased_at: isHidden ? nowSeconds : null,
  };
}

/**
 * The number of a write on its way, once everything that it did so far is kept: for what refers to it, or looks for its entries.
 * @returns null while nothing has changed
 */
export async function numberOf(open: OpenWrite): Promise<number | null> {
  const { write } = open;
  if (write.pending.length > 0) await keepSome(open, write.pending.splice(0), false);
  return write.number;
}

/**
 * Ends a write: who it was, from where, and how much it did. Nothing is kept of one that changed nothing, and nothing comes after it.
 * @returns what a reply says of the write, for whoever wants to take it back
 */
export async function endWrite(open: OpenWrite): Promise<{ readonly change?: number }> {
  const { trx, write } = open;
  if (!write.isEnded && write.records.size > 0) {
    await keepSome(open, write.pending.splice(0), true);
    write.isEnded = true;
    if (write.undoes.length > 0)
      await sql`insert into change_set_undo (set_id, undoes_id)
        select distinct ${write.number}::bigint, value::bigint from jsonb_array_elements_text(${JSON.stringify(write.undoes)}::jsonb)`.execute(
        trx,
      );
  }
  // A step that changed nothing else is of no write.
  await keepSteps(open);
  for (const webhook of write.called) await write.jobs?.send(trx, WEBHOOK_DELIVER, { webhook }, { among: String(webhook) });
  write.called.clear();
  for (const { resource, ids } of write.timed.values()) await armTimers(trx, resource, [...ids], open.nowSeconds);
  write.timed.clear();
  return write.number === null || write.keptOut !== null ? {} : { change: write.number };
}

interface Kept {
  readonly number: number | string;
  readonly ids?: readonly number[];
  readonly rules?: readonly unknown[];
  readonly called?: readonly number[] | null;
}

/** By one statement: the number of a write that has none yet, changes, its end, and the rules that are in force; by another their entries. */
async function keepSome(open: OpenWrite, some: readonly JournalChange[], isEnd: boolean): Promise<void> {
  const { trx, caller, nowSeconds, write } = open;
  const wanted = wantedRules(write, some);
  const isShown = some.some((change) => ruleKindOf(change) !== null);
  // From the same sequence as the changes, so that no two writes ever share a number.
  const parts = [sql`number as materialized (select coalesce(${write.number}::bigint, nextval('journal_id')) as id)`];
  const told = [sql`number.id as number`];
  if (some.length > 0)
    parts.push(sql`kept as (insert into record_change (set_id, at, resource, record_id, kind, before, after, beside, erased_at, title, owner_id)
      select number.id, ${nowSeconds}::bigint, one.* from number, jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as one
        (resource text, record_id bigint, kind text, before jsonb, after jsonb, beside jsonb, erased_at bigint, title text, owner_id bigint)
      returning id)`);
  const calls = changeCallsSql(some, nowSeconds);
  if (calls) {
    parts.push(sql`called as (${calls})`);
    told.push(sql`(select json_agg(distinct webhook_id) from called) as called`);
  }
  if (isEnd) parts.push(sql`ended as (${setSql(open)})`);
  if (isShown) told.push(sql`(select json_agg(id order by id) from kept) as ids`);
  if (wanted.length > 0) told.push(sql`${rulesSql(wanted)} as rules`);
  const { rows } = await sql<Kept>`with ${sql.join(parts)} select ${sql.join(told)} from number`.execute(trx);
  const [{ number, ids = [], rules = [], called }] = rows as [Kept];
  for (const id of called ?? []) write.called.add(id);
  const setId = Number(number);
  write.number = setId;
  for (const [index, { resource, kind }] of wanted.entries())
    write.rules.set(resource, { ...write.rules.get(resource), ...readRule(kind, rules[index]) });
  if (!isShown) return;
  // Ids rise in the order in which the changes were given.
  const kept = some.map((change, index) => ({ id: Number(ids[index]), change }));
  await keepEntries(trx, { setId, caller, nowSeconds, rules: write.rules }, kept);
}

/** Rules that the changes ask for and that the write does not know yet. */
function wantedRules({ rules }: WriteMeta, some: readonly JournalChange[]): readonly WantedRule[] {
  const wanted = new Map<string, WantedRule>();
  for (const change of some) {
    const { resource } = change;
    const kind = ruleKindOf(change);
    if (kind !== null && rules.get(resource)?.[kind] === undefined) wanted.set(`${kind} ${resource}`, { resource, kind });
  }
  return [...wanted.values()];
}

function setSql({ caller: { kind, id, username, client }, nowSeconds, write }: OpenWrite): RawBuilder<unknown> {
  const { resource, action, source, keptOut, title, records } = write;
  return sql`insert into change_set (id, at, actor_type, actor_id, actor_name, ip, useragent, resource, action, source, records, title, kept_out)
    select number.id, ${nowSeconds}::bigint, ${kind}::text, ${id}::bigint, ${username.slice(0, 50)}::text, ${client.ip.slice(0, 50)}::text,
      ${client.userAgent.slice(0, 255)}::text, ${resource}::text, ${action}::text, ${source}::text, ${records.size}::bigint, ${title ?? ''}::text,
      ${keptOut}::text from number`;
}

interface PlainWrite {
  readonly resource: Described;
  readonly caller: Author;
  readonly nowSeconds: number;
  readonly action: WriteAction;
  readonly source: ChangeSource;
  /** Without them whoever is told of the section by a webhook hears of it a little later. */
  readonly jobs: Pick<Jobs, 'send'> | undefined;
  /** Nothing that goes past the engine can be taken back unless it says so. */
  readonly keptOut?: KeptOut | null;
}

/** Keeps a write that goes past the engine, such as one of settings, as a whole. @returns its number, or null where nothing changed */
export async function logChanges(
  trx: Transaction<Tables>,
  { resource, caller, nowSeconds, action, source, jobs, keptOut = 'elsewhere' }: PlainWrite,
  changes: readonly RecordChange[],
): Promise<number | null> {
  const write = newWrite({ resource: resource.name, action, source, jobs, keptOut, undoes: [] });
  const open = { trx, caller, nowSeconds, write };
  await logWrite({ resource }, open, changes);
  await endWrite(open);
  return write.number;
}

/** The columns in which two rows differ, of one and of the other. */
export function rowDifference(before: StoredRow, after: StoredRow): { readonly before: StoredRow; readonly after: StoredRow } | null {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.length === 0) return null;
  const pick = (row: StoredRow): StoredRow => Object.fromEntries(names.map((name) => [name, row[name]]));
  return { before: pick(before), after: pick(after) };
}
