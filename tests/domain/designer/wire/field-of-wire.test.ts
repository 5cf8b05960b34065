import { describe, expect, it } from 'vitest';
import type { Field, Fields } from '#domain/fields/field';
import type { WireField } from '#domain/designer/wire-design';
import { defaultOf, fieldOfWire, isOn, type WireSight } from '#domain/designer/wire/field-of-wire';

const GOODS = { title: { kind: 'string' }, price: { kind: 'money', column: 'price_cents' }, key: { kind: 'secret' } } as unknown as Fields;

const wire = (designType: string, some: Partial<WireField> = {}): WireField => ({
  title: '',
  name: 'tea_size',
  type: 'varchar',
  length: 0,
  precision: 0,
  defaultType: 'NONE',
  null: false,
  primaryKey: false,
  unsigned: false,
  autoIncrement: false,
  comment: 'Size',
  designType,
  table: {},
  form: {},
  ...some,
});

const sight = (stored: Readonly<Record<string, readonly [string, Field]>> = {}): WireSight => ({
  language: 'en',
  sectionMeant: ({ table, file, url }) => (table === 'x_goods' || file === 'goods.ts' || url === '/admin/goods' ? 'goods' : undefined),
  fieldsOf: (section) => (section === 'goods' ? GOODS : {}),
  fieldAt: (column) => (Object.hasOwn(stored, column) ? stored[column] : undefined),
});

const drawn = (designType: string, some: Partial<WireField> = {}, stored: Field | null = null) =>
  fieldOfWire(wire(designType, some), sight(stored ? { tea_size: ['teaSize', stored] } : {}));
const issue = (name: string, params?: object) => ({ key: `designer.issues.${name}`, ...(params && { params }) });
const label = { en: 'Size' };

const remote = (form: WireField['form']) => ({ name: 'goods_id', form });

describe('a field that a client has drawn', () => {
  it.each([
    ['string', {}, { kind: 'string' }],
    ['string', { form: { validator: ['required', 'mobile'] } }, { kind: 'mobile', required: true }],
    ['string', { form: { validator: 'varName, email' } }, { kind: 'variableName' }],
    ['string', { form: { validator: 'toString' } }, { kind: 'string' }],
    ['string', { form: { validator: 7 } }, { kind: 'string' }],
    ['string', { dataType: 'varchar(20)', length: 30 }, { kind: 'string', maxLength: 20 }],
    ['string', { dataType: 'char(20)' }, { kind: 'string', maxLength: 20 }],
    ['string', { length: 30 }, { kind: 'string', maxLength: 30 }],
    ['string', { dataType: 'text', length: 30 }, { kind: 'string' }],
    ['string', { type: 'text', length: 30 }, { kind: 'string' }],
    ['textarea', { dataType: 'varchar(20)' }, { kind: 'textarea', maxLength: 20 }],
    ['color', { dataType: 'varchar(20)' }, { kind: 'color' }],
    ['string', { default: 'green', defaultType: 'INPUT' }, { kind: 'string', initial: 'green' }],
    ['string', { default: 'green', defaultType: 'NULL' }, { kind: 'string' }],
    ['editor', { form: { validator: ['editorRequired'] } }, { kind: 'richText', required: true }],
    ['number', { type: 'int', default: '7', defaultType: 'INPUT' }, { kind: 'integer', initial: 7 }],
    ['number', { type: 'int', default: 'many', defaultType: 'INPUT' }, { kind: 'integer' }],
    ['number', { dataType: 'decimal(5,2)' }, { kind: 'number' }],
    ['number', { type: 'double' }, { kind: 'number' }],
    ['number', { dataType: 'int', type: 'double' }, { kind: 'integer' }],
    ['float', {}, { kind: 'float' }],
    ['timestamp', {}, { kind: 'dateTime' }],
    ['date', { default: '2026-01-01', defaultType: 'INPUT' }, { kind: 'date', initial: '2026-01-01' }],
    ['switch', {}, { kind: 'switch', initial: false }],
    ['switch', { default: '1', defaultType: 'INPUT' }, { kind: 'switch', initial: true }],
    ['image', {}, { kind: 'image' }],
    ['image', { form: { 'image-multi': 'true' } }, { kind: 'images' }],
    ['file', { form: { 'file-multi': 1 } }, { kind: 'files' }],
    ['array', { default: 'a', defaultType: 'INPUT' }, { kind: 'array' }],
  ] as const)('as %s with %j is %j', (designType, some, field) => {
    expect(drawn(designType, some)).toEqual({ key: 'teaSize', field: { ...field, label } });
  });

  it.each([
    ['create_time', 'createTime'],
    ['createtime', 'createTime'],
    ['update_time', 'updateTime'],
    ['updatetime', 'updateTime'],
    ['toString', 'dateTime'],
  ])('at the moment %s is of the kind %s', (name, kind) => {
    expect(drawn('timestamp', { name })).toMatchObject({ field: { kind } });
  });

  it.each([
    ['pk', 'number', { key: 'id', field: { kind: 'id', label, column: 'number' } }],
    ['pk', 'id', { key: 'id', field: { kind: 'id', label } }],
    ['string', 'title', { key: 'title', field: { kind: 'string', label } }],
    ['string', 'tea__size', { key: 'teaSize', field: { kind: 'string', label, column: 'tea__size' } }],
  ] as const)('as %s with the name %s has a key of its own', (designType, name, found) => {
    expect(drawn(designType, { name })).toEqual(found);
  });

  it.each([
    ['snow', issue('wireType', { name: 'snow' })],
    ['s'.repeat(61), issue('wireType', { name: 's'.repeat(60) })],
    ['spk', issue('snowflake')],
    ['radio', issue('noOptions')],
    ['remoteSelect', issue('noSection', { name: '' })],
  ])('as %s alone is nothing', (designType, found) => {
    expect(drawn(designType)).toEqual(found);
  });
});

