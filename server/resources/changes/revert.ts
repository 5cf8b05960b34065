import { sql } from 'kysely';
import { wireNameOf, type AnyRecord, type Fields, type RecordOf } from '#domain/fields/field';
import { rejection } from '#domain/base/failure';
import { refKey } from '#domain/changes/journal';
import type { Life } from '#domain/life/life';
import { notFound } from '../../base/refusal.ts';
import { validateState } from '../life/validate-step.ts';
import { effectTitle } from '../life/life-words.ts';
import { openLives } from '../life/life-steps.ts';
import { validateKept, validateRedo, undoingEvent, type TakenStep, type TakenSteps } from '../life/undo-steps.ts';
import { saveLocked } from '../write/write.ts';
import type { PendingStep } from '../base/write-meta.ts';
import { checkReferences, type Moved } from '../write/check-write.ts';
import { logWrite, numberOf, type RecordChange } from '../write/record-change.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { recordFromStore, type StoredRow } from '../base/row-codec.ts';
import { idsSql, lockRows, type UnitOfWork } from '../write/unit-of-work.ts';
import { columnsOfTable } from './plan-world.ts';

/** Inserts deleted records as they were, ids included. */
export async function restore(context: ResourceContext, unit: UnitOfWork, deleted: readonly RecordChange[]): Promise<void> {
  const { resource, columns } = context;
  // What this write has deleted itself waits in the recycle bin from now on, with what hangs on it.
  await numberOf(unit);
  const table = sql.table(resource.table);
  const images = deleted.map(({ before }) => before ?? {});
  const has = await columnsOfTable(context, unit.trx);
  // A record may have been kept when the table had other columns: those it does not know have their defaults, those that are gone stay so.
  const { life, name } = resource;
  if (life) {
    for (const image of images) validateState(context, life, recordFromStore(columns.readable, image), unit.nowSeconds);
    await openLives(unit.trx);
  }
  const byColumns = Map.groupBy(images, (image) => JSON.stringify(Object.keys(image).filter((name) => has.has(name))));
  for (const [known, alike] of byColumns) {
    const names = sql.join((JSON.parse(known) as string[]).map((name) => sql.id(name)));
    // By the types of the table's own columns, so that each value comes back as it lay there.
    await sql`insert into ${table} (${names}) select ${names}
      from jsonb_populate_recordset(null::${table}, ${JSON.stringify(alike)}::jsonb)`.execute(unit.trx);
  }
  const ids = deleted.map(({ recordId }) => recordId);
  const rows = await lockRows(context, unit, ids);
  if (rows.length < ids.length) throw notFound();
  for (const row of rows) {
    const record = recordFromStore(columns.readable, row);
    const values = recordFromStore(columns.storable, row);
    const own = deleted.find(({ recordId }) => recordId === Number(row[columns.id.name]));
    // What is given with the restore is judged as in any other write.
    const returning = recordFromStore(columns.storable, own?.kept ?? own?.before ?? {});
    await checkReferences(context, unit, values, { id: Number(row[columns.id.name]), before: null, returning });
    // Only to hear whether the section refuses it: the values have been through this once.
    await context.hooks.beforeWrite?.(values as Partial<RecordOf<Fields>>, { ...unit, before: null });
    const gone = own?.beside?.rows;
    await context.hooks.afterWrite?.(record as RecordOf<Fields>, { ...unit, before: null, ...(gone && { restored: gone }) });
  }
  if (life)
    for (const row of rows) {
      const state = String(recordFromStore(columns.readable, row)[life.field]);
      unit.write.steps.push({ resource: name, record_id: Number(row[columns.id.name]), kind: 'restored', to_state: state, comment: '' });
    }
  const changes = rows.map((row) => ({ recordId: Number(row[columns.id.name]), before: null, after: row }));
  await logWrite(context, unit, changes);
}

/**
 * States go back by the plan that puts values back: each is judged as if it were entered, and nothing else is done. One step is kept for
 * each that is taken back, so that taking this back asks for the rights of the same events.
 * @param steps null where an event takes the step back: what it wrote goes before it is sent, and where it leads is for the life to say
 */
