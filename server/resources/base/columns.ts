import { isServerOwned, relationKey, wireNameOf, type Field } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';

/** How a value of a kind lies in the database. */
export type Storage = 'integer' | 'decimal' | 'text' | 'date' | 'timeOfDay' | 'switch' | 'list' | 'pairs' | 'ids' | 'secret';

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
  /** All that may be read; secrets are not among them. */
  readonly readable: readonly Column[];
  /** All but what the server alone writes; forms send those that are in a form, hooks set any. */
  readonly storable: readonly Column[];
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

export function storageOf(field: Field): Storage {
  switch (field.kind) {
    case 'id':
    case 'integer':
    case 'year':
    case 'money':
    case 'weigh':
    case 'version':
    case 'dateTime':
    case 'createTime':
    case 'updateTime':
    case 'parent':
    case 'remoteSelect':
      return 'integer';
    case 'number':
    case 'float':
      return 'decimal';
    case 'switch':
      return 'switch';
    case 'checkbox':
    case 'images':
    case 'files':
    case 'tags':
    case 'citySelect':
      return 'list';
    case 'remoteSelects':
      return 'list';
    case 'ruleTree':
      return 'ids';
    case 'array':
      return 'pairs';
    case 'date':
      return 'date';
    case 'time':
      return 'timeOfDay';
    case 'password':
      return 'secret';
    case 'mobile':
    case 'idNumber':
    case 'account':
    case 'variableName':
    case 'email':
    case 'localDateTime':
    case 'file':
    case 'image':
    case 'select':
    case 'radio':
    case 'string':
    case 'richText':
    case 'textarea':
    case 'iconSelect':
    case 'color':
      return 'text';
    default:
      return field satisfies never;
  }
}

export function columnsOf(resource: Resource): ColumnMap {
  const all = Object.entries(resource.fields).map(([key, field]): Column => ({
    key,
    field,
    name: wireNameOf(key, field),
    storage: storageOf(field),
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
    readable,
    storable: all.filter(({ field }) => !isServerOwned(field)),
    quickSearch: readable.filter(({ field }) => field.quickSearch === true),
    sortOrder: ofKind('weigh'),
    version: ofKind('version'),
    parent: ofKind('parent'),
    createTime: ofKind('createTime'),
    updateTime: ofKind('updateTime'),
    relations: readable.flatMap((column) =>
      column.field.kind === 'remoteSelect' ? [{ column, name: relationKey(column.key), of: column.field.of }] : [],
    ),
    manyRelations: readable.flatMap((column) =>
      column.field.kind === 'remoteSelects' ? [{ column, name: relationKey(column.key), of: column.field.of }] : [],
    ),
    find: (name) => byName.get(name),
  };
}

/** Long texts that no list shows; they are read with the record only. */
export const isHeavy = ({ field }: Column): boolean => (field.kind === 'richText' || field.kind === 'textarea') && field.list === 'never';
