import { sql, type Kysely, type Transaction } from 'kysely';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import type { restoreDeleted } from '#api/contract/changes/data-safety';
import type { Beside } from '#domain/changes/change';
import { describedKind } from '#domain/fields/kinds/registry';
import { outlivesRecord, wireNameOf } from '#domain/fields/field';
import { hasCall } from '#domain/table/resource';
import type { Tables } from '../../db/tables/tables.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { rehearse } from '../../db/base/rehearse.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { may } from '../../resources/access/permissions.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { recordFromStore, rowToStore, type StoredRow } from '../../resources/base/row-codec.ts';
import { lockSections } from '../../resources/changes/apply-plan.ts';
import { restore } from '../../resources/changes/revert.ts';
import type { Resources } from '../../resources/registry.ts';
import { endWrite } from '../../resources/write/record-change.ts';
import { checkValues, postedValues } from '../../resources/write/check-write.ts';
import { savepoint } from '../../resources/write/savepoint.ts';
import { unitOfWork, type UnitOfWork } from '../../resources/write/unit-of-work.ts';
import { rowsInPart } from './personal-values.ts';
import { seenEntries } from './recycle-bin.ts';
import { reasonOf, refuseAll, refusedEntry, type RefusedEntry } from './refused-steps.ts';
import { lockKept, sectionsOfEntries, settle, writeBackOf, type SectionOf } from './settle-entries.ts';

type Wish = ParsedInputOf<typeof restoreDeleted>;
type Reply = NonNullable<OutputOf<typeof restoreDeleted>>;
type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages'>;
type All = Pick<Resources, 'all' | 'get'>;

interface Entry {
  readonly id: number;
  readonly change_id: number;
  readonly resource: string;
  readonly record_id: number;
  readonly title: string;
  readonly state: string;
  readonly before: StoredRow | null;
  readonly beside: Beside | null;
  readonly erased_at: number | null;
}

/** Records that one restore may bring with it from above, so that a chain that leads nowhere ends. */
const MAX_ENTRIES = 1000;

/**
 * Brings deleted records back under their ids, all of them or none: those that others name come first. A restore is a write like any
 * other; sections judge it, and it is recorded and can be taken back. Source: wire protocol §5.15; security.md rules 10, 33.
 */
export async function restoreEntries(ports: Ports, resources: All, wish: Wish, caller: AdminCaller): Promise<Reply> {
  const found = await readEntries(ports, resources, wish.ids, caller);
  const { sectionOf, about } = writeBackOf(ports, resources, wish.ids, found);
  const kind = { action: 'add', source: 'restore', keptOut: null } as const;
  const write = <T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> => unitOfWork(about, caller, kind, work);
  const restoreAll = async (unit: UnitOfWork) => {
    const { count, refused } = await restoreIn(ports, resources, sectionOf, unit, found, wish);
    return { count, refused: [...(await rowsInPart(unit.trx, (name) => sectionOf(name)?.resource, caller, refused))] };
  };
  if (wish.isDryRun) return rehearse(write<never>, restoreAll);
  return write(async (unit) => {
    const { count, refused } = await restoreAll(unit);
    if (refused.length > 0) refuseAll(refused);
    return { count, refused: [], ...(await endWrite(unit)) };
  });
}

/** Entries of the bin with what was deleted. */
const deletions = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom('recycle_entry')
    .innerJoin('record_change', 'record_change.id', 'recycle_entry.change_id')
    .select([
      'recycle_entry.id',
      'change_id',
      'recycle_entry.resource',
      'recycle_entry.record_id',
      'recycle_entry.title',
      'state',
      'before',
      'beside',
      'erased_at',
    ]);

async function readEntries(ports: Ports, resources: All, ids: readonly number[], caller: AdminCaller): Promise<readonly Entry[]> {
  const sight = await seenEntries(ports.database.kysely, caller, resources);
  return deletions(ports.database.kysely)
    .where('recycle_entry.id', 'in', [...ids])
    .where(() => sight.changesSql('recycle_entry'))
    .orderBy('recycle_entry.id')
    .execute();
}