async function revertStates(
  context: ResourceContext,
  unit: UnitOfWork,
  changed: readonly { readonly recordId: number; readonly row: StoredRow; readonly now: AnyRecord; readonly values: AnyRecord }[],
  steps: TakenSteps | null,
): Promise<void> {
  const { life, name } = context.resource;
  if (!life) return;
  for (const { recordId, row, now, values } of changed) {
    const own = steps?.get(refKey({ resource: name, recordId })) ?? [];
    const [from, to] = [String(now[life.field]), String(values[life.field] ?? now[life.field])];
    validateState(context, life, { ...now, ...values }, unit.nowSeconds);
    if (from === to) {
      if (steps) validateKept(context, { now, values }, own);
      continue;
    }
    await validateRedo(context, unit, { row, now, values }, own);
    await openLives(unit.trx);
    unit.write.steps.push(
      ...stepsBack(from, to, own).map((step) => ({
        resource: name,
        record_id: recordId,
        ...step,
        comment: goneText(context, life, unit, own),
      })),
    );
  }
}

/** Mail that has left stays where it is: the step says so. */
function goneText({ ports }: ResourceContext, life: Life, { caller }: UnitOfWork, taken: readonly TakenStep[]): string {
  const { language } = caller.client;
  const gone = new Set(taken.flatMap((step) => (step.kind === 'event' ? (step.effects ?? []) : [])));
  if (gone.size === 0) return '';
  const effects = [...gone].map((name) => effectTitle(life, name, language)).join(', ');
  return ports.messages.text(language, 'refusals.life.alreadyGone', { effects }).slice(0, 1000);
}

/** The way back from a state to another, through what was in between. */
function stepsBack(from: string, to: string, taken: readonly TakenStep[]): readonly Omit<PendingStep, 'resource' | 'record_id'>[] {
  const back = taken.filter((step) => step.from !== null && step.from !== step.to);
  const isWhole = back.length > 0 && back[0]?.to === from && back.at(-1)?.from === to;
  if (!isWhole) return [{ kind: 'undone', from_state: from, to_state: to, comment: '' }];
  return back.map((step, index) => ({
    kind: 'undone',
    ...(step.event !== null && { event: step.event }),
    from_state: back[index - 1]?.from ?? from,
    to_state: step.from ?? to,
    comment: '',
  }));
}

/**
 * Gives changed columns the values they had. Where an event takes a step back, its record gets the other values, and then that event: where it
 * leads is for the life to say.
 * @param isToMoment states are put back as they were then, whatever led there
 */
export async function revert(
  context: ResourceContext,
  unit: UnitOfWork,
  changed: readonly RecordChange[],
  rows: readonly StoredRow[],
  steps: TakenSteps,
  isToMoment: boolean,
): Promise<void> {
  const { life, name } = context.resource;
  const takenOf = ({ recordId }: RecordChange): readonly TakenStep[] => steps.get(refKey({ resource: name, recordId })) ?? [];
  const sent = life && !isToMoment ? changed.filter((one) => takenOf(one).some((step) => undoingEvent(life, step) !== null)) : [];
  const plain = changed.filter((one) => !sent.includes(one));
  const ids = new Set(plain.map(({ recordId }) => recordId));
  if (plain.length > 0)
    await putValues(
      context,
      unit,
      plain,
      rows.filter((row) => ids.has(Number(row[context.columns.id.name]))),
      steps,
    );
  for (const one of life ? sent : []) if (life) await sendBack(context, life, unit, one, takenOf(one));
}

/** Takes the steps of one record back, the newest first, each by the event that does so, or by putting its state back. */
async function sendBack(
  context: ResourceContext,
  life: Life,
  unit: UnitOfWork,
  change: RecordChange,
  taken: readonly TakenStep[],
): Promise<void> {
  const state = wireNameOf(life.field, context.resource.fields[life.field]);
  const without = (row: StoredRow | null): StoredRow =>
    Object.fromEntries(Object.entries(row ?? {}).filter(([column]) => column !== state));
  const current = async (): Promise<StoredRow> => {
    const [row] = await lockRows(context, unit, [change.recordId]);
    if (!row) throw notFound();
    return row;
  };
  const others = { recordId: change.recordId, before: without(change.before), after: without(change.after) };
  if (Object.keys(others.before).length > 0) await putValues(context, unit, [others], [await current()], null);
  for (const step of taken) {
    const row = await current();
    const event = undoingEvent(life, step);
    if (event !== null) await saveLocked(context, unit, row, {}, undefined, { event });
    else if (step.from !== null && step.from !== row[state])
      await putValues(
        context,
        unit,
        [{ recordId: change.recordId, before: { [state]: step.from }, after: { [state]: row[state] } }],
        [row],
        new Map([[refKey({ resource: context.resource.name, recordId: change.recordId }), [{ ...step, to: String(row[state]) }]]]),
      );
  }
}

