import { rightsOf } from '../life/life.ts';
import { lifeFindings } from '../life/life-check.ts';
import { relatedFindings } from '../life/related-check.ts';
import type { Issue } from '../base/issue.ts';
import { initialValueOf, isInForm, wireNameOf, type Field } from '../fields/field.ts';
import { describedKind, type FieldKind } from '../fields/kinds/registry.ts';
import { pagePathOf, type Resource } from '../table/resource.ts';
import { columnShapeOf } from './column-shape.ts';
import type { SectionDesign } from './section-design.ts';
import { isReservedWord } from './sql-names.ts';
import { TREE_COLUMN } from './table-shape.ts';

export const DESIGN_BOUNDS = { fields: 60, relations: 10, indexes: 8, options: 200 } as const;

/** Names of tables and columns. */
export const DESIGN_NAME = /^[a-z][a-z0-9_]{1,40}$/u;
/** Tables of sections that were drawn here. */
export const DESIGN_TABLE = /^x_[a-z][a-z0-9_]{0,38}$/u;

/** Of the server's own; `refused_…` too. A column of such a name could not be told from them in a call. */
const WIRE_WORDS = new Set([
  'ids',
  'children',
  'change',
  'version',
  'search',
  'order',
  'life',
  'board',
  'place',
  'values',
  'rows',
  'columns',
]);
const OWN_PREFIXES = ['refused_', 'gone_', 'aside_', 'own_'];

/** What is wrong, and where: `name`, `fields.<key>`, `unique.0`. The first of a place counts. */
export interface DesignIssue extends Issue {
  readonly at: string;
}

export interface DesignWorld {
  /** Whether a table is the program's or the database's. */
  readonly isCoreTable: (name: string) => boolean;
  /** The sections there are, without the one that is designed. */
  readonly others: readonly OtherSection[];
  /** Controllers of calls that are no sections, in lower case. */
  readonly controllers: ReadonlySet<string>;
  /** Tables that were there before and that sections may be over. */
  readonly imported: ReadonlySet<string>;
  /** What stands in the menu or answers in the back office, without what is of the designed section. */
  readonly places: readonly TakenPath[];
  /** Where the section answers already, in lower case; null before it is published. */
  readonly ownPath: string | null;
}

/** Browsers do not know its life. */
export interface OtherSection extends Pick<Resource, 'name' | 'controller' | 'table' | 'fields' | 'life'> {
  /** Its records cannot be named while it pauses. */
  readonly isPaused?: boolean;
  /** Whether whoever designs may not read all of its records: then nothing may show them. */
  readonly isClosed?: boolean;
}

export interface TakenPath {
  /** Such as `auth/admin/edit`, in lower case. */
  readonly path: string;
  /** A directory of the menu gives no right: sections may lie in it. */
  readonly isDirectory: boolean;
}

const issue = (at: string, key: string, params?: Issue['params']): DesignIssue => ({
  at,
  key: `designer.issues.${key}`,
  ...(params && { params }),
});

/** What keeps a design from being published; nothing where it may. */
export function designIssues(design: SectionDesign, world: DesignWorld): readonly DesignIssue[] {
  const { declaration } = design;
  return [
    ...nameIssues(declaration, world),
    ...wholeIssues(declaration),
    ...fieldIssues(declaration, world),
    ...shapeIssues(design),
    ...lifeIssues(declaration, world),
  ];
}

/** A rule's name has 50 characters, and the longest of a section ends with `/sortable`. */
export const LONGEST_PATH = 41;

const isBelow = (path: string, other: string): boolean => path.startsWith(`${other}/`);

/** What the pages and rights of a section at this address could be mistaken for: rules are granted by their names alone. */
function mistakenFor(path: string, { places, ownPath }: DesignWorld): string | undefined {
  if (path === ownPath) return undefined;
  return places.find((one) => one.path === path || isBelow(one.path, path) || (!one.isDirectory && isBelow(path, one.path)))?.path;
}

function menuIssues({ menu }: Resource, { places }: DesignWorld): readonly DesignIssue[] {
  const name = typeof menu?.under === 'object' ? menu.under.name.toLowerCase() : undefined;
  const taken = places.some((one) => one.path === name && !one.isDirectory);
  return taken && name !== undefined ? [issue('menu', 'menuTaken', { name })] : [];
}

