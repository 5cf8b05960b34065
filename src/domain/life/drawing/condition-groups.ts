import type { Condition, Life } from '../life.ts';

/** How the parts of a group of conditions count: each holds, one does, none does, or not each. */
export const GROUPS = ['all', 'any', 'none', 'notAll'] as const;
export type GroupKind = (typeof GROUPS)[number];

export interface ConditionGroup {
  readonly kind: GroupKind;
  readonly parts: readonly Condition[];
}

/** Groups in each other below what an arrow asks; `LIFE_LIMITS.conditionDepth` counts those that are turned round twice. */
export const GROUPS_DEEP = 2;

/** A condition as a group; null where it is a single one. */
export function groupOf(condition: Condition): ConditionGroup | null {
  if ('all' in condition) return { kind: 'all', parts: condition.all };
  if ('any' in condition) return { kind: 'any', parts: condition.any };
  if (!('not' in condition)) return null;
  const { not } = condition;
  if ('all' in not) return { kind: 'notAll', parts: not.all };
  return { kind: 'none', parts: 'any' in not ? not.any : [not] };
}

/** A group as a condition, as shortly as the format has it. */
export function grouped(kind: GroupKind, parts: readonly Condition[]): Condition {
  const [only] = parts;
  switch (kind) {
    case 'all':
      return { all: parts };
    case 'any':
      return { any: parts };
    case 'none':
      return { not: only !== undefined && parts.length === 1 && groupOf(only) === null ? only : { any: parts } };
    case 'notAll':
      return { not: { all: parts } };
    default:
      return kind satisfies never;
  }
}

/** What these conditions ask, each of which has to hold: a name that means nothing stays as it is. */
export const conditionsAt = ({ conditions }: Pick<Life, 'conditions'>, names: readonly string[]): readonly Condition[] =>
  names.flatMap((name): readonly Condition[] => {
    const condition = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
    if (!condition) return [{ name }];
    return 'all' in condition ? condition.all : [condition];
  });