async function restoreIn(ports: Ports, resources: All, contextOf: SectionOf, unit: UnitOfWork, wished: readonly Entry[], wish: Wish) {
  const { trx, caller } = unit;
  const refused: RefusedEntry[] = [];
  const refuse = (entry: Entry, found: Parameters<typeof refusedEntry>[3]): void =>
    void refused.push(refusedEntry(ports.messages, caller, entry, { context: contextOf(entry.resource), ...found }));
  const sight = await seenEntries(trx, caller, resources);
  const entries = [...wished];
  const sections = sectionsOfEntries(entries, contextOf);
  await lockSections(wish.withParents ? withThoseAbove(sections) : sections, unit);
  const kept = await lockKept(
    trx,
    'recycle_entry',
    entries.map(({ id }) => id),
  );
  const ready: { readonly entry: Entry; readonly context: ResourceContext; readonly image: StoredRow }[] = [];
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index] as Entry;
    const context = contextOf(entry.resource);
    if (!kept.has(entry.id)) refuse(entry, { reason: 'restored' });
    else if (!context) refuse(entry, { reason: 'sectionGone' });
    else if (!may(caller, `${context.pagePath}/${hasCall(context.resource, 'add') ? 'add' : 'del'}`.toLowerCase()))
      refuse(entry, { reason: 'forbidden' });
    else if (entry.erased_at !== null || entry.before === null) refuse(entry, { reason: 'erased' });
    else {
      const image = await imageOf(ports, context, unit, entry, wish, refuse);
      if (!image) continue;
      const missing = await missingRecords(context, trx, image);
      let isHeld = false;
      for (const one of missing) {
        if (entries.some(({ resource, record_id: id }) => resource === one.of && id === one.id)) continue;
        const above = await entryOf(trx, one, sight);
        if (above && wish.withParents && entries.length < MAX_ENTRIES) {
          entries.push(above);
          kept.add(above.id);
        } else {
          isHeld = true;
          const reason = one.of === entry.resource && context.columns.parent?.name === one.column ? 'parentGone' : 'relationGone';
          refuse(entry, { reason, fields: [one.column], entry: above?.id ?? null, image });
        }
      }
      if (!isHeld) ready.push({ entry, context, image });
    }
  }
  const done: Entry[] = [];
  for (const { entry, context, image } of inOrder(ready)) {
    const refusal = await savepoint(context, unit, () =>
      restore(context, unit, [
        { recordId: entry.record_id, before: image, after: null, kept: entry.before ?? {}, ...(entry.beside && { beside: entry.beside }) },
      ]),
    );
    if (!refusal) done.push(entry);
    else refuse(entry, { ...reasonOf(ports.messages, caller, refusal), image });
  }
  await settle(
    unit,
    'recycle_entry',
    done.map(({ id }) => id),
    'restored',
  );
  return { refused, count: done.length };
}

/** Sections whose records may come with these: those that their records name, or hang below, and so on. */
function withThoseAbove(sections: readonly ResourceContext[]): readonly ResourceContext[] {
  const all = new Map(sections.map((context) => [context.resource.name, context]));
  for (const context of all.values())
    for (const { of } of context.columns.relations) {
      const above = context.contextOf(of);
      if (above && !all.has(of)) all.set(of, above);
    }
  return [...all.values()];
}

type Refuse = (entry: Entry, found: Parameters<typeof refusedEntry>[3]) => void;

/** The row that is to come back, or null where it was refused. */
async function imageOf(
  ports: Ports,
  context: ResourceContext,
  { trx, caller }: UnitOfWork,
  entry: Entry,
  wish: Wish,
  refuse: Refuse,
): Promise<StoredRow | null> {
  const { resource, columns } = context;
  const stored = entry.before ?? {};
  const has = await tableColumns(trx, resource.table);
  const gone = Object.keys(stored).filter((name) => !has.has(name));
  if (gone.length > 0 && !wish.withoutColumns) {
    refuse(entry, { reason: 'columnsGone', fields: gone });
    return null;
  }
  const derived = new Set(columns.ofEditors.map(({ name }) => name));
  const kept = Object.fromEntries(Object.entries(stored).filter(([name]) => has.has(name) && !derived.has(name)));
  try {
    const values = postedValues(context, wish.values[String(entry.id)] ?? {});
    if (Object.keys(values).length > 0) checkValues(context, values, { ...recordFromStore(columns.readable, kept), ...values }, false);
    return { ...kept, ...asStored(columns, rowToStore(columns.storable, values)), ...asSwitchedOff(context) };
  } catch (error) {
    if (!(error instanceof FieldsRefused)) throw error;
    refuse(entry, { ...reasonOf(ports.messages, caller, error), image: kept });
    return null;
  }
}

