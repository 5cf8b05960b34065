import { sql, type RawBuilder } from 'kysely';
import { initialValueOf, type AnyRecord, type Fields, type RecordOf } from '#domain/fields/field';
import { rejection } from '#domain/base/failure';
import type { ChangeSource } from '#domain/changes/change';
import type { AdminCaller } from '../../base/caller.ts';
import { conflict, notFound } from '../../base/refusal.ts';
import { checkEach, checkReferences, checkTogether, checkValues, postedValues } from './check-write.ts';
import { validateStep, validateStay, type Act, type LifeWish } from '../life/validate-step.ts';
import { openLives } from '../life/life-steps.ts';
import { readRow } from '../read/list.ts';
import { endWrite, logWrite } from './record-change.ts';
import type { Added } from '../base/hooks.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { recordFromStore, rowToStore, type StoredRow } from '../base/row-codec.ts';
import { nameRead } from '../base/shipped-names.ts';
import { inFirstState, validateFirstState, type PlacedAct } from './validate-first-state.ts';
import { mailsOf, sendFurther, type SendLocked } from './life-effects.ts';
import { updateRow, writtenSecrets } from './update-row.ts';
import { imageColumns, unitOfWork, lockOrder, lockRows, writeOf, type UnitOfWork } from './unit-of-work.ts';

type Posted = Readonly<Record<string, unknown>>;
type Values = Partial<RecordOf<Fields>>;

/** `change` is the number of the write, where it can be taken back. */
export interface Saved {
  readonly version?: number;
  readonly change?: number;
}

export const isEmpty = (values: AnyRecord): boolean => Object.keys(values).length === 0;

/** What the section's hook makes of the values; without a hook, the values. */
async function afterHook({ hooks }: ResourceContext, unit: UnitOfWork, values: AnyRecord, before: AnyRecord | null): Promise<AnyRecord> {
  return hooks.beforeWrite ? hooks.beforeWrite(values as Values, { ...unit, before }) : values;
}

/** A form of a stock client sends all of its fields, a switch or a cell of the list its own. Our forms send what was changed, and say so. */
const sourceOf = (values: AnyRecord, isForm: boolean): ChangeSource => (!isForm && Object.keys(values).length === 1 ? 'list' : 'form');

async function announce(context: ResourceContext, unit: UnitOfWork, row: StoredRow, before: AnyRecord | null): Promise<void> {
  await context.hooks.afterWrite?.(recordFromStore(context.columns.readable, row) as RecordOf<Fields>, { ...unit, before });
}

/** Adds a record; where no order weight is given it gets the highest, so that it stands first. Source: wire protocol §4.7, §4.8. */
export async function addRecord(context: ResourceContext, posted: Posted, caller: AdminCaller): Promise<Added> {
  const given = postedValues(context, posted);
  if (isEmpty(given)) throw rejection('refusals.nothingSent');
  const values = valuesToAdd(context, given);
  await context.hooks.prepare?.(values as Values, caller);
  return unitOfWork(context, caller, writeOf(context, 'add', 'form', values), async (unit) => {
    const row = await addLocked(context, unit, values);
    const id = Number(row[context.columns.id.name]);
    return { id, ...(await endWrite(unit)) };
  });
}

/** The whole record of what was given: what was not is as in a new form. */
export function valuesToAdd(context: ResourceContext, given: AnyRecord): AnyRecord {
  const values: Record<string, unknown> = {
    ...Object.fromEntries(context.columns.storable.map(({ key, field }) => [key, initialValueOf(field)])),
    ...given,
  };
  // Stock forms send 0 where nobody has typed a weight. Source: wire protocol §4.8, §5.18.
  const weight = context.columns.sortOrder?.key;
  if (weight !== undefined && values[weight] === 0) delete values[weight];
  checkValues(context, values, values, true);
  return values;
}

/** Where a new record has come: ahead of its time that may be another state than was said. */
const stateOfAct = ({ resource: { life } }: ResourceContext, act: Act | PlacedAct | null): AnyRecord =>
  life && act ? { [life.field]: act.to } : {};

/** Adds a record inside a transaction. */
async function addLocked(context: ResourceContext, unit: UnitOfWork, values: AnyRecord): Promise<StoredRow> {
  const [row] = await addAllLocked(context, unit, [values]);
  return row as StoredRow;
}

/**
 * Adds records inside a transaction by one statement, the first with the lowest order weight. A hook that looks into the database sees
 * none of the others yet: where a section has one, they are given one by one.
 */
