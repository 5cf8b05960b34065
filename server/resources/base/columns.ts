import { isServerOwned, relationKey, wireNameOf, type Field } from '#domain/fields/field';
import type { Storage } from '#domain/fields/kinds/base/kind';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';

export interface Column {
  readonly key: string;
  readonly field: Field;
  /** Name in the database and on the wire. */
  readonly name: string;
  readonly storage: Storage;
}

/** A resource's columns, built once from its declaration: what stands not here cannot occur in a query. Source: security.md rule 13. */
export interface ColumnMap {
  readonly id: Column;
  readonly title: Column;
  /** Those that name a record to readers of other languages. */
  readonly titleIn: readonly Column[];
  /** All that may be read; secrets are not among them. */
  readonly readable: readonly Column[];
  /** What rows of lists tell: all of these but long texts that no list shows. */
  readonly listed: readonly Column[];
  readonly secrets: readonly Column[];
  /** All but what the server alone writes; forms send those that are in a form, hooks set any. */
  readonly storable: readonly Column[];
  /** The same with the order weight, which a write may give. */
  readonly writable: readonly Column[];
  readonly quickSearch: readonly Column[];
  readonly sortOrder: Column | undefined;
  readonly version: Column | undefined;
  readonly parent: Column | undefined;
  readonly createTime: Column | undefined;
  readonly updateTime: Column | undefined;
  /** Fields that name a record of another resource. */
  readonly relations: readonly RelationColumn[];
  /** Fields that name several records of another resource. */
  readonly manyRelations: readonly RelationColumn[];
  /** Days and times of nobody's clock: rows tell by null that there is none, which a write says by an empty text. Source: wire protocol §0.3, §5.7. */
  readonly days: readonly Column[];
  /** What nobody is told of but those who may edit records. */
  readonly ofEditors: readonly Column[];
  /** A readable column by its wire name or field key. */
  find(name: string): Column | undefined;
}

interface RelationColumn {
  readonly column: Column;
  /** Name of the joined record in rows. */
  readonly name: string;
  /** Name of the other resource. */
  readonly of: string;
}

const WHOLE: ReadonlySet<Storage> = new Set(['integer', 'seconds', 'cents', 'record', 'parent']);

/** Whether the column is one of whole numbers. */
export const isWholeNumber = ({ storage }: Pick<Column, 'storage'>): boolean => WHOLE.has(storage);

export function columnsOf(resource: Resource): ColumnMap {
  const all = Object.entries(resource.fields).map(([key, field]): Column => ({
    key,
    field,
    name: wireNameOf(key, field),
    storage: describedKind(field).storage,
  }));
  const names = new Set(all.map((column) => column.name));
  if (names.size < all.length) throw new Error(`${resource.name}: two fields share a column`);
  const readable = all.filter((column) => column.storage !== 'secret');
  const byName = new Map([
    ...readable.map((column) => [column.key, column] as const),
    ...readable.map((column) => [column.name, column] as const),
  ]);
  const ofKind = (kind: Field['kind']): Column | undefined => all.find((column) => column.field.kind === kind);
  const need = (column: Column | undefined, what: string): Column => {
    if (!column) throw new Error(`${resource.name}: there is no ${what}`);
    return column;
  };
  return {
    id: need(ofKind('id'), 'field of kind `id`'),
    title: need(byName.get(resource.titleField), `readable field ${resource.titleField}`),
    titleIn: Object.values(resource.titleIn ?? {}).flatMap((key) => byName.get(key) ?? []),
    readable,
    listed: readable.filter((column) => !isHeavy(column)),
    secrets: all.filter((column) => column.storage === 'secret'),
    storable: all.filter(({ field }) => !isServerOwned(field)),
    writable: all.filter(({ field }) => !isServerOwned(field) || field.kind === 'sortOrder'),
    quickSearch: readable.filter(({ field }) => field.quickSearch === true),
    sortOrder: ofKind('sortOrder'),
    version: ofKind('version'),
    parent: ofKind('parent'),
    createTime: ofKind('createTime'),
    updateTime: ofKind('updateTime'),
    relations: readable.flatMap((column) =>
      'of' in column.field && describedKind(column.field).beside === 'record'
        ? [{ column, name: relationKey(column.key), of: column.field.of }]
        : [],
    ),
    manyRelations: readable.flatMap((column) =>
      'of' in column.field && describedKind(column.field).beside === 'titles'
        ? [{ column, name: relationKey(column.key), of: column.field.of }]
        : [],
    ),
    days: readable.filter(({ storage, field }) => storage === 'date' || storage === 'timeOfDay' || field.kind === 'localDateTime'),
    ofEditors: readable.filter(({ field }) => field.query === 'byEditors'),
    find: (name) => byName.get(name),
  };
}

export const isLong = ({ field }: Column): boolean => describedKind(field).isLong === true;

/** Long texts that no list shows; they are read with the record only. */
export const isHeavy = (column: Column): boolean => isLong(column) && column.field.list === 'never';
