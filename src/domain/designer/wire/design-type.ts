import type { FieldKind } from '../../fields/kinds/registry.ts';
import { isFraction, isInteger, isLongText, isOneWide, type FoundColumn } from '../found/found-table.ts';

/** What clients of the family call a field of a form. Source: wire protocol §5.18, "Design types". */
export type DesignType =
  | 'pk'
  | 'spk'
  | 'weigh'
  | 'timestamp'
  | 'string'
  | 'password'
  | 'number'
  | 'float'
  | 'radio'
  | 'checkbox'
  | 'switch'
  | 'textarea'
  | 'array'
  | 'datetime'
  | 'year'
  | 'date'
  | 'time'
  | 'select'
  | 'selects'
  | 'remoteSelect'
  | 'remoteSelects'
  | 'editor'
  | 'city'
  | 'image'
  | 'images'
  | 'file'
  | 'files'
  | 'icon'
  | 'color';

/** The kind of field that each is here. A snowflake key is none: keys are counted up. */
export const KIND_OF_TYPE: Readonly<Record<Exclude<DesignType, 'spk'>, FieldKind>> = {
  pk: 'id',
  weigh: 'sortOrder',
  timestamp: 'dateTime',
  string: 'string',
  password: 'password',
  number: 'integer',
  float: 'float',
  radio: 'radio',
  checkbox: 'checkbox',
  switch: 'switch',
  textarea: 'textarea',
  array: 'array',
  datetime: 'localDateTime',
  year: 'year',
  date: 'date',
  time: 'time',
  select: 'select',
  selects: 'checkbox',
  remoteSelect: 'remoteSelect',
  remoteSelects: 'remoteSelects',
  editor: 'richText',
  city: 'citySelect',
  image: 'image',
  images: 'images',
  file: 'file',
  files: 'files',
  icon: 'iconSelect',
  color: 'color',
};

/** And the other way round, for kinds that those clients do not know too. */
export const TYPE_OF_KIND: Readonly<Record<FieldKind, DesignType>> = {
  id: 'pk',
  sortOrder: 'weigh',
  version: 'number',
  createTime: 'timestamp',
  updateTime: 'timestamp',
  dateTime: 'timestamp',
  localDateTime: 'datetime',
  string: 'string',
  mobile: 'string',
  idNumber: 'string',
  account: 'string',
  variableName: 'string',
  email: 'string',
  password: 'password',
  secret: 'password',
  integer: 'number',
  money: 'number',
  number: 'float',
  float: 'float',
  radio: 'radio',
  select: 'select',
  checkbox: 'checkbox',
  tags: 'checkbox',
  switch: 'switch',
  textarea: 'textarea',
  richText: 'editor',
  array: 'array',
  year: 'year',
  date: 'date',
  time: 'time',
  parent: 'number',
  remoteSelect: 'remoteSelect',
  remoteSelects: 'remoteSelects',
  ruleTree: 'remoteSelects',
  citySelect: 'city',
  image: 'image',
  images: 'images',
  file: 'file',
  files: 'files',
  iconSelect: 'icon',
  color: 'color',
};

export const isDesignType = (name: string): name is DesignType => name === 'spk' || Object.hasOwn(KIND_OF_TYPE, name);

type Guess = readonly [type: DesignType, fits: (column: FoundColumn) => boolean];

const ends =
  (...endings: readonly string[]) =>
  ({ name }: FoundColumn): boolean =>
    endings.some((ending) => name.toLowerCase().endsWith(ending));
const isOf =
  (...types: readonly FoundColumn['type'][]) =>
  ({ type }: FoundColumn): boolean =>
    types.includes(type);
const TIMES: readonly string[] = ['createtime', 'updatetime', 'create_time', 'update_time'];

/** In their order: the first that fits counts. Source: wire protocol §5.18, "Guessing of `designType`". */
const GUESSES: readonly Guess[] = [
  ['pk', ({ name, isAuto }) => isAuto && name.toLowerCase().includes('id')],
  ['weigh', ({ name }) => name === 'weigh'],
  ['timestamp', ({ name }) => TIMES.includes(name)],
  ['switch', (column) => (isOf('tinyint', 'int', 'enum')(column) || isOneWide(column)) && ends('switch', 'toggle')(column)],
  ['editor', (column) => isLongText(column) && ends('content', 'editor')(column)],
  ['textarea', (column) => column.type === 'varchar' && ends('textarea', 'multiline', 'rows')(column)],
  ['array', ends('array')],
  ['timestamp', (column) => isInteger(column) && ends('time', 'datetime')(column)],
  ['datetime', isOf('datetime', 'timestamp')],
  ['date', isOf('date')],
  ['year', isOf('year')],
  ['time', isOf('time')],
  ['select', ends('select', 'list', 'data')],
  ['selects', ends('selects', 'multi', 'lists')],
  ['remoteSelect', ends('_id')],
  ['remoteSelects', ends('_ids')],
  ['city', ends('city')],
  ['image', ends('image', 'avatar')],
  ['images', ends('images', 'avatars')],
  ['file', ends('file')],
  ['files', ends('files')],
  ['icon', ends('icon')],
  ['radio', (column) => isOneWide(column) && ends('status', 'state', 'type')(column)],
  ['number', ends('number', 'int', 'num')],
  ['number', (column) => isInteger(column) || isFraction(column)],
  ['textarea', isLongText],
  ['radio', isOf('enum')],
  ['checkbox', isOf('set')],
  ['color', ends('color')],
];

/** What a column most likely is in a form. */
export const guessedType = (column: FoundColumn): DesignType => GUESSES.find(([, fits]) => fits(column))?.[0] ?? 'string';
