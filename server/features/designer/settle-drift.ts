import { goneColumn, loosen, rename } from '#domain/designer/alter-column';
import { columnShapeOf, type ColumnShape, type StoredTableShape } from '#domain/designer/column-shape';
import type { Drawing } from '#domain/designer/drawing/design-act';
import { perform } from '#domain/designer/drawing/design-acts';
import type { StepAct, Choices, Step } from '#domain/designer/plan-step';
import { safeStep } from '#domain/designer/plan-step';
import type { SectionDesign } from '#domain/designer/section-design';
import { ident } from '#domain/designer/sql-names';
import { addStatements, dropStatements, everyObject, type TableObject } from '#domain/designer/table-objects';
import type { Field } from '#domain/fields/field';
import type { Catalogue, CatalogueColumn } from '../../db/sections/catalogue.ts';
import { columnIn, driftQuestions, freeFieldKey, keyOfColumn, type DriftQuestion } from './drift-questions.ts';
import { fieldOfType, storageOf } from './column-type.ts';

export interface Settled {
  /** The draft, with what was taken over. */
  readonly design: SectionDesign;
  /** The shape that the table has before the rest of the plan; null where there is no table. */
  readonly from: StoredTableShape | null;
  /** One for each difference, ahead of the rest of the plan. */
  readonly steps: readonly Step[];
  /** Those of them that nobody has settled. */
  readonly open: readonly Step[];
}

interface Drifted {
  readonly drawing: Drawing;
  readonly published: SectionDesign;
  readonly shape: StoredTableShape;
  readonly expected: Catalogue;
  readonly found: Catalogue | null;
  readonly choices: Choices;
  readonly revision: number;
}

/**
 * What somebody changed by hand, as part of the plan: the plan begins with the table as it stands, so that whatever the design says and the
 * table has not is put back by its ordinary steps; where a difference is taken over, the design says it too. Nothing is dropped, and what
 * is put back is counted and may refuse like any other step.
 */
export function settleDrift(drifted: Drifted): Settled {
  const { drawing, shape, found, choices } = drifted;
  const questions = driftQuestions(drifted);
  const actOf = ({ id, acts }: DriftQuestion): StepAct => {
    const act = choices[id]?.act ?? 'refuse';
    return acts.includes(act) ? act : 'refuse';
  };
  // What nobody has settled is tried as if it were put back.
  const steps = questions.map((question) => stepOf(question, actOf(question) === 'takeOver' ? 'takeOver' : 'putBack', drifted));
  const open = steps.filter((_, index) => questions[index] && actOf(questions[index]) === 'refuse');
  if (found === null && questions.length > 0) return { design: drawing.design, from: null, steps, open };
  const taken = questions.filter((question) => actOf(question) === 'takeOver');
  const design = taken.reduce((now, question) => takenOver(now, question, drifted), drawing).design;
  return { design, from: questions.reduce((now, question) => standing(now, question, actOf(question), drifted), shape), steps, open };
}

/** The shape of a table that is to go or to wait, as much of it as is still there. */
export function standingShape(shape: StoredTableShape, found: Catalogue): StoredTableShape {
  const names = namesIn(found);
  return { ...shape, lacks: everyObject(shape).flatMap(({ name }) => (names.has(name) ? [] : [name])) };
}

const namesIn = (found: Catalogue | null): ReadonlySet<string> =>
  new Set([...(found?.constraints ?? []), ...(found?.indexes ?? []), ...(found?.triggers ?? [])].map(({ name }) => name));

const objectsOfColumn = (objects: readonly TableObject[], column: string): readonly TableObject[] =>
  objects.filter(({ columns }) => columns.includes(column));

