import type { Texts } from '../../fields/kinds/base/declared.ts';
import { wireNameOf, type Field } from '../../fields/field.ts';
import { describedKind, type FieldKind } from '../../fields/kinds/registry.ts';
import { fieldKeyOf } from '../drawing/design-act.ts';
import { guessedType, KIND_OF_TYPE } from '../wire/design-type.ts';
import { readWireComment } from '../wire/wire-comment.ts';
import { isFraction, isInteger, isLongText, isShortText, type FoundColumn } from '../found/found-table.ts';

/** What is known when a column is read as a field. */
export interface FieldSight {
  /** The language that comments are taken for. */
  readonly language: 'zh-cn' | 'en';
  /** The section whose records lie in a table. */
  readonly sectionOf: (table: string) => string | undefined;
  /** Values stand in the column already and stay: only what they can be without being read anew is proposed. */
  readonly isStanding: boolean;
}

export interface FoundField {
  readonly key: string;
  readonly field: Field;
}

/** Why a column is no field. Messages: `designer.left.…`. */
export type LeftReason = 'name' | 'type';

const FIELD_KEY = /^[a-z][a-zA-Z0-9]{0,40}$/u;
const CREATED = new Set(['create_time', 'createtime', 'created_at', 'created']);
const UPDATED = new Set(['update_time', 'updatetime', 'updated_at', 'updated']);

