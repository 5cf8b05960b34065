import type { AnyRecord } from '#domain/fields/field';
import { waysFrom, type Life, type LifeEvent } from '#domain/life/life';
import { isEmptyValue, type Facts } from '#domain/life/unmet';
import { runLife, type Decision } from './decide.ts';

interface Carried {
  readonly name: string;
  readonly event: LifeEvent;
  readonly decision: Decision;
}

/** The events that a save can carry which says another state: those that may lead there, and those of them that do. */
export function carriedEvents(
  life: Life,
  isAllowed: (name: string, event: LifeEvent) => boolean,
  facts: Facts,
  from: string,
  state: string,
  values: AnyRecord,
): { readonly carried: readonly string[]; readonly decided: readonly Carried[] } {
  const carried = Object.entries(life.events).filter(
    ([name, event]) =>
      isAllowed(name, event) &&
      event.asks?.comment !== 'required' &&
      event.second === undefined &&
      (event.asks?.fields ?? []).every((key) => !isEmptyValue(values[key])) &&
      waysFrom(life, from, 'on', name).some(({ target }) => target === state),
  );
  const decided = carried.flatMap(([name, event]) => {
    const decision = runLife(life).decide(from, name, facts);
    return decision?.to === state ? [{ name, event, decision }] : [];
  });
  return { carried: carried.map(([name]) => name), decided };
}

/** Of several the one that a save means. */
export const chosenOf = (decided: readonly Carried[]): readonly Carried[] =>
  decided.length > 1 ? decided.filter(({ event }) => event.asStatus) : decided;