/** What the table has of it, before anything is put back. */
function standing(shape: StoredTableShape, question: DriftQuestion, act: StepAct, { found }: Drifted): StoredTableShape {
  const { what, name, object } = question;
  const lacking = (names: readonly string[]): StoredTableShape => ({ ...shape, lacks: [...(shape.lacks ?? []), ...names] });
  if (what !== 'column') {
    if (!object || (act === 'takeOver' && question.found !== null) || partOf(question)) return shape;
    if (act === 'takeOver') return lacking([object.name]);
    // What a text may be is judged by its rows again.
    const unchecked = shape.columns.map((column) =>
      object.kind === 'check' && object.columns.includes(column.name) ? { ...column, options: null } : column,
    );
    return { ...lacking([object.name]), columns: unchecked };
  }
  const without = (): StoredTableShape => ({
    ...lacking(objectsOfColumn(everyObject(shape), name).map((one) => one.name)),
    columns: shape.columns.filter((column) => column.name !== name),
  });
  const now = columnIn(found, name);
  const before = shape.columns.find((column) => column.name === name);
  if (!before) {
    const isField = act === 'takeOver' && now && fieldOfType(now.type);
    return isField ? { ...shape, columns: [...shape.columns, shapeOfColumn(now, fieldOfType(now.type))] } : shape;
  }
  if (!now || isForeign(now, before)) return without();
  const expected = { isNullable: now.isNullable, default: sameDefault(now, before) };
  const storage = storageOf(now.type, before.storage) ?? before.storage;
  const isKept = act === 'takeOver' && now.type === before.type;
  return isKept
    ? shape
    : { ...shape, columns: shape.columns.map((one) => (one === before ? { ...before, ...expected, type: now.type, storage } : one)) };
}

/** Parts of a tree, and what keeps a list a list, are put back as they were. */
const partOf = ({ object, expected }: DriftQuestion): boolean =>
  object === undefined || object.kind === 'tree' || (object.kind === 'check' && object.detail === 'array' && expected !== null);

/** A type that no section has: the column waits, and another takes its place. */
const isForeign = ({ type }: CatalogueColumn, { storage }: ColumnShape): boolean => storageOf(type, storage) === null;

/** The database writes a default in its own words; those that mean the same stay as they were. */
const sameDefault = ({ default: found }: CatalogueColumn, { default: own }: ColumnShape): string | null =>
  found !== null && own !== null && plain(found) === plain(own) ? own : found;
