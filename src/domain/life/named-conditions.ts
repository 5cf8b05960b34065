import type { Condition, Life } from './life.ts';

/** Names that a condition asks for. */
const namedIn = (condition: Condition): readonly string[] => {
  if ('name' in condition) return [condition.name];
  if ('not' in condition) return namedIn(condition.not);
  return 'all' in condition || 'any' in condition ? ('all' in condition ? condition.all : condition.any).flatMap(namedIn) : [];
};

/** Names that these conditions ask for, and those that stand behind them. */
export function namedFrom(conditions: Life['conditions'], asking: readonly Condition[]): ReadonlySet<string> {
  const names = new Set(asking.flatMap(namedIn));
  // What is added while the set is walked is walked as well.
  for (const name of names) for (const one of namedIn((Object.hasOwn(conditions, name) && conditions[name]) || { all: [] })) names.add(one);
  return names;
}
