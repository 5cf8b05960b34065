import { wireNameOf } from '#domain/fields/field';
import { fieldKeyOf, refusalOf, type Drawing } from '#domain/designer/drawing/design-act';
import type { StoredTableShape } from '#domain/designer/column-shape';
import type { StepAct } from '#domain/designer/plan-step';
import { everyObject, treeParts, type TableObject } from '#domain/designer/table-objects';
import type { Catalogue, CatalogueColumn } from '../../db/sections/catalogue.ts';
import { differencesOf, type Difference } from '../../db/sections/drift.ts';
import { fieldOfType, storageOf } from './column-type.ts';

/** One thing that somebody changed by hand, and what can be done about it. */
export interface DriftQuestion {
  /** Such as `drift:column:colour`; choices name it. */
  readonly id: string;
  readonly what: Difference['what'] | 'table';
  readonly name: string;
  readonly expected: string | null;
  readonly found: string | null;
  readonly acts: readonly StepAct[];
  /** What the design says of it, where it does. */
  readonly object?: TableObject | undefined;
}

interface Standing {
  readonly drawing: Drawing;
  /** The shape that was published last. */
  readonly shape: StoredTableShape;
  readonly expected: Catalogue;
  readonly found: Catalogue | null;
}

const BOTH: readonly StepAct[] = ['refuse', 'putBack', 'takeOver'];
const BACK: readonly StepAct[] = ['refuse', 'putBack'];

/** What has to be settled before a table changes; what went along with a column is part of it. */
export function driftQuestions(standing: Standing): readonly DriftQuestion[] {
  const { shape, expected, found } = standing;
  const differences = differencesOf(expected, found);
  if (differences.length === 0) return [];
  if (found === null)
    return [{ id: `drift:table:${shape.table}`, what: 'table', name: shape.table, expected: shape.table, found: null, acts: BACK }];
  const gone = new Set(differences.flatMap(({ what, name, found: there }) => (what === 'column' && there === null ? [name] : [])));
  if (gone.has('pid')) gone.add('parent_id');
  const constraints = new Set([...expected.constraints, ...found.constraints].map(({ name }) => name));
  const objects = new Map(everyObject(shape).map((object) => [object.name, object]));
  return differences.flatMap((difference): readonly DriftQuestion[] => {
    const { what, name } = difference;
    const object = objects.get(name);
    // The index of a constraint is told with it, and what lay on a column that is gone went with it.
    if (what === 'index' && constraints.has(name)) return [];
    if (what !== 'column' && difference.found === null && wentWith(standing, name, object, gone)) return [];
    if (what === 'column' && name === 'parent_id' && gone.has('pid')) return [];
    const acts = what === 'column' ? actsOfColumn(standing, difference) : actsOfObject(difference, object);
    return [{ id: `drift:${what}:${name}`, ...difference, acts, object }];
  });
}

function wentWith({ shape, expected }: Standing, name: string, object: TableObject | undefined, gone: ReadonlySet<string>): boolean {
  if (object) return object.columns.some((column) => gone.has(column));
  const { parent, index } = treeParts(shape.table);
  if (name === parent || name === index) return gone.has('parent_id');
  const definition = [...expected.constraints, ...expected.indexes].find((one) => one.name === name)?.definition ?? '';
  return [...gone].some((column) => new RegExp(`\\b${column}\\b`, 'u').test(definition));
}

/** What the section could not work without is put back or nothing. */
const actsOfObject = ({ expected, found }: Difference, object: TableObject | undefined): readonly StepAct[] =>
  expected !== null && found === null && (object === undefined || object.kind === 'check' || object.kind === 'tree') ? BACK : BOTH;

function actsOfColumn({ drawing, shape, found }: Standing, { name, expected, found: there }: Difference): readonly StepAct[] {
  const column = shape.columns.find((one) => one.name === name);
  if (expected === null) return BOTH;
  // The key is how everything names a record; without it there is nothing that could be put right.
  if (column?.isKey) return ['refuse'];
  if (!column) return BACK;
  if (there === null) {
    const key = keyOfColumn(drawing, name);
    return key !== undefined && refusalOf(drawing, { type: 'field.removed', key }) === null ? BOTH : BACK;
  }
  const now = columnIn(found, name);
  const isOther = now !== undefined && now.type !== column.type;
  return !isOther ||
    (keyOfColumn(drawing, name) !== undefined && fieldOfType(now.type) !== null && storageOf(now.type, column.storage) !== null)
    ? BOTH
    : BACK;
}

export const columnIn = (catalogue: Catalogue | null, name: string): CatalogueColumn | undefined =>
  catalogue?.columns.find((column) => column.name === name);

/** The field of the draft that has a column of the published table, whatever it is called now. */
export function keyOfColumn({ design, renames }: Drawing, column: string): string | undefined {
  const name = renames.columns[column] ?? column;
  return Object.entries(design.declaration.fields).find(([key, field]) => wireNameOf(key, field) === name)?.[0];
}

/** Under which name a column that somebody added could be a field; nothing where the design has one of that name. */
export function freeFieldKey({ design }: Drawing, column: string): string | undefined {
  const key = fieldKeyOf(column);
  const { fields } = design.declaration;
  const isTaken = Object.entries(fields).some(([name, field]) => name === key || wireNameOf(name, field) === column);
  return isTaken || wireNameOf(key) !== column || !/^[a-z][a-zA-Z0-9]{0,40}$/u.test(key) ? undefined : key;
}