function nameIssues(resource: Resource, world: DesignWorld): readonly DesignIssue[] {
  const { name, controller, table, label } = resource;
  const { isCoreTable, others, controllers, imported } = world;
  const found: DesignIssue[] = [];
  if (!/^[a-z][a-zA-Z0-9]{1,40}$/u.test(name)) found.push(issue('name', 'name'));
  else if (others.some((other) => other.name === name)) found.push(issue('name', 'nameTaken'));
  if (isCoreTable(table)) found.push(issue('table', 'coreTable', { table }));
  else if (!imported.has(table) && !DESIGN_TABLE.test(table)) found.push(issue('table', 'table'));
  else if (others.some((other) => other.table === table)) found.push(issue('table', 'tableTaken'));
  const own = controller.toLowerCase();
  if (!/^[a-z][a-zA-Z0-9]*(?:\.[A-Za-z][a-zA-Z0-9]*)*$/u.test(controller) || controller.length > LONGEST_PATH)
    found.push(issue('controller', 'controller', { max: LONGEST_PATH }));
  else if (controllers.has(own) || others.some((other) => other.controller.toLowerCase() === own))
    found.push(issue('controller', 'controllerTaken'));
  else {
    const mistaken = mistakenFor(pagePathOf(resource).toLowerCase(), world);
    if (mistaken !== undefined) found.push(issue('controller', 'controllerOverlaps', { name: mistaken }));
  }
  found.push(...menuIssues(resource, world));
  if (!hasText(label)) found.push(issue('label', 'label'));
  return found;
}

const hasText = (label: Resource['label']): boolean => Object.values(label ?? {}).some((text) => text.trim() !== '');

function wholeIssues({ fields, titleField, titleIn = {}, defaultOrder, dataLimit, tree }: Resource): readonly DesignIssue[] {
  const found: DesignIssue[] = [];
  const all = Object.entries(fields);
  const kinds = all.map(([, { kind }]) => kind);
  if (all.length > DESIGN_BOUNDS.fields) found.push(issue('fields', 'tooManyFields', { max: DESIGN_BOUNDS.fields }));
  if (all.filter(([, field]) => 'of' in field).length > DESIGN_BOUNDS.relations)
    found.push(issue('fields', 'tooManyRelations', { max: DESIGN_BOUNDS.relations }));
  if (kinds.filter((kind) => kind === 'id').length !== 1 || fields['id']?.kind !== 'id') found.push(issue('fields', 'oneKey'));
  const title = fields[titleField];
  if (!title || describedKind(title).storage === 'secret') found.push(issue('titleField', 'titleField'));
  for (const key of Object.values(titleIn)) {
    const own = fields[key];
    if (!own || describedKind(own).storage !== 'text') found.push(issue('titleIn', 'titleField'));
  }
  const order = fields[defaultOrder.field];
  if (!order || !isOrdered(order)) found.push(issue('defaultOrder', 'defaultOrder'));
  if (tree && !kinds.includes('parent')) found.push(issue('tree', 'tree'));
  const owner = dataLimit?.ownerColumn;
  if (owner !== undefined && !isFreeColumn(owner)) found.push(issue('dataLimit', 'column', { name: owner }));
  if (dataLimit?.rule === 'ownGroups' || dataLimit?.rule === 'ownRules') found.push(issue('dataLimit', 'dataLimit'));
  return found;
}

/** Whether values of the field have an order that an index can have too. */
const isOrdered = (field: Field): boolean => {
  const { storage, isLong } = describedKind(field);
  return storage !== 'secret' && storage !== 'list' && storage !== 'pairs' && storage !== 'ids' && isLong !== true;
};

const isFreeColumn = (name: string): boolean =>
  DESIGN_NAME.test(name) &&
  !isReservedWord(name) &&
  !WIRE_WORDS.has(name) &&
  !OWN_PREFIXES.some((prefix) => name.startsWith(prefix)) &&
  name !== 'parent_id';

/** Kinds that a table has a fixed column for. */
const FIXED_COLUMNS: Partial<Record<FieldKind, string>> = { id: 'id', parent: TREE_COLUMN, version: 'version' };
const SINGLE: readonly FieldKind[] = ['id', 'sortOrder', 'version', 'parent', 'createTime', 'updateTime'];

function fieldIssues(own: Resource, { others }: DesignWorld): readonly DesignIssue[] {
  const found: DesignIssue[] = [];
  const { fields } = own;
  const columns = new Map<string, string>();
  const single = new Set<FieldKind>();
  for (const [key, field] of Object.entries(fields)) {
    const name = wireNameOf(key, field);
    const add = (what: string, params?: Issue['params']): void => void found.push(issue(`fields.${key}`, what, params));
    const fixed = FIXED_COLUMNS[field.kind];
    if (fixed !== undefined && name !== fixed) add('fixedColumn', { name: fixed });
    else if (fixed === undefined && !isFreeColumn(name)) add('column', { name });
    const twin = columns.get(name);
    if (twin !== undefined) add('columnTaken', { name, field: twin });
    columns.set(name, key);
    if (SINGLE.includes(field.kind)) {
      if (single.has(field.kind)) add('single');
      single.add(field.kind);
    }
    // A secret's hash lies elsewhere, where only the program's own sections put it.
    if (field.kind === 'ruleTree' || describedKind(field).storage === 'secret') add('kind');
    if (isInForm(field) && !hasText(field.label)) add('fieldLabel');
    found.push(...choiceIssues(key, field), ...relationIssues(key, field, own, others));
  }
  return found;
}