async function putValues(
  context: ResourceContext,
  unit: UnitOfWork,
  changed: readonly RecordChange[],
  rows: readonly StoredRow[],
  steps: TakenSteps | null,
): Promise<void> {
  const { columns } = context;
  const whole = new Map(rows.map((row) => [Number(row[columns.id.name]), row]));
  const current = new Map([...whole].map(([id, row]) => [id, recordFromStore(columns.readable, row)]));
  await revertStates(
    context,
    unit,
    changed.map(({ recordId, before }) => ({
      recordId,
      row: whole.get(recordId) ?? {},
      now: current.get(recordId) ?? {},
      values: recordFromStore(columns.storable, before ?? {}),
    })),
    steps,
  );
  const moved = movedIn(context, changed);
  for (const { recordId, before } of changed) {
    const values = recordFromStore(columns.storable, before ?? {});
    if (Object.keys(values).length === 0) continue;
    const now: AnyRecord = current.get(recordId) ?? {};
    await checkReferences(context, unit, values, { id: recordId, before: now, returning: values, moved });
    await context.hooks.beforeWrite?.(values as Partial<RecordOf<Fields>>, { ...unit, before: now });
  }
  const has = await columnsOfTable(context, unit.trx);
  const byColumns = Map.groupBy(changed, ({ before }) =>
    JSON.stringify(
      Object.keys(before ?? {})
        .filter((name) => has.has(name))
        .sort(),
    ),
  );
  // Where a tree was turned round, one after the other would close a ring for a moment, which the database refuses.
  if (moved.size > 1) await moveToRoot(context, unit, [...moved.keys()]);
  for (const [known, group] of byColumns) {
    const names = JSON.parse(known) as string[];
    if (names.length === 0) throw rejection('refusals.changedSince');
    await setColumns(context, unit, names, group);
  }
  if (context.hooks.afterWrite) {
    const after = await lockRows(context, unit, [...current.keys()]);
    for (const row of after) {
      const before = current.get(Number(row[columns.id.name])) ?? null;
      await context.hooks.afterWrite(recordFromStore(columns.readable, row) as RecordOf<Fields>, { ...unit, before });
    }
  }
  const changes = changed.map(({ recordId, before, after }) => {
    const row = whole.get(recordId);
    return { recordId, before: after, after: before, ...(row && { row: { ...row, ...before } }) };
  });
  await logWrite(context, unit, changes);
}

/** Below what the records will hang that get another place in their tree. */
function movedIn({ columns: { parent } }: ResourceContext, changed: readonly RecordChange[]): Moved {
  if (!parent) return new Map();
  return new Map(
    changed.flatMap(({ recordId, before }) =>
      before && Object.hasOwn(before, parent.name) ? [[recordId, Number(before[parent.name] ?? 0)] as const] : [],
    ),
  );
}

async function moveToRoot({ resource, columns }: ResourceContext, unit: UnitOfWork, ids: readonly number[]): Promise<void> {
  if (!columns.parent) return;
  await sql`update ${sql.table(resource.table)} set ${sql.id(columns.parent.name)} = 0
    where ${sql.id(columns.id.name)} in ${idsSql(ids)}`.execute(unit.trx);
}

async function setColumns(
  { resource, columns }: ResourceContext,
  unit: UnitOfWork,
  names: readonly string[],
  group: readonly RecordChange[],
): Promise<void> {
  const table = sql.table(resource.table);
  const id = sql.id(columns.id.name);
  const images = group.map(({ recordId, before }) => ({ ...before, [columns.id.name]: recordId }));
  const sets = names.map((name) => sql`${sql.id(name)} = old.${sql.id(name)}`);
  // A move leaves both alone, and so does taking it back.
  const isMove = names.every((name) => name === columns.sortOrder?.name);
  if (!isMove && columns.updateTime) sets.push(sql`${sql.id(columns.updateTime.name)} = ${unit.nowSeconds}`);
  if (!isMove && columns.version) sets.push(sql`${sql.id(columns.version.name)} = t.${sql.id(columns.version.name)} + 1`);
  await sql`update ${table} as t set ${sql.join(sets)}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(images)}::jsonb) as old where t.${id} = old.${id}`.execute(unit.trx);
}