export async function addAllLocked(
  context: ResourceContext,
  unit: UnitOfWork,
  records: readonly AnyRecord[],
): Promise<readonly StoredRow[]> {
  const finals: AnyRecord[] = [];
  const acts: (Act | PlacedAct | null)[] = [];
  for (const values of records.map((record) => inFirstState(context, record))) {
    await checkReferences(context, unit, values, { id: null, before: null });
    const act = await validateFirstState(context, unit, values);
    acts.push(act);
    finals.push(await afterHook(context, unit, { ...values, ...(act && 'sets' in act && act.sets), ...stateOfAct(context, act) }, null));
  }
  if (acts.some((act) => act !== null)) await openLives(unit.trx);
  const rows = await insertAll(
    context,
    unit,
    finals.map((final) => rowToStore(context.columns.writable, final)),
  );
  const idName = context.columns.id.name;
  await logWrite(
    context,
    unit,
    rows.map((row) => ({ recordId: Number(row[idName]), before: null, after: row })),
  );
  const { life, name } = context.resource;
  for (const [index, row] of rows.entries()) {
    if (!life) break;
    const record = { resource: name, record_id: Number(row[idName]) };
    unit.write.steps.push({ ...record, kind: 'created', to_state: life.chart.initial, comment: '' });
    const act = acts[index];
    if (!act) continue;
    if ('event' in act) unit.write.steps.push({ ...record, ...stepOf(act), ...mailsOf(context, unit, act.further) });
    else unit.write.steps.push({ ...record, kind: 'placed', from_state: life.chart.initial, to_state: act.to, comment: act.comment });
  }
  for (const row of rows) await announce(context, unit, row, null);
  for (const [index, row] of rows.entries()) {
    const act = acts[index];
    if (act && 'event' in act) await sendFurther(context, unit, row, act, sendLocked);
  }
  return rows;
}

const stepOf = ({ event, from, to, comment }: Act) => ({ kind: 'event', event, from_state: from, to_state: to, comment }) as const;

/** Who sent what somebody else approves. */
const askerOf = (wish: LifeWish | undefined) =>
  wish && 'event' in wish && wish.asker ? { asked_by: wish.asker.id, asked_name: wish.asker.username } : {};

/** All have the columns of the first. */
async function insertAll(
  context: ResourceContext,
  unit: UnitOfWork,
  records: readonly Record<string, unknown>[],
): Promise<readonly StoredRow[]> {
  const { resource, columns } = context;
  const fixed: Record<string, unknown> = {};
  if (resource.dataLimit && resource.dataLimit.ownerColumn !== columns.id.name) fixed[resource.dataLimit.ownerColumn] = unit.caller.id;
  for (const stamp of [columns.createTime, columns.updateTime]) if (stamp) fixed[stamp.name] = unit.nowSeconds;
  const { sortOrder } = columns;
  if (sortOrder) await lockOrder(context, unit);
  const weightOf = (index: number) =>
    sortOrder && {
      [sortOrder.name]: sql`(select coalesce(max(${sql.id(sortOrder.name)}), 0) + ${sql.lit(index + 1)} from ${sql.table(resource.table)})`,
    };
  const { passingId } = unit;
  const passing = () => passingId && { [columns.id.name]: passingId() };
  const rows = records.map((values, index): Record<string, unknown> => ({ ...weightOf(index), ...values, ...fixed, ...passing() }));
  const names = Object.keys(rows[0] ?? {});
  const tuple = (row: Record<string, unknown>) =>
    sql`(${sql.join(names.map((name) => (isSql(row[name]) ? row[name] : sql`${row[name]}`)))})`;
  const { rows: added } = await sql<StoredRow>`insert into ${sql.table(resource.table)} (${sql.join(names.map((name) => sql.id(name)))})
    ${sql.raw(passingId ? 'overriding system value' : '')} values ${sql.join(rows.map(tuple))} returning ${imageColumns(context)}`.execute(
    unit.trx,
  );
  return added;
}

const isSql = (value: unknown): value is RawBuilder<unknown> => typeof value === 'object' && value !== null && 'toOperationNode' in value;

/**
 * Changes the posted fields of a record. Who posts a version that is no longer current is answered with the current row; who posts
 * none wins, as stock clients expect. Source: security.md rule 32; wire protocol §4.7.
 */
