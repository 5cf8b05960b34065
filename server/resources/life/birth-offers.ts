import { stateOf, waysFrom, type Condition, type Life, type LifeEvent } from '#domain/life/life';
import { unmet, type Facts } from '#domain/life/unmet';

/** An event that adding can carry, and the states that it may lead to. */
export interface BirthOffer {
  readonly event: string;
  readonly to: readonly string[];
}

/**
 * The events that adding a record may carry on from the first state, with the states that what is typed can make them lead to. What is
 * asked of the record itself is for whoever fills in the form; what is asked of the caller or of the clock holds already, or does not.
 * @param facts those of a record in the first state that is not stored
 */
export function birthOffers(life: Life, facts: Facts, isAllowed: (event: string, described: LifeEvent) => boolean): readonly BirthOffer[] {
  const first = life.chart.initial;
  const supposing: Supposing = { life, facts, known: new Map() };
  const carried = Object.keys(stateOf(life, first)?.on ?? {}).flatMap((event) => {
    const described = life.events[event];
    const isCarried = described && described.second === undefined && described.asks?.comment !== 'required' && isAllowed(event, described);
    return isCarried ? [{ event, described, to: reachable(supposing, first, event) }] : [];
  });
  // Of several that lead to one state in any case a save that says the state means none, but for the one that is marked so.
  const isMeant = (state: string): boolean => {
    const sure = carried.filter(({ to }) => to.length === 1 && to[0] === state);
    return sure.length < 2 || carried.filter(({ described, to }) => described.asStatus && to.includes(state)).length === 1;
  };
  return carried.flatMap(({ event, to }) => {
    const meant = to.filter((state) => state !== first && isMeant(state));
    return meant.length === 0 ? [] : [{ event, to: meant }];
  });
}

interface Supposing {
  readonly life: Life;
  readonly facts: Facts;
  /** What was found of named conditions: one that is named a thousand times is looked at once. */
  readonly known: Map<string, boolean | null>;
}

/** Where an event may lead: each alternative whose guard can hold, up to the first that holds in any case. */
function reachable(supposing: Supposing, from: string, event: string): readonly string[] {
  const states = new Set<string>();
  for (const { target = from, guard } of waysFrom(supposing.life, from, 'on', event)) {
    const outcome = guard === undefined ? true : outcomeOf(supposing, { name: guard });
    if (outcome !== false) states.add(target);
    if (outcome === true) break;
  }
  return [...states];
}

/** Whether a condition holds whatever is typed; null where that is what decides. */
function outcomeOf(supposing: Supposing, condition: Condition): boolean | null {
  if ('name' in condition) return outcomeOfNamed(supposing, condition.name);
  if ('not' in condition) {
    const outcome = outcomeOf(supposing, condition.not);
    return outcome === null ? null : !outcome;
  }
  if ('all' in condition || 'any' in condition) {
    const isAll = 'all' in condition;
    const outcomes = (isAll ? condition.all : condition.any).map((part) => outcomeOf(supposing, part));
    // One that fails settles all of them, one that holds settles any.
    if (outcomes.includes(!isAll)) return !isAll;
    return outcomes.includes(null) ? null : isAll;
  }
  if ('field' in condition || 'of' in condition) return null;
  return unmet(supposing.life, condition, supposing.facts).length === 0;
}

function outcomeOfNamed(supposing: Supposing, name: string): boolean | null {
  const { life, known } = supposing;
  const found = known.get(name);
  if (found !== undefined) return found;
  const condition = Object.hasOwn(life.conditions, name) ? life.conditions[name] : undefined;
  if (!condition) throw new Error(`There is no condition ${name}`);
  const outcome = outcomeOf(supposing, condition);
  known.set(name, outcome);
  return outcome;
}
