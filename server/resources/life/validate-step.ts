import { rejection } from '#domain/base/failure';
import { isSameValue } from '#domain/base/same-value';
import type { Issue } from '#domain/base/issue';
import { wireNameOf, type AnyRecord } from '#domain/fields/field';
import { delayEvent } from '#domain/life/life-chart';
import { stateOf, waysFrom, type Condition, type Life, type LifeEvent } from '#domain/life/life';
import { isEmptyValue, unmet, type Facts, type Unmet } from '#domain/life/unmet';
import type { Language } from '../../base/messages.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { may } from '../access/permissions.ts';
import { titlesOf } from '../base/field-titles.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { StoredRow } from '../base/row-codec.ts';
import { carriedEvents, chosenOf } from './carried-events.ts';
import { runLife, type Decision } from './decide.ts';
import { factsOf } from './life-facts.ts';
import { eventLabel, stateLabel } from './life-words.ts';
import type { WriteUnit } from './write-unit.ts';

/** Letters that a comment has at most. */
const MAX_COMMENT = 1000;

type LifeContext = Pick<ResourceContext, 'resource' | 'columns' | 'pagePath' | 'ports' | 'contextOf'>;

/** An event that is sent. One that another person has to approve goes on by `asker`, who has sent it, and whoever writes approves it. */
export interface SentEvent {
  readonly event: string;
  readonly comment?: string | undefined;
  readonly asker?: { readonly id: number; readonly username: string };
  /** The program itself sends it, or a step of another record: such events nobody else sends. */
  readonly isByProgram?: true;
}

/** What is wanted of a record: an event, a state that a save says, or what comes when a time is up. */
export type LifeWish = SentEvent | { readonly state: string } | { readonly time: string };

/** A step that was decided. */
export interface Act {
  readonly event: string;
  readonly from: string;
  readonly to: string;
  readonly comment: string;
  /** What it sets beside the state, by field key. */
  readonly sets: AnyRecord;
  /** Names of what else it does, once it is written. */
  readonly further: readonly string[];
}

/** The right of an event; adding is enough for what editing is, where the record is only coming to be. */
export function maySend(
  context: Pick<LifeContext, 'pagePath'>,
  { caller, write }: Pick<WriteUnit, 'caller'> & { readonly write: Pick<WriteUnit['write'], 'action'> },
  name: string,
  { right }: LifeEvent,
): boolean {
  if (right === 'none') return false;
  if (right === 'edit') return write.action === 'add' || may(caller, `${context.pagePath}/edit`.toLowerCase());
  return may(caller, `${context.pagePath}/${name}`.toLowerCase());
}

/**
 * Validates a wish against the record that the transaction holds.
 * @param before the record as it is; for one that is only coming to be its values in the initial state
 * @param values what is written along
 * @throws FieldsRefused or FailureError saying why not
 */
export async function validateStep(
  context: LifeContext,
  life: Life,
  unit: WriteUnit,
  { row, before, values }: { readonly row: StoredRow | null; readonly before: AnyRecord; readonly values: AnyRecord },
  wish: LifeWish,
): Promise<Act> {
  const from = String(before[life.field]);
  if (!stateOf(life, from)) throw rejection('refusals.life.unknownState', { state: from });
  const merged = { ...before, ...values, [life.field]: from };
  const read = await factsOf(context, life, unit, row, merged);
  // A time is nobody, and so is the program.
  const facts = 'time' in wish || ('event' in wish && wish.isByProgram) ? { ...read, caller: null } : read;
  const [event, decision] =
    'event' in wish
      ? sent(context, life, unit, facts, from, wish)
      : 'time' in wish
        ? [wish.time, up(context, life, facts, from, wish.time)]
        : await meant(context, life, unit, facts, from, wish.state, values);
  const comment = 'event' in wish ? asks(context, life, event, wish.comment ?? '', values) : '';
  if (!('time' in wish) && life.events[event]?.undo === 'never') unit.write.keptOut ??= 'elsewhere';
  const sets = setsOf(life, decision, facts);
  const changed = changedKeys(before, { ...values, ...sets });
  if ('state' in wish) refuseClosed(context, life, [from, decision.to], changed);
  refuseUnmet(context, unmetAfter(life, decision, facts, from, changed));
  const further = decision.effects.filter((name) => life.effects[name] !== undefined && !('set' in life.effects[name]));
  return { event, from, to: decision.to, comment: comment || commentOf(life, decision, unit.caller.client.language), sets, further };
}

