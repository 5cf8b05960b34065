import type { AnyRecord, Field } from '../../fields/field.ts';
import { wireNameOf } from '../../fields/field.ts';
import { isSameValue } from '../../base/same-value.ts';
import { conflictingFields, mergeRecord, type Side } from '../../table/record-changes.ts';
import type { Life } from '../../life/life.ts';
import type { Resource } from '../../table/resource.ts';
import type { DesignShape, Renames, SectionDesign } from '../section-design.ts';
import type { Drawing } from './design-act.ts';

const under = (name: string, of: object) => Object.entries(of).map(([key, value]) => [`${name}.${key}`, value as unknown] as const);

/**
 * Two people who draw one section: a design as a record of places, so that it is merged by the rules of any other record. `fields.<key>`
 * is a field, `order` the keys in the order of the form, `shape.<name>` and `section.<name>` the properties of these; of a life each state is a
 * place with what leads on from it, and so is each event, condition, time and effect.
 */
export function placesOf({ declaration, shape, listOrder, takesTable }: SectionDesign): AnyRecord {
  const { fields, life, ...section } = declaration;
  return {
    ...Object.fromEntries([
      ...under('section', section),
      ...under('shape', shape),
      ...under('fields', fields),
      ...under('life', placesOfLife(life)),
    ]),
    order: Object.keys(fields),
    listOrder: listOrder ?? null,
    takesTable: takesTable ?? null,
  };
}

const LIFE_LISTS = ['events', 'conditions', 'delays', 'effects'] as const;

function placesOfLife(life: Life | undefined): AnyRecord {
  if (!life) return {};
  const { field, chart } = life;
  return {
    field,
    id: chart.id,
    initial: chart.initial,
    ...Object.fromEntries([...under('states', chart.states), ...LIFE_LISTS.flatMap((list) => under(list, life[list]))]),
  };
}

/** There is a life where it has a field: what one side has drawn of it is nothing where the other has ended it. */
function lifeOf(places: AnyRecord): Life | undefined {
  const { field, id, initial } = places as { readonly field?: string; readonly id?: string; readonly initial?: string };
  if (field === undefined) return undefined;
  const states = partsUnder(places, 'states') as Life['chart']['states'];
  const lists = Object.fromEntries(LIFE_LISTS.map((list) => [list, partsUnder(places, list)])) as unknown as Pick<
    Life,
    (typeof LIFE_LISTS)[number]
  >;
  return { field, chart: { id: id ?? 'life', initial: initial ?? '', states }, ...lists };
}

const partsUnder = (places: AnyRecord, name: string): AnyRecord =>
  Object.fromEntries(
    Object.entries(places).flatMap(([place, value]) =>
      place.startsWith(`${name}.`) && value !== null && value !== undefined ? [[place.slice(name.length + 1), value] as const] : [],
    ),
  );

function designOf(places: AnyRecord): SectionDesign {
  const under = (name: string): AnyRecord => partsUnder(places, name);
  const life = lifeOf(under('life'));
  const fields = under('fields') as Readonly<Record<string, Field>>;
  const order = inOrder(places['order'] as readonly string[], Object.keys(fields));
  const listOrder = places['listOrder'] as readonly string[] | null;
  return {
    declaration: {
      ...under('section'),
      ...(life && { life }),
      fields: Object.fromEntries(order.flatMap((key) => (fields[key] ? [[key, fields[key]]] : []))),
    } as unknown as Resource,
    shape: under('shape') as unknown as DesignShape,
    ...(listOrder && { listOrder: inOrder(listOrder, Object.keys(fields)) }),
    ...(places['takesTable'] === true && { takesTable: true as const }),
  };
}

/** In the order that is wanted as far as it is known; what it does not name comes last. */
const inOrder = (wanted: readonly string[], keys: readonly string[]): readonly string[] => [
  ...wanted.filter((key) => keys.includes(key)),
  ...keys.filter((key) => !wanted.includes(key)),
];

/** Every place of one that any has: a field that is gone differs from one that is there. */
function aligned(designs: readonly SectionDesign[]): readonly AnyRecord[] {
  const all = designs.map(placesOf);
  const places = [...new Set(all.flatMap((one) => Object.keys(one)))];
  return all.map((one) => Object.fromEntries(places.map((place) => [place, one[place] ?? null])));
}

interface Sides {
  /** What both began with. */
  readonly loaded: Drawing;
  readonly mine: Drawing;
  readonly theirs: Drawing;
}

/** Places that both changed, and differently. */
export function disputedPlaces({ loaded, mine, theirs }: Sides): readonly string[] {
  const [before = {}, own = {}, current = {}] = aligned([loaded.design, mine.design, theirs.design]);
  // In which order fields stand is merged by itself.
  return conflictingFields(before, own, current).filter((place) => place !== 'order' && place !== 'listOrder');
}

/** Theirs with what I did put on it, except where a place's side is theirs. */
export function mergeDrawings({ loaded, mine, theirs }: Sides, sides: Readonly<Record<string, Side>>): Drawing {
  const [before = {}, own = {}, current = {}] = aligned([loaded.design, mine.design, theirs.design]);
  const design = designOf(mergeRecord(before, own, current, sides));
  return { design, renames: mergeRenames(design, mine.renames, theirs.renames) };
}

/** Nobody's rename is lost as long as its field is there; of two for one column mine counts. */
function mergeRenames({ declaration: { fields } }: SectionDesign, mine: Renames, theirs: Renames): Renames {
  const there = new Set(Object.entries(fields).map(([key, field]) => wireNameOf(key, field)));
  const columns: Record<string, string> = {};
  for (const [old, now] of [...Object.entries(mine.columns), ...Object.entries(theirs.columns)])
    if (there.has(now) && columns[old] === undefined && !Object.values(columns).includes(now)) columns[old] = now;
  const options = Object.fromEntries(
    [...there].flatMap((column) => {
      const both = { ...theirs.options[column], ...mine.options[column] };
      return Object.keys(both).length === 0 ? [] : [[column, both] as const];
    }),
  );
  return { columns, options };
}

/** Whether two drawings are the same down to the order of their fields, which a record does not tell. */
export const isSameDrawing = (one: Drawing, other: Drawing): boolean =>
  one === other || (isSameValue(placesOf(one.design), placesOf(other.design)) && isSameValue(one.renames, other.renames));