function choiceIssues(key: string, field: Field): readonly DesignIssue[] {
  if (!('options' in field)) return [];
  const at = `fields.${key}`;
  if (field.options.length === 0) return [issue(at, 'noOptions')];
  if (field.options.length > DESIGN_BOUNDS.options) return [issue(at, 'tooManyOptions', { max: DESIGN_BOUNDS.options })];
  if (new Set(field.options).size < field.options.length) return [issue(at, 'sameOptions')];
  // A comma divides several in one text on the wire.
  if (field.options.some((option) => !/^[^\p{Cc},]{1,30}$/u.test(option))) return [issue(at, 'option')];
  const initial = [initialValueOf(field)].flat().filter((one) => one !== '' && one !== null);
  return initial.every((one) => field.options.includes(String(one))) ? [] : [issue(at, 'initialOption')];
}

function relationIssues(key: string, field: Field, own: Resource, others: DesignWorld['others']): readonly DesignIssue[] {
  if (!('of' in field)) return [];
  const at = `fields.${key}`;
  const target = field.of === own.name ? own : others.find(({ name, isPaused }) => name === field.of && isPaused !== true);
  if (!target) return [issue(at, 'noSection', { name: field.of })];
  if (target !== own && 'isClosed' in target && target.isClosed) return [issue(at, 'closedSection', { name: field.of })];
  const shown = 'shows' in field ? (field.shows ?? []) : [];
  const missing = shown.find((one) => !target.fields[one] || describedKind(target.fields[one]).storage === 'secret');
  if (missing !== undefined) return [issue(at, 'shows', { name: missing })];
  // The joined record stands beside the fields in rows.
  const joined = key.replace(/Ids?$/u, '');
  return joined === key || own.fields[joined] ? [issue(at, 'relationName', { name: joined })] : [];
}

/** The longest name of a rule. */
const RULE_NAME = 50;

/** What keeps its life from running; names of rights are as long as the table of rules allows. */
/** A right that the life asks for whose rule would have too long a name. */
export const tooLongRight = (resource: Resource): string | undefined =>
  resource.life && rightsOf(resource.life).find((right) => pagePathOf(resource).length + 1 + right.length > RULE_NAME);

function lifeIssues(resource: Resource, { others }: DesignWorld): readonly DesignIssue[] {
  const { life, fields } = resource;
  if (!life) return [];
  const tooLong = tooLongRight(resource);
  return [
    ...[
      ...lifeFindings(life, fields),
      ...relatedFindings(life, fields, (name) =>
        name === resource.name ? resource : others.find((one) => one.name === name && !one.isClosed),
      ),
    ]
      .filter(({ level }) => level === 'error')
      .map(({ at, what, name }) => issue(`life.${at}`, `life.${what}`, { name: name ?? '' })),
    ...(tooLong === undefined ? [] : [issue('life.events', 'life.rightTooLong', { name: tooLong })]),
  ];
}

function shapeIssues({ declaration: { fields }, shape, listOrder }: SectionDesign): readonly DesignIssue[] {
  const found: DesignIssue[] = [];
  if (shape.unique.length + shape.indexes.length > DESIGN_BOUNDS.indexes)
    found.push(issue('indexes', 'tooManyIndexes', { max: DESIGN_BOUNDS.indexes }));
  for (const kind of ['unique', 'indexes'] as const) {
    const seen = new Set<string>();
    shape[kind].forEach((keys, index) => {
      const at = `${kind}.${index}`;
      const isFine = keys.length > 0 && keys.length <= 5 && new Set(keys).size === keys.length;
      if (!isFine || keys.some((key) => !fields[key] || !isOrdered(fields[key]) || isEndless(key, fields[key])))
        found.push(issue(at, 'indexFields'));
      if (seen.has(keys.join(','))) found.push(issue(at, 'sameIndex'));
      seen.add(keys.join(','));
    });
  }
  if (listOrder?.some((key) => !fields[key])) found.push(issue('listOrder', 'listOrder'));
  return found;
}

/** The longest text that an index can hold for certain. */
const INDEXED_LENGTH = 255;
const isEndless = (key: string, field: Field): boolean => {
  const shape = columnShapeOf(key, field);
  if (shape?.storage !== 'text' || shape.options !== null || describedKind(field).matches !== undefined) return false;
  const limit = 'maxLength' in field ? field.maxLength : undefined;
  return (limit ?? describedKind(field).maxLength ?? INDEXED_LENGTH) > INDEXED_LENGTH;
};
