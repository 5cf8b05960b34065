import { ident, literal, objectName } from './sql-names.ts';
import type { StoredTableShape } from './column-shape.ts';

/** What a table has beside its columns, each with a name of its own. */
export interface TableObject {
  readonly kind: 'check' | 'unique' | 'index' | 'foreignKey' | 'tree';
  readonly name: string;
  readonly columns: readonly string[];
  /** What it says, apart from its names. */
  readonly detail: string;
}

const LIST_STORAGES = new Set(['list', 'pairs']);

/** Unique among the rows that have a value: an empty text is none, and there may be many. */
const GIVEN = 'given';

const mayBeEmpty = (columns: StoredTableShape['columns'], [only = '', ...more]: readonly string[]): boolean =>
  more.length === 0 && columns.some(({ name, storage, isRequired }) => name === only && storage === 'text' && !isRequired);

export const objectsOf = (shape: StoredTableShape): readonly TableObject[] =>
  everyObject(shape).filter(({ name }) => shape.lacks?.includes(name) !== true);

/** Also those that the table lacks. */
export function everyObject({ table, columns, unique, indexes, foreignKeys, isTree }: StoredTableShape): readonly TableObject[] {
  const checks = columns.flatMap(({ name, storage, options }): TableObject[] => {
    const detail = LIST_STORAGES.has(storage) ? 'array' : options ? `in (${options.map(literal).join(', ')})` : '';
    return detail === '' ? [] : [{ kind: 'check', name: objectName(table, [name], 'check'), columns: [name], detail }];
  });
  const lists = (kind: 'unique' | 'index', all: readonly (readonly string[])[]): TableObject[] =>
    all.map((of) => ({
      kind,
      name: objectName(table, of, kind),
      columns: of,
      detail: kind === 'unique' && mayBeEmpty(columns, of) ? GIVEN : '',
    }));
  const keys = foreignKeys.map(({ column, table: target }): TableObject => ({
    kind: 'foreignKey',
    name: objectName(table, [column], 'exists'),
    columns: [column],
    detail: target,
  }));
  const tree: TableObject[] = isTree ? [{ kind: 'tree', name: objectName(table, [], 'no_cycle'), columns: ['pid'], detail: table }] : [];
  return [...checks, ...lists('unique', unique), ...lists('index', indexes), ...keys, ...tree];
}

const columnList = (columns: readonly string[]): string => `(${columns.map(ident).join(', ')})`;

const add = (table: string, name: string, what: string): string => `alter table ${ident(table)} add constraint ${ident(name)} ${what}`;

/** Names of the further parts of a tree. */
export const treeParts = (table: string) => ({
  parent: objectName(table, ['parent_id'], 'exists'),
  index: objectName(table, [], 'parent'),
});

export function addStatements(table: string, { kind, name, columns, detail }: TableObject): readonly string[] {
  const [first = ''] = columns;
  switch (kind) {
    case 'check':
      return [
        add(table, name, detail === 'array' ? `check (jsonb_typeof(${ident(first)}) = 'array')` : `check (${ident(first)} ${detail})`),
      ];
    case 'unique':
      return detail === GIVEN
        ? [`create unique index ${ident(name)} on ${ident(table)} ${columnList(columns)} where ${ident(first)} <> ''`]
        : [add(table, name, `unique ${columnList(columns)}`)];
    case 'index':
      return [`create index ${ident(name)} on ${ident(table)} ${columnList(columns)}`];
    case 'foreignKey':
      return [add(table, name, `foreign key ${columnList(columns)} references ${ident(detail)} (id)`)];
    case 'tree': {
      const { parent, index } = treeParts(detail);
      return [
        // 0 is the root on the wire, so the foreign key stands on a derived column where the root is null.
        `alter table ${ident(table)} add column parent_id bigint generated always as (nullif(pid, 0)) stored`,
        add(table, parent, `foreign key (parent_id) references ${ident(table)} (id)`),
        `create index ${ident(index)} on ${ident(table)} (parent_id)`,
        `create trigger ${ident(name)} before update of pid on ${ident(table)} for each row when (new.pid <> 0) execute function refuse_tree_cycle()`,
      ];
    }
    default:
      return kind satisfies never;
  }
}

const isBareIndex = ({ kind, detail }: TableObject): boolean => kind === 'index' || detail === GIVEN;

export function dropStatements(table: string, object: TableObject): readonly string[] {
  const { kind, name } = object;
  if (isBareIndex(object)) return [`drop index ${ident(name)}`];
  if (kind === 'tree') return [`drop trigger ${ident(name)} on ${ident(table)}`, `alter table ${ident(table)} drop column parent_id`];
  return [`alter table ${ident(table)} drop constraint ${ident(name)}`];
}

/** Which rows stand against it, as a condition; null where none can. */
export function offenders(table: string, { kind, columns, detail }: TableObject): string | null {
  const [first = ''] = columns.map(ident);
  const own = columns.map(ident).join(', ');
  switch (kind) {
    case 'check':
      return detail === 'array' ? null : `${first} not ${detail}`;
    case 'unique': {
      const where = detail === GIVEN ? ` where ${first} <> ''` : '';
      return `(${own}) in (select ${own} from ${ident(table)}${where} group by ${own} having count(*) > 1)`;
    }
    case 'foreignKey':
      return `${first} is not null and not exists (select from ${ident(detail)} as named where named.id = ${ident(table)}.${first})`;
    case 'tree':
      return `pid <> 0 and not exists (select from ${ident(table)} as above where above.id = ${ident(table)}.pid)`;
    case 'index':
      return null;
    default:
      return kind satisfies never;
  }
}

/** The table has its new name already. */
export function renameStatements(table: string, from: TableObject, to: TableObject): readonly string[] {
  if (from.name === to.name) return [];
  if (isBareIndex(to)) return [`alter index ${ident(from.name)} rename to ${ident(to.name)}`];
  if (to.kind !== 'tree') return [`alter table ${ident(table)} rename constraint ${ident(from.name)} to ${ident(to.name)}`];
  const [old, own] = [treeParts(from.detail), treeParts(to.detail)];
  return [
    `alter table ${ident(table)} rename constraint ${ident(old.parent)} to ${ident(own.parent)}`,
    `alter index ${ident(old.index)} rename to ${ident(own.index)}`,
    `alter trigger ${ident(from.name)} on ${ident(table)} rename to ${ident(to.name)}`,
  ];
}