function sent(
  context: LifeContext,
  life: Life,
  unit: WriteUnit,
  facts: Facts,
  from: string,
  { event: name, asker, isByProgram }: SentEvent,
): readonly [string, Decision] {
  const event = Object.hasOwn(life.events, name) ? life.events[name] : undefined;
  const isAllowed = event && (isByProgram ? event.right === 'none' : maySend(context, unit, name, event));
  if (!event || !isAllowed) throw rejection('refusals.forbidden');
  if (event.second && !asker) throw new Error(`Another person has to approve ${name}`);
  const ways = waysFrom(life, from, 'on', name);
  const words = {
    event: eventLabel(context, life, name, unit.caller.client.language),
    state: stateLabel(context, life, from, unit.caller.client.language),
  };
  if (ways.length === 0) throw rejection(leadsTo(life, name).has(from) ? 'refusals.life.alreadyThere' : 'refusals.life.notFromHere', words);
  const decision = runLife(life).decide(from, name, facts);
  if (decision) return [name, decision];
  refuseUnmet(
    context,
    ways.flatMap(({ guard }) => (guard === undefined ? [] : unmet(life, { name: guard }, facts))),
  );
  throw rejection('refusals.life.notFromHere', words);
}

/** Where a time leads that is up. */
function up(context: LifeContext, life: Life, facts: Facts, from: string, name: string): Decision {
  const decision = runLife(life).decide(from, delayEvent(name), facts);
  if (decision) return decision;
  refuseUnmet(
    context,
    waysFrom(life, from, 'after', name).flatMap(({ guard }) => (guard === undefined ? [] : unmet(life, { name: guard }, facts))),
  );
  throw rejection('refusals.life.notFromHere', { event: name, state: from });
}

const leadsTo = (life: Life, event: string): ReadonlySet<string | undefined> =>
  new Set(Object.keys(life.chart.states).flatMap((state) => waysFrom(life, state, 'on', event).map(({ target }) => target)));

/** The one event that a save means which says another state. */
async function meant(
  context: LifeContext,
  life: Life,
  unit: WriteUnit,
  facts: Facts,
  from: string,
  state: string,
  values: AnyRecord,
): Promise<readonly [string, Decision]> {
  const { language } = unit.caller.client;
  const isAllowed = (name: string, event: LifeEvent): boolean => maySend(context, unit, name, event);
  const { carried, decided } = carriedEvents(life, isAllowed, facts, from, state, values);
  const chosen = chosenOf(decided);
  const [only] = chosen;
  if (chosen.length === 1 && only) return [only.name, only.decision];
  // One that saves of the state mean is sent wherever it leads: what is published ahead of its time waits for it.
  const named = decided.length === 0 ? carried.filter((name) => life.events[name]?.asStatus) : [];
  const decision = named.length === 1 ? runLife(life).decide(from, String(named[0]), facts) : null;
  if (decision) return [String(named[0]), decision];
  const to = stateLabel(context, life, state, language);
  if (decided.length > 1)
    throw rejection('refusals.life.several', {
      state: to,
      events: decided.map(({ name }) => eventLabel(context, life, name, language)).join(', '),
    });
  const guards = carried.flatMap((name) => waysFrom(life, from, 'on', name).filter(({ target }) => target === state));
  refuseUnmet(
    context,
    guards.flatMap(({ guard }) => (guard === undefined ? [] : unmet(life, { name: guard }, facts))),
  );
  const others = Object.entries(life.events).filter(
    ([name, event]) => isAllowed(name, event) && waysFrom(life, from, 'on', name).some(({ target }) => target === state),
  );
  if (others.length > 0)
    throw rejection('refusals.life.byEvent', {
      state: to,
      events: others.map(([name]) => eventLabel(context, life, name, language)).join(', '),
    });
  throw rejection('refusals.life.noWay', { from: stateLabel(context, life, from, language), state: to });
}

/** What a decision sets beside the state, by field key. */
export const setsOf = (life: Life, { effects }: Decision, facts: Facts): AnyRecord =>
  Object.fromEntries(effects.flatMap((name) => effect(life, name, facts)));

/** What would have to hold after a step and does not: on entering all of it, on staying what asks of the changed fields. */
export function unmetAfter(life: Life, decision: Decision, facts: Facts, from: string, changed: readonly string[]): readonly Unmet[] {
  const entered = { ...facts, values: { ...facts.values, ...setsOf(life, decision, facts), [life.field]: decision.to } };
  const holds = decision.to === from ? holdsOver(life, from, changed) : holdsOf(life, decision.to);
  return holds.flatMap((name) => unmet(life, { name }, entered));
}

/** Whether what the event asks for has come. @returns the comment that is kept */
function asks(context: LifeContext, life: Life, name: string, comment: string, values: AnyRecord): string {
  const asked = life.events[name]?.asks;
  const missing = (asked?.fields ?? []).filter((key) => isEmptyValue(values[key]));
  const issues: Record<string, Issue> = Object.fromEntries(
    missing.map((key) => [wireNameOf(key, context.resource.fields[key]), { key: 'validation.required' }]),
  );
  if (asked?.comment === 'required' && comment.trim() === '') issues['comment'] = { key: 'validation.required' };
  if (Object.keys(issues).length > 0) throw new FieldsRefused(issues, titlesOf(context.resource));
  return asked?.comment === undefined ? '' : comment.trim();
}

