import type { Field, Fields } from '../../fields/field.ts';
import { describedKind } from '../../fields/kinds/registry.ts';
import { lifeRefusal, STATE_NAME, type LifeAct } from '../../life/drawing/life-act.ts';
import { LIFE_LIMITS } from '../../life/life.ts';
import type { SectionDesign } from '../section-design.ts';

/** A life begins over a choice field that is there, or over a new one; it ends, and its field stays. */
export type WholeLifeAct = { readonly type: 'life.begun'; readonly field: string | null } | { readonly type: 'life.ended' };

export type ChoiceField = Extract<Field, { readonly options: readonly string[] }>;

/** A field with a single choice of its own. */
export const singleChoice = (field: Field | undefined): ChoiceField | null =>
  field && 'options' in field && describedKind(field).shape === 'choice' && !Array.isArray(describedKind(field).initial) ? field : null;

/** Fields that a life can begin over: their options can be names of states. */
export const livingFields = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([key, field]) => (singleChoice(field)?.options.every((one) => STATE_NAME.test(one)) ? [key] : []));

/** Acts of all kinds are refused by their own file, which this one does not know. */
interface SomeAct {
  readonly type: string;
}
interface NamedOption extends SomeAct {
  readonly key: string;
  readonly option: string;
  readonly name?: string;
}

const isWhole = (act: SomeAct): act is WholeLifeAct => act.type === 'life.begun' || act.type === 'life.ended';
const isOfLife = (act: SomeAct): act is LifeAct => /^(?:state|arrow|event)\./u.test(act.type);
const isNamedOption = (act: SomeAct): act is NamedOption => act.type.startsWith('option.');

/** Whether an act leaves the states as they are, and the fields: nothing else is drawn of a section of the program. */
export const isOnLifeAlone = (act: SomeAct & { readonly name?: unknown }): boolean =>
  isOfLife(act) && !(act.type === 'state.changed' && act.name === 'initial');

/** Why a life cannot be drawn so, as the name of an issue; null where it can, or where the act is about no life. */
export function refusalOfLife({ declaration: { life, fields } }: SectionDesign, act: SomeAct): string | null {
  if (isWhole(act)) {
    if (act.type === 'life.ended') return life ? null : 'life.none';
    if (life) return 'life.begun';
    return act.field === null || livingFields(fields).includes(act.field) ? null : 'life.field';
  }
  if (isOfLife(act)) {
    const refusal = life ? lifeRefusal(life, act) : 'none';
    return refusal === null ? null : `life.${refusal}`;
  }
  if (!life || !isNamedOption(act) || act.key !== life.field) return null;
  if (act.type === 'option.removed') return Object.keys(life.chart.states).length > 1 ? null : 'life.lastState';
  if (act.type === 'option.moved') return null;
  if (act.type === 'option.added' && Object.keys(life.chart.states).length >= LIFE_LIMITS.states) return 'life.tooMany';
  return STATE_NAME.test(act.name ?? act.option) ? null : 'life.stateName';
}