describe('a choice', () => {
  const texts = { s: { en: 'Small' }, m: { en: 'Medium' } };
  it.each([
    ['radio', { comment: 'Size:s=Small,m=Medium' }, { kind: 'radio', options: ['s', 'm'], optionLabels: texts }],
    [
      'select',
      { comment: 'Size:s=Small', dataType: "enum('s','m')" },
      { kind: 'select', options: ['s', 'm'], optionLabels: { s: texts.s } },
    ],
    ['select', { dataType: "ENUM ('s', 'm')" }, { kind: 'select', options: ['s', 'm'] }],
    [
      'selects',
      { dataType: "set('s','m')", default: 's,m', defaultType: 'INPUT' },
      { kind: 'checkbox', options: ['s', 'm'], initial: ['s', 'm'] },
    ],
    ['select', { dataType: "enum('s')", form: { 'select-multi': true } }, { kind: 'checkbox', options: ['s'] }],
    ['radio', { dataType: "enum('s')", default: 's', defaultType: 'INPUT' }, { kind: 'radio', options: ['s'], initial: 's' }],
  ] as const)('as %s with %j is %j', (designType, some, field) => {
    expect(drawn(designType, some)).toEqual({ key: 'teaSize', field: { ...field, label } });
  });

  it.each([`enum('s') x`, `enum('s'`, 'enum()', `enum(s)`])('whose type is %s has no options', (dataType) => {
    expect(drawn('radio', { dataType, comment: 'Size:s=Small' })).toEqual(issue('noOptions'));
  });

  it('keeps the words of the other language where those of this one say the same', () => {
    const stored = {
      kind: 'radio',
      options: ['s', 'm', 'l'],
      label: { 'zh-cn': '大小', en: 'Size' },
      optionLabels: { s: { 'zh-cn': '小', en: 'Small' }, m: { 'zh-cn': '中', en: 'Medium' }, l: { 'zh-cn': '大' } },
      search: 'select',
      when: { kind: ['tea'] },
    } as unknown as Field;
    expect(drawn('radio', { comment: 'Size:s=小,m=Middle', dataType: "enum('s','m','l')" }, stored)).toEqual({
      key: 'teaSize',
      field: {
        kind: 'radio',
        options: ['s', 'm', 'l'],
        label: { 'zh-cn': '大小', en: 'Size' },
        optionLabels: { s: { 'zh-cn': '小', en: 'Small' }, m: { en: 'Middle' }, l: { 'zh-cn': '大' } },
        when: { kind: ['tea'] },
      },
    });
    expect(drawn('radio', { comment: '大小:s=Small' }, stored)).toMatchObject({ field: { label: { 'zh-cn': '大小', en: 'Size' } } });
    expect(drawn('radio', { comment: 'Other:s=Small' }, stored)).toMatchObject({ field: { label: { en: 'Other' } } });
  });
});

describe('a field that names records', () => {
  it.each([
    [remote({ 'remote-table': 'x_goods' }), { of: 'goods' }],
    [remote({ 'remote-controller': 'goods.ts' }), { of: 'goods' }],
    [remote({ 'remote-url': '/admin/goods' }), { of: 'goods' }],
    [remote({ 'remote-table': 'x_goods', 'relation-fields': 'title,price_cents,key,gone' }), { of: 'goods', shows: ['title', 'price'] }],
    [remote({ 'remote-table': 'x_goods', 'relation-fields': ['price'] }), { of: 'goods' }],
  ])('with %j names %j', (some, relation) => {
    expect(drawn('remoteSelect', some)).toEqual({ key: 'goodsId', field: { kind: 'remoteSelect', ...relation, label } });
  });

  it('is named by what it names', () => {
    const form = { 'remote-table': 'x_goods', 'relation-fields': 'title' };
    expect(drawn('remoteSelect', { name: 'goods', form })).toMatchObject({
      key: 'goodsTableId',
      field: { of: 'goods', shows: ['title'], column: 'goods' },
    });
    expect(drawn('remoteSelects', { name: 'goods_ids', form })).toEqual({
      key: 'goodsIds',
      field: { kind: 'remoteSelects', of: 'goods', label },
    });
    expect(drawn('remoteSelects', { name: 'goods', form })).toMatchObject({ key: 'goodsTableIds', field: { column: 'goods' } });
    expect(drawn('remoteSelect', { name: 'goods_id', form: { ...form, 'select-multi': 'true' } })).toMatchObject({
      key: 'goodsIdTableIds',
      field: { kind: 'remoteSelects' },
    });
  });

  it.each([
    [{ 'remote-table': 'x_gone', 'remote-controller': 'gone.ts' }, 'x_gone'],
    [{ 'remote-controller': 'gone.ts', 'remote-url': '/gone' }, 'gone.ts'],
    [{ 'remote-url': 7 }, '7'],
    [{ 'remote-url': {} }, ''],
  ])('with %j names no section', (form, name) => {
    expect(drawn('remoteSelect', { form })).toEqual(issue('noSection', { name }));
  });
});

