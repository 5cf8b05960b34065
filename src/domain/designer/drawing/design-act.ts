import { wireNameOf, type Field, type Fields } from '../../fields/field.ts';
import type { Texts } from '../../fields/kinds/base/declared.ts';
import type { FieldKind } from '../../fields/kinds/registry.ts';
import type { Issue } from '../../base/issue.ts';
import type { Resource } from '../../table/resource.ts';
import type { LifeAct } from '../../life/drawing/life-act.ts';
import { refusalOfLife, type WholeLifeAct } from './life-refusal.ts';
import { fieldOfPiece, type PieceName } from './design-pieces.ts';
import type { DesignShape, Renames, SectionDesign } from '../section-design.ts';

/** A design with what was done to names since that which is stored. */
export interface Drawing {
  readonly design: SectionDesign;
  readonly renames: Renames;
}

export interface FieldTarget {
  readonly key: string;
}
interface OfOption extends FieldTarget {
  readonly option: string;
}
/** A property by its name; `null` takes it away. */
export interface Change<Name extends string = string> {
  readonly name: Name;
  readonly value: unknown;
}

/** Properties of a section that are said in one go; what concerns its fields has acts of its own. */
export type SectionProperty = Exclude<keyof Resource, 'fields' | 'check' | 'shippedNames' | 'name'>;

/**
 * All that can be done to a design. Acts are plain data: a recorded session tells how a section was drawn. `at` and `to` are places in a
 * list from 0, those that the thing has afterwards; `of` is the section whose records a new field names, if it names any.
 */
export type DesignAct =
  | { readonly type: 'field.added'; readonly piece: PieceName; readonly at: number; readonly of?: string; readonly label?: Texts }
  | ({ readonly type: 'field.moved'; readonly to: number } & FieldTarget)
  | ({ readonly type: 'field.renamed'; readonly name: string } & FieldTarget)
  | ({ readonly type: 'field.changed' } & FieldTarget & Change)
  | ({ readonly type: 'field.removed' } & FieldTarget)
  | ({ readonly type: 'option.added' } & OfOption)
  | ({ readonly type: 'option.moved'; readonly to: number } & OfOption)
  | ({ readonly type: 'option.renamed'; readonly name: string } & OfOption)
  | ({ readonly type: 'option.removed' } & OfOption)
  | ({ readonly type: 'section.changed' } & Change<SectionProperty>)
  | ({ readonly type: 'shape.changed' } & Change<keyof DesignShape>)
  | { readonly type: 'list.ordered'; readonly keys: readonly string[] }
  | LifeAct
  | WholeLifeAct;

/** Every section has it, and calls name it. */
const KEY = 'id';
const FIELD_NAME = /^[a-z][a-zA-Z0-9]{0,40}$/u;
/** Kinds whose column has one name only. */
const COLUMNS_OF_KINDS: Partial<Record<FieldKind, string>> = { parent: 'pid', version: 'version', id: 'id' };

/** `starts_on` and `startsOn` are one name. */
export const fieldKeyOf = (name: string): string => name.trim().replaceAll(/_+([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());

const issue = (key: string, params?: Issue['params']): Issue => ({ key: `designer.issues.${key}`, ...(params && { params }) });

/** Why an act cannot be done, or null. What can be done and must not be published is told by the rules of designs. */
export function refusalOf({ design }: Drawing, act: DesignAct): Issue | null {
  const ofLife = refusalOfLife(design, act);
  return ofLife === null ? refusalOfPlain(design.declaration.fields, act) : issue(ofLife);
}

function refusalOfPlain(fields: Fields, act: DesignAct): Issue | null {
  switch (act.type) {
    case 'field.added':
      return fieldOfPiece(act, fields) ? null : issue('single');
    case 'field.moved':
    case 'field.removed':
      return has(fields, act) && (act.type === 'field.moved' || act.key !== KEY) ? null : issue('oneKey');
    case 'field.renamed':
      return has(fields, act) && act.key !== KEY ? nameRefusal(fields, act) : issue('oneKey');
    case 'field.changed':
      return has(fields, act) && (act.key !== KEY || act.name !== 'kind') ? null : issue('oneKey');
    case 'option.added':
      return optionsOf(fields, act).includes(act.option) ? issue('sameOptions') : optionIssue(act.option);
    case 'option.renamed':
      if (!optionsOf(fields, act).includes(act.option)) return issue('option');
      return act.name !== act.option && optionsOf(fields, act).includes(act.name) ? issue('sameOptions') : optionIssue(act.name);
    case 'option.moved':
    case 'option.removed':
      return optionsOf(fields, act).includes(act.option) ? null : issue('option');
    case 'list.ordered':
      return act.keys.every((key) => Object.hasOwn(fields, key)) ? null : issue('listOrder');
    case 'section.changed':
    case 'shape.changed':
    case 'life.begun':
    case 'life.ended':
    case 'state.changed':
    case 'arrow.drawn':
    case 'arrow.changed':
    case 'arrow.removed':
    case 'event.renamed':
    case 'event.changed':
      return null;
    default:
      return act satisfies never;
  }
}

const has = (fields: Fields, { key }: FieldTarget): boolean => Object.hasOwn(fields, key);

const optionIssue = (option: string): Issue | null => (/^[^\p{Cc},]{1,30}$/u.test(option) ? null : issue('option'));

function nameRefusal(fields: Fields, { key, name }: FieldTarget & { readonly name: string }): Issue | null {
  const wanted = fieldKeyOf(name);
  if (!FIELD_NAME.test(wanted)) return issue('column', { name });
  const column = columnFor(wanted, fields[key]);
  const twin = Object.entries(fields).find(([other, field]) => other !== key && (other === wanted || wireNameOf(other, field) === column));
  return twin ? issue('columnTaken', { name: column, field: twin[0] }) : null;
}

/** The column of a field that is given this key. */
export const columnFor = (key: string, field: Field | undefined): string => (field && COLUMNS_OF_KINDS[field.kind]) ?? wireNameOf(key);

const optionsOf = (fields: Fields, { key }: FieldTarget): readonly string[] => {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return field && 'options' in field ? field.options : [];
};