/** Lists are written as JSON text; an image holds them as values. */
const asStored = (columns: ResourceContext['columns'], row: Readonly<Record<string, unknown>>): StoredRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const storage = columns.find(name)?.storage;
      return [name, (storage === 'list' || storage === 'pairs') && typeof value === 'string' ? (JSON.parse(value) as unknown) : value];
    }),
  );

/** An account comes back without its password; until somebody gives it another nobody is to use it. */
function asSwitchedOff({ resource }: ResourceContext): StoredRow {
  const isAccount = Object.values(resource.fields).some((field) => describedKind(field).storage === 'secret');
  const status = Object.entries(resource.fields).find(([key]) => key === 'status');
  if (!isAccount || !status) return {};
  const [key, field] = status;
  if (field.kind === 'switch') return { [wireNameOf(key, field)]: '0' };
  return 'options' in field && field.options.includes('disable') ? { [wireNameOf(key, field)]: 'disable' } : {};
}

async function tableColumns(trx: Transaction<Tables>, table: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = to_regclass(quote_ident(${table})) and attnum > 0 and not attisdropped`.execute(trx);
  return new Set(rows.map(({ name }) => name));
}

interface Missing {
  readonly column: string;
  readonly of: string;
  readonly id: number;
}

/** Records that the image names, or hangs below, and that are not there. */
async function missingRecords(context: ResourceContext, trx: Transaction<Tables>, image: StoredRow): Promise<readonly Missing[]> {
  const { columns, resource } = context;
  const named = columns.relations
    .filter(({ column }) => !outlivesRecord(column.field))
    .map(({ column, of }) => ({ column: column.name, of }));
  const parent = columns.parent ? [{ column: columns.parent.name, of: resource.name }] : [];
  const missing: Missing[] = [];
  for (const { column, of } of [...named, ...parent]) {
    const id = Number(image[column] ?? 0);
    const target = context.contextOf(of);
    if (id === 0 || !target) continue;
    const { rows } = await sql`select 1 from ${sql.table(target.resource.table)}
      where ${sql.id(target.columns.id.name)} = ${id}::bigint`.execute(trx);
    if (rows.length === 0 && !missing.some((one) => one.column === column)) missing.push({ column, of, id });
  }
  return missing;
}

/** The newest entry of a record, if the reader may see it. */
async function entryOf(
  trx: Transaction<Tables>,
  { of, id }: Missing,
  sight: Awaited<ReturnType<typeof seenEntries>>,
): Promise<Entry | undefined> {
  return deletions(trx)
    .where('recycle_entry.resource', '=', of)
    .where('recycle_entry.record_id', '=', id)
    .where('state', '=', 'kept')
    .where(() => sight.changesSql('recycle_entry'))
    .orderBy('recycle_entry.id', 'desc')
    .executeTakeFirst();
}

/** What others name, or hang below, comes first. */
function inOrder<T extends { readonly entry: Entry; readonly context: ResourceContext; readonly image: StoredRow }>(
  ready: readonly T[],
): readonly T[] {
  const byRecord = new Map(ready.map((one) => [`${one.entry.resource}:${one.entry.record_id}`, one]));
  const ordered = new Set<T>();
  const open = new Set<T>();
  const visit = (one: T): void => {
    if (ordered.has(one) || open.has(one)) return;
    open.add(one);
    const { columns, resource } = one.context;
    const parent = columns.parent ? [{ column: columns.parent.name, of: resource.name }] : [];
    for (const { column, of } of [...columns.relations.map((relation) => ({ column: relation.column.name, of: relation.of })), ...parent]) {
      const above = byRecord.get(`${of}:${Number(one.image[column] ?? 0)}`);
      if (above) visit(above);
    }
    ordered.add(one);
  };
  for (const one of ready) visit(one);
  return [...ordered];
}