/** What stands beside a step of which nobody has said anything. */
function commentOf(life: Life, { effects }: Decision, language: Language): string {
  const told = effects.flatMap((name) => {
    const found = life.effects[name];
    return found && 'comment' in found ? [found.comment[language] ?? found.comment['zh-cn'] ?? found.comment.en ?? ''] : [];
  });
  return told.join(' ').slice(0, MAX_COMMENT);
}

function effect(life: Life, name: string, { values, nowSeconds, caller }: Facts): readonly (readonly [string, unknown])[] {
  const found = Object.hasOwn(life.effects, name) ? life.effects[name] : undefined;
  if (!found) throw new Error(`There is no effect ${name}`);
  if (!('set' in found)) return [];
  const { set, to } = found;
  if ('value' in to) return [[set, to.value]];
  if ('field' in to) return [[set, values[to.field] ?? null]];
  return [[set, to.from === 'now' ? nowSeconds : (caller?.id ?? null)]];
}

const holdsOf = (life: Life, state: string): readonly string[] => stateOf(life, state)?.meta?.holds ?? [];

/** What speaks against it, at the fields that it is about; where it is about none, as a whole. */
export function refuseUnmet({ resource }: Pick<LifeContext, 'resource'>, found: readonly Unmet[]): void {
  const [first] = found;
  if (!first) return;
  const atFields = found.flatMap(({ field, issue }) =>
    field === null ? [] : [[wireNameOf(field, resource.fields[field]), issue] as const],
  );
  if (atFields.length > 0) throw new FieldsRefused(Object.fromEntries(atFields.toReversed()), titlesOf(resource));
  throw rejection(first.issue.key, first.issue.params);
}

/**
 * Validates a save that leaves the state alone: what has to hold there goes on holding, and only what may change there has changed.
 * @param values what is written
 */
export async function validateStay(
  context: LifeContext,
  life: Life,
  unit: WriteUnit,
  { row, before, values }: { readonly row: StoredRow; readonly before: AnyRecord; readonly values: AnyRecord },
): Promise<void> {
  const state = String(before[life.field]);
  const changed = changedKeys(before, values);
  refuseClosed(context, life, [state], changed);
  const holds = holdsOver(life, state, changed);
  if (holds.length === 0) return;
  const facts = await factsOf(context, life, unit, row, { ...before, ...values });
  refuseUnmet(
    context,
    holds.flatMap((name) => unmet(life, { name }, facts)),
  );
}

export const changedKeys = (before: AnyRecord, values: AnyRecord): readonly string[] =>
  Object.keys(values).filter((key) => !isSameValue(values[key], before[key]));

/** What holds in a state and asks of one of these fields. */
const holdsOver = (life: Life, state: string, keys: readonly string[]): readonly string[] =>
  holdsOf(life, state).filter((name) => fieldsOf(life, { name }).some((key) => keys.includes(key)));

/** A save changes only what may change in the state that it comes from, or in the one that it leads to. */
export function refuseClosed(
  { resource }: Pick<LifeContext, 'resource'>,
  life: Life,
  states: readonly string[],
  keys: readonly string[],
): void {
  const closed = keys.filter((key) => states.every((state) => stateOf(life, state)?.meta?.edits?.includes(key) === false));
  if (closed.length === 0) return;
  const issues = closed.map((key) => [wireNameOf(key, resource.fields[key]), { key: 'refusals.life.notInThisState' }] as const);
  throw new FieldsRefused(Object.fromEntries(issues), titlesOf(resource));
}

/** The fields that a condition asks about. @param seen names that were followed already: each is, once */
function fieldsOf(life: Life, condition: Condition, seen = new Set<string>()): readonly string[] {
  if ('name' in condition) {
    if (seen.has(condition.name)) return [];
    seen.add(condition.name);
    return fieldsOf(life, life.conditions[condition.name] as Condition, seen);
  }
  if ('not' in condition) return fieldsOf(life, condition.not, seen);
  if ('all' in condition || 'any' in condition)
    return ('all' in condition ? condition.all : condition.any).flatMap((part) => fieldsOf(life, part, seen));
  if (!('field' in condition)) return [];
  return 'other' in condition ? [condition.field, condition.other] : [condition.field];
}

/** Whether a record may be put into a state as it once was: the state is there, and what has to hold in it holds. */
export function validateState(context: Pick<LifeContext, 'resource'>, life: Life, values: AnyRecord, nowSeconds: number): void {
  const state = String(values[life.field]);
  if (!stateOf(life, state)) throw rejection('refusals.life.unknownState', { state });
  // What holds in a state asks of the record's own fields alone.
  const facts: Facts = { values, nowSeconds, caller: null, senders: {}, sinceSeconds: nowSeconds, clock: { hour: 0, weekday: 1 } };
  refuseUnmet(
    context,
    holdsOf(life, state).flatMap((name) => unmet(life, { name }, facts)),
  );
}