describe('a field that stands', () => {
  it('keeps its kind where clients have no word for it, and what they do not say', () => {
    const stored = { kind: 'money', min: 100, required: true, search: 'range', label, widthPx: 80 } as unknown as Field;
    expect(drawn('number', { type: 'int' }, stored)).toEqual({ key: 'teaSize', field: { kind: 'money', min: 100, label } });
    // A kind that they have a word for is what they say.
    expect(drawn('float', {}, stored)).toEqual({ key: 'teaSize', field: { kind: 'float', label } });
    expect(drawn('number', { dataType: 'decimal(5,2)' }, { kind: 'integer', min: 1, label } as unknown as Field)).toEqual({
      key: 'teaSize',
      field: { kind: 'number', label },
    });
  });

  it('keeps its key', () => {
    const stored = { kind: 'string', column: 'tea_size' } as unknown as Field;
    expect(fieldOfWire(wire('string'), sight({ tea_size: ['size', stored] }))).toEqual({
      key: 'size',
      field: { kind: 'string', label, column: 'tea_size' },
    });
    expect(fieldOfWire(wire('editor'), sight({ tea_size: ['size', stored] }))).toEqual({
      key: 'teaSize',
      field: { kind: 'richText', label },
    });
  });
});

describe('how a field is looked for', () => {
  it.each([
    ['string', { operator: 'LIKE' }, { search: 'text' }],
    ['string', { operator: 'NOT LIKE' }, { search: 'text' }],
    ['string', { operator: 'eq' }, { search: 'equal' }],
    ['string', { operator: false }, {}],
    ['string', { operator: 'false' }, {}],
    ['string', {}, {}],
    ['float', { operator: 'RANGE' }, { search: 'range' }],
    ['float', { operator: 'eq' }, { search: 'equal' }],
    ['timestamp', { operator: 'eq' }, { search: 'range' }],
    ['switch', { operator: 'eq' }, { search: 'select', initial: false }],
    ['city', { operator: 'FIND_IN_SET' }, { search: 'select' }],
    ['array', { operator: 'FIND_IN_SET' }, {}],
    ['string', { sortable: 'custom' }, { sortable: true }],
    ['string', { sortable: '1' }, { sortable: true }],
    ['string', { sortable: 'false' }, {}],
    ['string', { width: '80' }, { widthPx: 80 }],
    ['string', { width: 1 }, { widthPx: 1 }],
    ['string', { width: 10_000 }, { widthPx: 10_000 }],
    ['string', { width: 0 }, {}],
    ['string', { width: 10_001 }, {}],
    ['string', { width: 80.5 }, {}],
    ['string', { width: 'wide' }, {}],
  ] as const)('as %s with %j is %j', (designType, table, seen) => {
    const found = drawn(designType, { table }) as { readonly field: Field };
    const { kind: _, label: _label, ...rest } = found.field;
    expect(rest).toEqual(seen);
  });

  it('in a choice and by a record is by choosing', () => {
    expect(drawn('radio', { dataType: "enum('s')", table: { operator: 'LIKE' } })).toMatchObject({ field: { search: 'select' } });
    expect(drawn('remoteSelect', { form: { 'remote-table': 'x_goods' }, table: { operator: 'eq' } })).toMatchObject({
      field: { search: 'select' },
    });
  });
});

it.each([
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  [false, false],
  [2, false],
  ['yes', false],
  [undefined, false],
])('%j is on: %j', (value, on) => {
  expect(isOn(value)).toBe(on);
});

it.each([
  [{ default: '7', defaultType: 'INPUT' }, '7'],
  [{ default: 7, defaultType: 'INPUT' }, '7'],
  [{ default: '', defaultType: 'INPUT' }, null],
  [{ default: '7', defaultType: 'NONE' }, null],
  [{ default: '7' }, '7'],
  [{ default: '7', defaultType: '' }, '7'],
  [{ default: '7', defaultType: null }, '7'],
  ...['none', 'null', 'empty string', ''].map((text) => [{ default: text }, null] as const),
  [{ default: {} }, null],
] as const)('a default said by %j is %j', (said, value) => {
  expect(defaultOf(said)).toBe(value);
});
