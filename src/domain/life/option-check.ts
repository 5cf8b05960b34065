import type { Field, Fields } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import { leavesOf, type Leaf, type Life, type Plain } from './life.ts';
import type { Finding } from './life-check.ts';
import { relatedSection } from './related-section.ts';

/**
 * Values that conditions compare and effects set and that are none of their field's options: no record has them, so that what asks for one
 * never holds, and what asks for another always does. A life that runs goes on with them; it is not published so.
 * @param fieldsOf those of another section, or of the own one, where they are known
 */
export function optionFindings(life: Life, fields: Fields, fieldsOf: (section: string) => Fields | undefined): readonly Finding[] {
  return [
    ...Object.entries(life.conditions).flatMap(([name, condition]) =>
      leavesOf(condition).flatMap((leaf) => wrong(`conditions.${name}`, askedField(leaf, fields, fieldsOf), comparedIn(leaf))),
    ),
    ...Object.entries(life.effects).flatMap(([name, effect]) =>
      'set' in effect && 'value' in effect.to ? wrong(`effects.${name}`, at(fields, effect.set), [effect.to.value]) : [],
    ),
  ];
}

const wrong = (where: string, field: Field | undefined, values: readonly (Plain | null)[]): readonly Finding[] =>
  values
    .filter((value) => field && isNoOption(field, value))
    .map((value) => ({ level: 'error', at: where, what: 'optionUnknown', name: String(value) }));

const at = (fields: Fields | undefined, key: string): Field | undefined => (fields && Object.hasOwn(fields, key) ? fields[key] : undefined);

function askedField(leaf: Leaf, fields: Fields, fieldsOf: (section: string) => Fields | undefined): Field | undefined {
  if ('field' in leaf) return at(fields, leaf.field);
  return 'of' in leaf ? at(fieldsOf(relatedSection(fields, leaf.of)), leaf.its) : undefined;
}

const comparedIn = (leaf: Leaf): readonly Plain[] => ('values' in leaf ? leaf.values : 'value' in leaf ? [leaf.value] : []);

/** Nothing at all can be compared with and set, too. */
const isNoOption = (field: Field, value: Plain | null): boolean =>
  'options' in field &&
  describedKind(field).storage !== 'list' &&
  typeof value === 'string' &&
  value !== '' &&
  !field.options.includes(value);
