import { sql, type Transaction } from 'kysely';
import { plainText } from '#domain/base/plain-text';
import type { Beside, ChangeSource, KeptOut } from '#domain/changes/change';
import { wireNameOf } from '#domain/fields/field';
import type { Resource, WriteAction } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';
import type { Author } from '../../base/caller.ts';
import type { WriteMeta } from '../base/write-meta.ts';
import type { StoredRow } from '../base/row-codec.ts';
import { entriesSql, readNumberAndRules, ruleKindsOf } from './keep-entries.ts';

export interface RecordChange {
  readonly recordId: number;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
  /** The whole row where the images hold columns only: it says what the record is called and whose it is. */
  readonly row?: StoredRow;
  /** What no image holds. */
  readonly beside?: Beside;
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

type Described = Pick<Resource, 'name' | 'titleField' | 'fields' | 'dataLimit' | 'images' | 'bin'>;

/** What a record is called and whose it is, as far as the row says so. */
function aboutOf({ titleField, fields, dataLimit, images }: Described, change: RecordChange) {
  const row = change.row ?? change.after ?? change.before ?? {};
  const title = images === 'never' ? '' : plainText(row[wireNameOf(titleField, fields[titleField])]);
  const owner = dataLimit && (dataLimit.ownerColumn === 'id' ? change.recordId : row[dataLimit.ownerColumn]);
  return {
    title: Array.from(title).slice(0, TITLE_LENGTH).join(''),
    owner_id: owner === undefined || owner === null ? null : Number(owner),
  };
}

/** Keeps what a write of a section did, one change for each record, in the transaction of the write and under its number. Source: journal.md 7.3. */
export async function keepWrite(
  { resource }: { readonly resource: Described },
  { trx, caller, nowSeconds, write }: OpenWrite,
  changes: readonly RecordChange[],
): Promise<void> {
  const [first] = changes;
  if (!first) return;
  if (write.number === null) write.title = aboutOf(resource, first).title;
  const known = write.rules.get(resource.name) ?? {};
  const kinds = ruleKindsOf(resource, changes).filter((kind) => known[kind] === undefined);
  const { number, rules: read } = await readNumberAndRules(trx, resource.name, { hasNumber: write.number !== null, kinds });
  const rules = { ...known, ...read };
  write.rules.set(resource.name, rules);
  const setId = (write.number ??= number);
  for (let start = 0; start < changes.length; start += BATCH) {
    const some = changes.slice(start, start + BATCH);
    const rows = some.map((change) => ({ ...imagesOf(resource, change, nowSeconds), ...aboutOf(resource, change) }));
    const kept = sql`kept as (insert into record_change (set_id, at, resource, record_id, kind, before, after, beside, erased_at, title, owner_id)
      select ${setId}::bigint, ${nowSeconds}::bigint, ${resource.name}::text, one.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one
        (record_id bigint, kind text, before jsonb, after jsonb, beside jsonb, erased_at bigint, title text, owner_id bigint)
      returning id, set_id, resource, record_id, kind, title, owner_id)`;
    // With its entries by one statement: each further one would cost a write about as much as its own.
    await sql`with ${sql.join([kept, ...entriesSql({ caller, nowSeconds, rules }, some)])} select 1`.execute(trx);
  }
  for (const { recordId } of changes) write.records.add(`${resource.name}:${recordId}`);
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

/** Ends a write: who it was, from where, and how much it did. Nothing is kept of one that changed nothing. */
export async function keepSet(
  trx: Transaction<Tables>,
  { kind, id, username, client }: Author,
  nowSeconds: number,
  { resource, action, source, keptOut, undoes, number, title, records }: WriteMeta,
): Promise<void> {
  if (number === null) return;
  await trx
    .insertInto('change_set')
    .values({
      id: number,
      at: nowSeconds,
      actor_type: kind,
      actor_id: id,
      actor_name: username.slice(0, 50),
      ip: client.ip.slice(0, 50),
      useragent: client.userAgent.slice(0, 255),
      resource,
      action,
      source,
      records: records.size,
      title,
      kept_out: keptOut,
    })
    .execute();
  if (undoes.length === 0) return;
  const ids = JSON.stringify(undoes);
  await sql`insert into change_set_undo (set_id, undoes_id)
    select distinct ${number}::bigint, value::bigint from jsonb_array_elements_text(${ids}::jsonb)`.execute(trx);
}

interface PlainWrite {
  readonly resource: Described;
  readonly caller: Author;
  readonly nowSeconds: number;
  readonly action: WriteAction;
  readonly source: ChangeSource;
  /** Nothing that goes past the engine can be taken back unless it says so. */
  readonly keptOut?: KeptOut | null;
}

/** Keeps a write that goes past the engine, such as one of settings, as a whole. @returns its number, or null where nothing changed */
export async function keepChanges(
  trx: Transaction<Tables>,
  { resource, caller, nowSeconds, action, source, keptOut = 'elsewhere' }: PlainWrite,
  changes: readonly RecordChange[],
): Promise<number | null> {
  const write: WriteMeta = {
    resource: resource.name,
    action,
    source,
    keptOut,
    undoes: [],
    number: null,
    title: '',
    records: new Set(),
    rules: new Map(),
  };
  await keepWrite({ resource }, { trx, caller, nowSeconds, write }, changes);
  await keepSet(trx, caller, nowSeconds, write);
  return write.number;
}

/** What a reply says of the write, for whoever wants to take it back. */
export const changeOf = ({ write }: Pick<OpenWrite, 'write'>): { readonly change?: number } =>
  write.number === null || write.keptOut !== null ? {} : { change: write.number };

/** The columns in which two rows differ, of one and of the other. */
export function difference(before: StoredRow, after: StoredRow): { readonly before: StoredRow; readonly after: StoredRow } | null {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.length === 0) return null;
  const pick = (row: StoredRow): StoredRow => Object.fromEntries(names.map((name) => [name, row[name]]));
  return { before: pick(before), after: pick(after) };
}
