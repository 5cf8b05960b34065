import { sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { refKey, type RecordRef } from '#domain/changes/journal';
import { wireNameOf, type AnyRecord } from '#domain/fields/field';
import { settersOf, waysFrom, type Life, type LifeEvent } from '#domain/life/life';
import { unmet } from '#domain/life/unmet';
import type { Tables } from '../../db/tables/tables.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { StoredRow } from '../base/row-codec.ts';
import { runLife } from './decide.ts';
import { changedKeys, maySend, refuseClosed, refuseUnmet } from './validate-step.ts';
import { factsOf } from './life-facts.ts';
import { eventLabel, stateLabel } from './life-words.ts';
import type { WriteUnit } from './write-unit.ts';

/** A step that is to be taken back. */
export interface TakenStep {
  readonly kind: 'event' | 'undone';
  /** Null where it was none of today's: then nothing but the state is put back. */
  readonly event: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** Names of what has left the house with it. */
  readonly effects?: readonly string[];
}

/** Steps of records by `refKey`, the newest first. */
export type TakenSteps = ReadonlyMap<string, readonly TakenStep[]>;

export const NO_STEPS: TakenSteps = new Map();

/** Which steps are meant: those of one write, or all of some records of a section, of each since one of its writes. */
export type StepsWish = { readonly set: number } | { readonly resource: string; readonly since: ReadonlyMap<number, number> };

/** The steps that a way back takes back. What came into being, went or came back is of the record, and no step of an event. */
export async function readTaken(trx: Transaction<Tables>, wish: StepsWish): Promise<TakenSteps> {
  const sinceText = 'since' in wish ? JSON.stringify(Object.fromEntries(wish.since)) : '';
  const which =
    'set' in wish
      ? sql`set_id = ${wish.set}::bigint`
      : sql`resource = ${wish.resource} and record_id in (select key::bigint from jsonb_object_keys(${sinceText}::jsonb) as key)
          and set_id >= (${sinceText}::jsonb ->> record_id::text)::bigint`;
  const { rows } = await sql<{
    resource: string;
    record_id: number;
    kind: TakenStep['kind'];
    event: string | null;
    from_state: string | null;
    to_state: string | null;
    effects: readonly string[];
  }>`select resource, record_id, kind, event, from_state, to_state, effects from life_step
    where ${which} and kind in ('event', 'undone') order by id desc`.execute(trx);
  const steps = rows.map(({ resource, record_id: recordId, kind, event, from_state: from, to_state: to, effects }) => ({
    key: refKey({ resource, recordId }),
    step: { kind, event, from, to, effects },
  }));
  return new Map([...Map.groupBy(steps, ({ key }) => key)].map(([key, some]) => [key, some.map(({ step }) => step)] as const));
}

/** The event of a step, where the life of today has it; a time has none. */
function eventOf(life: Life, { event }: TakenStep): LifeEvent | null {
  return event !== null && Object.hasOwn(life.events, event) ? (life.events[event] ?? null) : null;
}

/** The event that takes a step back; null where its state is put back. */
export function undoingEvent(life: Life, step: TakenStep): string | null {
  const undo = step.kind === 'event' ? eventOf(life, step)?.undo : undefined;
  return undo === undefined || undo === 'never' ? null : undo;
}

/**
 * Asks for the rights of the events that are taken back, and keeps those done that are never taken back. One that another event takes
 * back asks for the right of that one, which is sent; on the way to a moment none is sent, and states are put back.
 * @throws FailureError
 */
export function validateUndo(
  context: Pick<ResourceContext, 'resource' | 'pagePath' | 'ports'>,
  unit: Pick<WriteUnit, 'caller' | 'write'>,
  steps: readonly TakenStep[],
  isToMoment: boolean,
): void {
  const { life } = context.resource;
  for (const step of life ? steps : []) {
    const event = life && eventOf(life, step);
    if (!life || !event || step.event === null) continue;
    if (step.kind === 'event' && event.undo === 'never')
      throw rejection('refusals.life.undoNever', { event: eventLabel(context, life, step.event, unit.caller.client.language) });
    // What another person had approved is approved again by whoever it takes.
    if (step.kind === 'undone' && event.second)
      throw rejection('refusals.life.secondAgain', { event: eventLabel(context, life, step.event, unit.caller.client.language) });
    const isSent = !isToMoment && undoingEvent(life, step) !== null;
    // What a time has done anybody takes back who may write to the record.
    if (!isSent && event.right !== 'none' && !maySend(context, unit, step.event, event)) throw rejection('refusals.forbidden');
  }
}

/**
 * Taking back that an event was taken back does again what the event did: its guards are asked as if it were sent, of whoever does so now.
 * @param row what is known of the record in the store; it need not be there
 * @param now the record as it is, `values` what is put back
 * @throws FieldsRefused or FailureError saying why not
 */
export async function validateRedo(
  context: Pick<ResourceContext, 'resource' | 'columns' | 'pagePath' | 'ports' | 'contextOf'>,
  unit: Pick<WriteUnit, 'trx' | 'caller' | 'nowSeconds'>,
  { row, now, values }: { readonly row: StoredRow; readonly now: AnyRecord; readonly values: AnyRecord },
  steps: readonly TakenStep[],
): Promise<void> {
  const { life } = context.resource;
  for (const { kind, event: name, from: to, to: from } of life ? steps : []) {
    if (!life || kind !== 'undone' || name === null || from === null) continue;
    const ways = waysFrom(life, from, 'on', name).filter(({ target }) => target === to);
    if (ways.length === 0) continue;
    // What the event sets had not been set when it was judged.
    const set = new Set(settersOf(life).map(({ set }) => set));
    const given = Object.fromEntries(Object.entries(values).filter(([key]) => !set.has(key)));
    const facts = await factsOf(context, life, unit, row, { ...now, ...given, [life.field]: from });
    if (runLife(life).decide(from, name, facts)?.to === to) continue;
    refuseUnmet(
      context,
      ways.flatMap(({ guard }) => (guard === undefined ? [] : unmet(life, { name: guard }, facts))),
    );
    // Another way of the same event would be gone.
    const { language } = unit.caller.client;
    throw rejection('refusals.life.notFromHere', {
      event: eventLabel(context, life, name, language),
      state: stateLabel(context, life, from, language),
    });
  }
}

/**
 * Where the state stays, values go back only where they may change: in that state, or in one that the steps lead through. What the events
 * themselves wrote goes back with them.
 * @throws FieldsRefused
 */
export function validateKept(
  context: Pick<ResourceContext, 'resource'>,
  { now, values }: { readonly now: AnyRecord; readonly values: AnyRecord },
  steps: readonly TakenStep[],
): void {
  const { life } = context.resource;
  if (!life) return;
  const states = [String(now[life.field]), ...steps.flatMap(({ from, to }) => [from, to].filter((state) => state !== null))];
  const written = new Set(steps.length > 0 ? keysOfEvents(life, steps) : [life.field]);
  refuseClosed(
    context,
    life,
    states,
    changedKeys(now, values).filter((key) => !written.has(key)),
  );
}

/** The fields that events write: their state, what they ask for, and what is set with them. */
const keysOfEvents = (life: Life, steps: readonly TakenStep[]): readonly string[] => [
  life.field,
  ...steps.flatMap((step) => eventOf(life, step)?.asks?.fields ?? []),
  ...settersOf(life).map(({ set }) => set),
];

/**
 * Whether a write did nothing but send events with rights of their own: whoever may send them may take them back, without the right to edit.
 * @param entries what it wrote, by wire name
 */
export function isOwnSending(
  { resource }: Pick<ResourceContext, 'resource'>,
  steps: TakenSteps,
  entries: readonly (RecordRef & { readonly before: object | null; readonly after: object | null })[],
): boolean {
  const { life, fields } = resource;
  if (!life || entries.length === 0) return false;
  return entries.every((entry) => {
    const own = steps.get(refKey(entry)) ?? [];
    const events = own.map((step) => eventOf(life, step));
    if (entry.resource !== resource.name || own.length === 0 || !events.every((event) => event?.right === 'own')) return false;
    const names = new Set(keysOfEvents(life, own).map((key) => wireNameOf(key, fields[key])));
    return entry.before !== null && Object.keys(entry.after ?? {}).every((name) => names.has(name));
  });
}