export async function saveRecord(
  context: ResourceContext,
  {
    id,
    version,
    isForm = false,
    ...posted
  }: Posted & { readonly id: number; readonly version?: number | undefined; readonly isForm?: boolean | undefined },
  caller: AdminCaller,
  wish?: LifeWish,
): Promise<Saved> {
  const values = postedValues(context, posted);
  if (isEmpty(values) && !wish) throw rejection('refusals.nothingSent');
  // A request is made by the event's own call, so that nothing is saved which its approval would overtake.
  if (wish && 'event' in wish && context.resource.life?.events[wish.event]?.second) throw rejection('refusals.life.sentAlone');
  await context.hooks.prepare?.(values as Values, caller);
  return unitOfWork(context, caller, writeOf(context, 'edit', sourceOf(values, isForm || wish !== undefined), values), async (unit) => {
    if (context.columns.sortOrder && Object.hasOwn(values, context.columns.sortOrder.key)) await lockOrder(context, unit);
    const [current] = await lockRows(context, unit, [id]);
    if (!current) throw notFound();
    const saved = await saveLocked(context, unit, current, withNameKept(context, current, values, caller), version, wish);
    return { ...saved, ...(await endWrite(unit)) };
  });
}

/** Who sends a name as they read it has not changed it: one that came with the program goes on being told in everybody's language. */
export function withNameKept(
  { resource, columns, ports }: ResourceContext,
  current: StoredRow,
  values: AnyRecord,
  caller: AdminCaller,
): AnyRecord {
  const { key, name } = columns.title;
  const stored = current[name];
  if (!Object.hasOwn(values, key) || typeof stored !== 'string') return values;
  const words = { messages: ports.messages, language: caller.client.language };
  return values[key] === nameRead(resource, stored, words) ? { ...values, [key]: stored } : values;
}

/** Changes fields of a record that the transaction holds. */
export async function saveLocked(
  context: ResourceContext,
  unit: UnitOfWork,
  current: StoredRow,
  posted: AnyRecord,
  version?: number,
  wish?: LifeWish,
): Promise<Saved> {
  const { columns } = context;
  const id = Number(current[columns.id.name]);
  const currentVersion = columns.version && Number(current[columns.version.name]);
  if (version !== undefined && currentVersion !== undefined && version !== currentVersion) {
    throw conflict((await readRow(context, unit.trx, id, unit.caller)) ?? {});
  }
  const before = recordFromStore(columns.readable, current);
  checkEach(context, posted, false);
  const act = await decided(context, unit, { row: current, before, values: posted }, wish);
  const values = act ? { ...posted, ...act.sets, [act.field]: act.to } : posted;
  // What the section asks of a state is asked of an event that leads there, and never of one that leads out of it.
  checkTogether(context, { ...before, ...values });
  await checkReferences(context, unit, values, { id, before });
  const final = await afterHook(context, unit, values, before);
  if (act) {
    const mails = mailsOf(context, unit, act.further);
    unit.write.steps.push({ resource: context.resource.name, record_id: id, ...stepOf(act), ...askerOf(wish), ...mails });
    if (act.to !== act.from) await openLives(unit.trx);
  }
  const changed = await updateRow(context, unit, current, rowToStore(columns.writable, final), writtenSecrets(context, values));
  if (act) await sendFurther(context, unit, changed ?? current, act, sendLocked);
  if (!changed) return currentVersion === undefined ? {} : { version: currentVersion };
  await announce(context, unit, changed, before);
  return columns.version ? { version: Number(changed[columns.version.name]) } : {};
}

/** Puts a record that the transaction holds into a state, whatever its life asks. */
export async function placeLocked(
  context: ResourceContext,
  unit: UnitOfWork,
  current: StoredRow,
  { from, state, comment }: { readonly from: string; readonly state: string; readonly comment: string },
): Promise<void> {
  const { columns, resource } = context;
  const { life } = resource;
  if (!life) return;
  const before = recordFromStore(columns.readable, current);
  const final = await afterHook(context, unit, { [life.field]: state }, before);
  unit.write.steps.push({
    resource: resource.name,
    record_id: Number(current[columns.id.name]),
    kind: 'placed',
    from_state: from,
    to_state: state,
    comment,
  });
  await openLives(unit.trx);
  const changed = await updateRow(context, unit, current, rowToStore(columns.writable, final), []);
  if (changed) await announce(context, unit, changed, before);
}

const sendLocked: SendLocked = (context, unit, row, event) => saveLocked(context, unit, row, {}, undefined, { event, isByProgram: true });

/** The step that a save means; null where it leaves the state alone. */
async function decided(
  context: ResourceContext,
  unit: UnitOfWork,
  save: { readonly row: StoredRow; readonly before: AnyRecord; readonly values: AnyRecord },
  wish?: LifeWish,
): Promise<(Act & { readonly field: string }) | null> {
  const { life } = context.resource;
  if (!life) return null;
  const { [life.field]: state = save.before[life.field], ...values } = save.values;
  if (!wish && state === save.before[life.field]) {
    await validateStay(context, life, unit, { ...save, values });
    return null;
  }
  const act = await validateStep(context, life, unit, { ...save, values }, wish ?? { state: String(state) });
  return { ...act, field: life.field };
}
