import { wireNameOf, type Field } from '../../fields/field.ts';
import { describedKind, type FieldKind } from '../../fields/kinds/registry.ts';
import type { Resource } from '../../table/resource.ts';
import { columnFor, fieldKeyOf, refusalOf, type Change, type DesignAct, type Drawing, type FieldTarget } from './design-act.ts';
import { performOnLife, withLifeInStep } from './design-life.ts';
import { renamedIn, withoutField } from './design-mentions.ts';
import { performOnOption } from './design-options.ts';
import { fieldOfPiece, plainField } from './design-pieces.ts';
import { forgetColumn, keepOptionsOf, renameColumn, type StoredFields } from './design-renames.ts';
import { inserted, movedInList, withFields } from './field-list.ts';

/**
 * The drawing after an act; the same where the act is refused.
 * @param stored the fields that a plan begins with
 */
export function perform(drawing: Drawing, act: DesignAct, stored: StoredFields): Drawing {
  if (refusalOf(drawing, act)) return drawing;
  // What a client of the family had drawn is no longer what is designed.
  const { wire: _drawnElsewhere, ...design } = drawing.design;
  const plain = { ...drawing, design };
  return withLifeInStep(plain, performPlain(plain, act, stored), act);
}

function performPlain(plain: Drawing, act: DesignAct, stored: StoredFields): Drawing {
  const { design } = plain;
  switch (act.type) {
    case 'field.added':
      return added(plain, act);
    case 'field.moved':
      return withFields(
        plain,
        movedInList(Object.entries(design.declaration.fields), ([key]) => key === act.key, act.to),
      );
    case 'field.renamed':
      return renamed(plain, act.key, fieldKeyOf(act.name), stored);
    case 'field.changed':
      return changed(plain, act);
    case 'field.removed':
      return removed(plain, act);
    case 'option.added':
    case 'option.moved':
    case 'option.renamed':
    case 'option.removed':
      return performOnOption(plain, act, stored);
    case 'section.changed':
      return { ...plain, design: { ...design, declaration: put(design.declaration, act) } };
    case 'shape.changed':
      return { ...plain, design: { ...design, shape: put(design.shape, act) } };
    case 'list.ordered':
      return { ...plain, design: { ...design, listOrder: act.keys } };
    case 'life.begun':
    case 'life.ended':
    case 'state.changed':
    case 'arrow.drawn':
    case 'arrow.changed':
    case 'arrow.removed':
    case 'event.renamed':
    case 'event.changed':
      return performOnLife(plain, act);
    default:
      return act satisfies never;
  }
}

const put = <Of extends object>(object: Of, { name, value }: Change): Of => {
  const { [name]: _before, ...others } = object as Record<string, unknown>;
  return (value === null || value === undefined ? others : { ...others, [name]: value }) as Of;
};

function added(drawing: Drawing, act: DesignAct & { readonly type: 'field.added' }): Drawing {
  const { declaration } = drawing.design;
  const entry = fieldOfPiece(act, declaration.fields);
  if (!entry) return drawing;
  const listOrder = drawing.design.listOrder && [...drawing.design.listOrder, entry[0]];
  const drawn = withFields(drawing, inserted(Object.entries(declaration.fields), entry, act.at));
  return {
    ...drawn,
    design: { ...drawn.design, ...(listOrder && { listOrder }), declaration: serving(drawn.design.declaration, entry[1].kind) },
  };
}

/** Some fields are there for what a list can do by them. */
function serving(declaration: Resource, kind: FieldKind): Resource {
  if (kind === 'parent') return { ...declaration, tree: true };
  if (kind !== 'sortOrder') return declaration;
  return {
    ...declaration,
    rowActions: declaration.rowActions.includes('sort') ? declaration.rowActions : ['sort', ...declaration.rowActions],
    defaultOrder: { field: 'weigh', direction: 'desc' },
  };
}

function renamed({ design, renames }: Drawing, from: string, to: string, stored: StoredFields): Drawing {
  const field = design.declaration.fields[from];
  if (!field || from === to) return { design, renames };
  const { column: before, ...own } = field;
  const after = columnFor(to, field);
  const renewed = (after === wireNameOf(to) ? own : { ...own, column: after }) as Field;
  return {
    design: renamedIn(design, { from, to, field: renewed, columnBefore: before ?? wireNameOf(from) }),
    renames: renameColumn(renames, before ?? wireNameOf(from), after, stored),
  };
}

function changed({ design, renames }: Drawing, { key, name, value }: FieldTarget & Change): Drawing {
  const { declaration } = design;
  const before = declaration.fields[key];
  if (!before) return { design, renames };
  const field = name === 'kind' ? asKind(before, value as FieldKind) : put(before, { name, value });
  const drawn = withFields(
    { design, renames },
    Object.entries(declaration.fields).map(([one, old]) => [one, one === key ? field : old]),
  );
  return { ...drawn, renames: keepOptionsOf(renames, wireNameOf(key, field), field) };
}

/** What the properties of a shape are called; the others are every field's. */
const OWN_PROPERTIES: readonly string[] = [
  'maxLength',
  'initial',
  'min',
  'max',
  'options',
  'optionLabels',
  'optionColors',
  'maxCount',
  'of',
  'shows',
  'outlivesRecord',
  'onDelete',
  'leavesOut',
];

/** What the new kind knows as well stays: another shape has other properties. */
function asKind(field: Field, kind: FieldKind): Field {
  const isAlike = describedKind(field).shape === describedKind({ kind }).shape;
  const kept = Object.entries(field).filter(([name]) => (isAlike && name !== 'initial') || !OWN_PROPERTIES.includes(name));
  return { ...plainField(kind), ...Object.fromEntries(kept), kind } as Field;
}

function removed({ design, renames }: Drawing, { key }: FieldTarget): Drawing {
  return {
    design: withoutField(design, key),
    renames: forgetColumn(renames, wireNameOf(key, design.declaration.fields[key])),
  };
}
