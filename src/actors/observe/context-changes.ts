import { isSameValue } from '#domain/base/same-value';
import { shownCopy, type Shown } from './flow-copy.ts';

/** One place of an actor's data that an event has changed, without anything secret or personal; null where there was or is nothing. */
export interface ContextChange {
  readonly path: string;
  readonly before: Shown;
  readonly after: Shown;
}

const DEEPEST = 4;
const MOST_CHANGES = 40;

/** What differs between two contexts, as deep as it can be said in few words. */
export function contextChanges(before: unknown, after: unknown): readonly ContextChange[] {
  const changes: ContextChange[] = [];
  const compare = (path: string, [was, is]: Pair<unknown>, [shownBefore, shownAfter]: Pair<Shown>): void => {
    if (was === is || changes.length >= MOST_CHANGES || isSameValue(was, is)) return;
    if (isFields(was) && isFields(is) && isFields(shownBefore) && isFields(shownAfter) && depthOf(path) < DEEPEST) {
      for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
        compare(path === '' ? name : `${path}.${name}`, [was[name], is[name]], [own(shownBefore, name), own(shownAfter, name)]);
      }
    } else changes.push({ path, before: shownBefore, after: shownAfter });
  };
  compare('', [before, after], [shownCopy(before ?? {}), shownCopy(after ?? {})]);
  return changes;
}

type Pair<Value> = readonly [before: Value, after: Value];

const own = (fields: Readonly<Record<string, Shown>>, name: string): Shown => (Object.hasOwn(fields, name) ? (fields[name] ?? null) : null);
const depthOf = (path: string): number => (path === '' ? 0 : path.split('.').length);
const isFields = <Value>(value: Value): value is Value & Readonly<Record<string, Shown>> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);