const plain = (value: string): string =>
  value
    .replaceAll(/::[a-z ]+(?:\(\d+(?:,\d+)?\))?/gu, '')
    .replaceAll(/[()"\s]/gu, '')
    .toLowerCase();

const shapeOfColumn = ({ name, type, isNullable, default: value }: CatalogueColumn, field: Field | null): ColumnShape => ({
  ...((field && columnShapeOf(name, { ...field, column: name })) ?? {
    storage: 'text',
    options: null,
    isKey: false,
    isRequired: false,
  }),
  name,
  type,
  isNullable,
  default: value,
});

function takenOver(
  drawing: Drawing,
  { what, name, object, expected, found: there }: DriftQuestion,
  { found, published }: Drifted,
): Drawing {
  const stored = published.declaration.fields;
  const key = keyOfColumn(drawing, name);
  if (what === 'column' && there === null) return key === undefined ? drawing : perform(drawing, { type: 'field.removed', key }, stored);
  const field = what === 'column' ? fieldOfType(columnIn(found, name)?.type ?? '') : null;
  if (what === 'column' && expected === null) {
    const free = freeFieldKey(drawing, name);
    return field && free !== undefined ? withField(drawing, free, { ...field, label: { en: name } }) : drawing;
  }
  if (what === 'column' && field && key !== undefined) {
    const before = drawing.design.declaration.fields[key];
    const isSame = before && columnShapeOf(key, before)?.type === columnIn(found, name)?.type;
    return !before || isSame ? drawing : withField(drawing, key, ofType(before, field));
  }
  return object && there === null ? withoutObject(drawing, object) : drawing;
}

/** A text keeps its kind where only its length changed. */
function ofType(before: Field, field: Field): Field {
  const { label, column, list, form, hint, widthPx } = before;
  if (before.kind === 'string' && field.kind === 'string' && 'maxLength' in field) return { ...before, maxLength: field.maxLength };
  const common = { label, column, list, form, hint, widthPx };
  return { ...field, ...Object.fromEntries(Object.entries(common).filter(([, value]) => value !== undefined)) };
}

function withField({ design, renames }: Drawing, key: string, field: Field): Drawing {
  const { declaration } = design;
  return { renames, design: { ...design, declaration: { ...declaration, fields: { ...declaration.fields, [key]: field } } } };
}

function withoutObject(drawing: Drawing, { kind, columns }: TableObject): Drawing {
  const { design, renames } = drawing;
  const keys = columns.map((column) => keyOfColumn(drawing, column));
  const { shape } = design;
  const others = (lists: typeof shape.unique) => lists.filter((list) => list.join(',') !== keys.join(','));
  if (kind === 'unique') return { renames, design: { ...design, shape: { ...shape, unique: others(shape.unique) } } };
  if (kind === 'index') return { renames, design: { ...design, shape: { ...shape, indexes: others(shape.indexes) } } };
  const [key = ''] = keys;
  const field = design.declaration.fields[key];
  // Nobody watches over it any more: its records may go before those that name them.
  return kind === 'foreignKey' && field ? withField(drawing, key, { ...field, outlivesRecord: true } as Field) : drawing;
}

function stepOf(question: DriftQuestion, act: StepAct, drifted: Drifted): Step {
  const { id, what, name, expected, found, acts } = question;
  const said = `${expected ?? '–'} → ${found ?? '–'}`;
  const step = safeStep({ id, kind: 'settle', subject: name, detail: said, sql: [], inverse: [] });
  const whole: Step = { ...step, class: 'mayRefuse', acts };
  if (act !== 'putBack' || what === 'table') return whole;
  return what === 'column' ? columnBack(whole, question, drifted) : { ...whole, ...objectBack(question, drifted) };
}

/** A column that nobody designed, or whose type no section has, waits as one that was dropped does. */
function columnBack(step: Step, { name }: DriftQuestion, { shape, found, expected, revision }: Drifted): Step {
  const now = columnIn(found, name);
  const before = shape.columns.find((column) => column.name === name);
  if (!now) return columnIn(expected, name)?.isGenerated === true ? { ...step, sql: [parentColumn(shape.table)] } : step;
  if (before && !isForeign(now, before)) return step;
  const as = goneColumn(name, revision);
  const own = shapeOfColumn(now, fieldOfType(now.type));
  const names = namesIn(found);
  const objects = objectsOfColumn(everyObject(shape), name).filter((object) => names.has(object.name));
  return {
    ...step,
    class: 'loses',
    concerns: `${ident(name)} is not null`,
    sql: [
      ...objects.flatMap((object) => dropStatements(shape.table, object)),
      rename(shape.table, name, as),
      ...(now.isGenerated ? [] : loosen(shape.table, as, own)),
    ],
    inverse: [rename(shape.table, as, name)],
    keeps: { column: name, as, shape: own },
  };
}

const parentColumn = (table: string): string =>
  `alter table ${ident(table)} add column parent_id bigint generated always as (nullif(pid, 0)) stored`;

function objectBack(question: DriftQuestion, { shape, found }: Drifted): Pick<Step, 'sql' | 'inverse'> {
  const { what, name, expected, object } = question;
  const table = ident(shape.table);
  const drop = {
    constraint: `alter table ${table} drop constraint ${ident(name)}`,
    index: `drop index ${ident(name)}`,
    trigger: `drop trigger ${ident(name)} on ${table}`,
    column: '',
    table: '',
  }[what];
  const isThere = question.found !== null;
  const add = (definition: string): string =>
    what === 'constraint' ? `alter table ${table} add constraint ${ident(name)} ${definition}` : definition;
  const made =
    expected === null || (object && !partOf(question))
      ? []
      : object && object.kind !== 'tree'
        ? addStatements(shape.table, object)
        : [add(expected)];
  const was = isThere && found ? [add(question.found)] : [];
  return { sql: [...(isThere ? [drop] : []), ...made], inverse: [...(made.length > 0 ? [drop] : []), ...was] };
}