/** `userName` → `user_name`: how a column of ours would be called. */
const snake = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/gu, '$1_$2').toLowerCase();
const words = (name: string): string => {
  const text = snake(name).replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const labelFrom = (comment: string, name: string, language: FieldSight['language']): Texts =>
  comment === '' ? { en: words(name) } : { [language]: comment.slice(0, 100) };

/** What a column is as a field of a section. */
export function foundField(column: FoundColumn, sight: FieldSight): FoundField | LeftReason {
  const name = sight.isStanding ? column.name : snake(column.name);
  const plain = fieldKeyOf(name);
  if (!FIELD_KEY.test(plain) || (sight.isStanding && !/^[a-z][a-z0-9_]{1,40}$/u.test(name))) return 'name';
  const own = fieldOf(column, name, sight);
  if (own === null) return 'type';
  const { title } = readWireComment(column.comment);
  const key = keyFor(plain, own.kind);
  const field = { ...own, label: labelFrom(title, column.name, sight.language) } as Field;
  return { key, field: wireNameOf(key) === name ? field : { ...field, column: name } };
}

/** A field that names records is called by them: the joined record stands beside it under the name without its ending. */
function keyFor(key: string, kind: FieldKind): string {
  if (kind === 'remoteSelect' && !key.endsWith('Id')) return `${key}TableId`;
  if (kind === 'parent') return 'parentId';
  return key;
}

interface Drawn {
  readonly kind: FieldKind;
  readonly [property: string]: unknown;
}

function fieldOf(column: FoundColumn, name: string, sight: FieldSight): Drawn | null {
  if (isInteger(column)) {
    if (name === 'weigh') return { kind: 'sortOrder', sortable: true, list: 'hidden' };
    if (name === 'version') return { kind: 'version', list: 'never' };
    if (name === 'pid') return { kind: 'parent', list: 'never' };
  }
  if (isInteger(column) || column.type === 'timestamp' || column.type === 'datetime') {
    if (CREATED.has(name)) return { kind: 'createTime', sortable: true, search: 'range' };
    if (UPDATED.has(name)) return { kind: 'updateTime', sortable: true, list: 'hidden' };
  }
  const kind = kindOf(column, sight);
  if (kind === null) return null;
  const isRequired =
    !column.isNullable && (column.default.is === 'none' || (sight.isStanding && describedKind({ kind }).storage !== 'text'));
  return {
    kind,
    ...(isRequired && kind !== 'switch' && { required: true }),
    ...choicesOf(column, kind),
    ...initialOf(column, kind),
    ...(kind === 'string' && column.length !== null && { maxLength: Math.max(1, column.length) }),
    ...(kind === 'remoteSelect' && { of: targetOf(column, sight) ?? '' }),
    ...SEEN[kind],
  };
}

/** How a field of a kind is searched and sorted unless somebody says otherwise. */
const SEEN: Partial<Record<FieldKind, object>> = {
  string: { search: 'text' },
  integer: { sortable: true, search: 'range' },
  number: { sortable: true, search: 'range' },
  year: { sortable: true, search: 'range' },
  date: { sortable: true, search: 'range' },
  dateTime: { sortable: true, search: 'range' },
  switch: { search: 'select' },
  radio: { search: 'select' },
  select: { search: 'select' },
  remoteSelect: { search: 'select' },
};

const YES_OR_NO = ['0', '1'];
const optionsOf = (column: FoundColumn): readonly string[] => column.options ?? [...readWireComment(column.comment).labels.keys()];
const isYesOrNo = (options: readonly string[]): boolean => options.length === 2 && YES_OR_NO.every((one) => options.includes(one));
/** As options of a field may be. */
const areOptions = (options: readonly string[]): boolean =>
  options.length > 0 && options.length <= 200 && options.every((option) => /^[^\p{Cc},]{1,30}$/u.test(option));

/** The section whose records a column names: by what the database says, or by its name. */
function targetOf({ name, references }: FoundColumn, { sectionOf }: FieldSight): string | undefined {
  if (references !== null) return sectionOf(references);
  const [, stem] = /^(\w+)_id$/u.exec(snake(name)) ?? [];
  return stem === undefined ? undefined : (sectionOf(stem) ?? sectionOf(`x_${stem}`));
}

function kindOf(column: FoundColumn, sight: FieldSight): FieldKind | null {
  const options = optionsOf(column);
  const guessed = guessedType(column);
  if (isInteger(column)) {
    if (targetOf(column, sight) !== undefined) return 'remoteSelect';
    if (guessed === 'switch' || isYesOrNo(options) || (column.type === 'tinyint' && column.length === 1 && options.length === 0))
      return 'switch';
    if (areOptions(options) && !sight.isStanding) return 'select';
    return guessed === 'timestamp' ? 'dateTime' : 'integer';
  }
  if (column.type === 'set') return areOptions(options) ? 'checkbox' : null;
  if (areOptions(options)) return guessed === 'radio' ? 'radio' : 'select';
  if (isLongText(column)) return guessed === 'editor' ? 'richText' : 'textarea';
  if (isShortText(column)) return shortKind(column, sight);
  return KIND_OF_COLUMN[column.type] ?? null;
}

/** Lists lie otherwise in a table of ours than as a text: values that stand would have to be read anew. */
function shortKind(column: FoundColumn, { isStanding }: FieldSight): FieldKind {
  const kind = KIND_OF_TYPE[guessedType(column) as keyof typeof KIND_OF_TYPE];
  const { storage, shape } = describedKind({ kind });
  const isPlain = shape === 'text' && storage === 'text' && kind !== 'password' && kind !== 'localDateTime';
  if (isPlain) return kind;
  const isList = kind === 'citySelect' || kind === 'images' || kind === 'files' || kind === 'array';
  return isList && !isStanding ? kind : 'string';
}

const KIND_OF_COLUMN: Partial<Record<FoundColumn['type'], FieldKind>> = {
  decimal: 'number',
  float: 'number',
  double: 'number',
  date: 'date',
  time: 'time',
  year: 'year',
  datetime: 'dateTime',
  timestamp: 'dateTime',
};

function choicesOf(column: FoundColumn, kind: FieldKind): object {
  if (describedKind({ kind }).shape !== 'choice') return {};
  const { labels } = readWireComment(column.comment);
  const options = optionsOf(column);
  const named = options.flatMap((option) =>
    labels.has(option) ? [[option, { 'zh-cn': labels.get(option), en: labels.get(option) }]] : [],
  );
  return { options: [...new Set(options)], ...(named.length > 0 && { optionLabels: Object.fromEntries(named) as object }) };
}

function initialOf(column: FoundColumn, kind: FieldKind): object {
  const value = column.default.is === 'value' ? column.default.value : null;
  if (kind === 'switch') return { initial: value === '1' || value === 'true' };
  if (value === null || value === '') return {};
  const { shape } = describedKind({ kind });
  if (shape === 'number') return Number.isFinite(Number(value)) ? { initial: Number(value) } : {};
  if (shape === 'text') return isFraction(column) ? {} : { initial: value };
  const options = optionsOf(column);
  if (kind === 'checkbox') return { initial: value.split(',').filter((one) => options.includes(one)) };
  return shape === 'choice' && options.includes(value) ? { initial: value } : {};
}
