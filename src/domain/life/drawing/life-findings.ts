import type { Fields } from '../../fields/field.ts';
import { lifeFindings, type Finding } from '../life-check.ts';
import type { Life } from '../life.ts';
import { optionFindings } from '../option-check.ts';
import { sentFindings, type LifeOf } from '../related-check.ts';
import { arrowId, arrowsOf, transitionAt, type LifePart } from './life-parts.ts';

/** What is wrong with a life, by the part at which it is said. */
export interface FoundInLife {
  /** By the name of the state. */
  readonly states: ReadonlyMap<string, readonly Finding[]>;
  /** By the id of the arrow. */
  readonly arrows: ReadonlyMap<string, readonly Finding[]>;
  /** Of the life as a whole, and of what no part names. */
  readonly whole: readonly Finding[];
}

/** The places of the check that a part answers for. */
function placesOf(life: Life, part: LifePart): readonly string[] {
  if ('state' in part) {
    const holds = life.chart.states[part.state]?.meta?.holds ?? [];
    return [`states.${part.state}`, ...holds.map((name) => `conditions.${name}`)];
  }
  const { from, by, name } = part.arrow;
  const { guard, actions = [] } = transitionAt(life, part.arrow) ?? {};
  return [
    `states.${from}.${by}.${name}`,
    `${by === 'on' ? 'events' : 'delays'}.${name}`,
    ...(guard === undefined ? [] : [`conditions.${guard}`]),
    ...actions.map((one) => `effects.${one}`),
  ];
}

const unknown = (): undefined => undefined;

/** Looks at a life that is drawn over these fields. @param lifeOf what is known of the sections whose records it leads on */
export function foundIn(life: Life, fields: Fields, lifeOf: LifeOf): FoundInLife {
  const found = [...lifeFindings(life, fields), ...sentFindings(life, fields, lifeOf), ...optionFindings(life, fields, unknown)];
  const byPlace = Map.groupBy(found, ({ at }) => at);
  const told = new Set<string>();
  const of = (part: LifePart): readonly Finding[] =>
    placesOf(life, part).flatMap((place) => {
      told.add(place);
      return byPlace.get(place) ?? [];
    });
  const states = new Map(Object.keys(life.chart.states).map((state) => [state, of({ state })] as const));
  const arrows = new Map(arrowsOf(life).map((arrow) => [arrowId(arrow), of({ arrow })] as const));
  return { states, arrows, whole: [...byPlace].flatMap(([place, found]) => (told.has(place) ? [] : found)) };
}

/** What is wrong at one part. */
export const foundAt = ({ states, arrows }: FoundInLife, part: LifePart): readonly Finding[] =>
  ('state' in part ? states.get(part.state) : arrows.get(arrowId(part.arrow))) ?? [];
