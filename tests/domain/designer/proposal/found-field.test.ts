import { describe, expect, it } from 'vitest';
import type { FoundColumn } from '#domain/designer/found/found-table';
import { foundField, labelFrom, type FieldSight, type FoundField } from '#domain/designer/proposal/found-field';

const column = (name: string, type: FoundColumn['type'], some: Partial<FoundColumn> = {}): FoundColumn => ({
  name,
  type,
  length: null,
  decimals: null,
  options: null,
  isUnsigned: false,
  isNullable: true,
  default: { is: 'none' },
  isKey: false,
  isAuto: false,
  comment: 'Size',
  references: null,
  ...some,
});

const SECTIONS: Readonly<Record<string, string>> = { x_goods: 'goods', member: 'member', shop: 'shop' };
const sight = (isStanding = false): FieldSight => ({
  language: 'en',
  sectionOf: (table) => (Object.hasOwn(SECTIONS, table) ? SECTIONS[table] : undefined),
  isStanding,
});

const given = (value: string): FoundColumn['default'] => ({ is: 'value', value });
const label = { en: 'Size' };
const RANGE = { sortable: true, search: 'range' };

describe('a column as a field', () => {
  it.each([
    [column('tea', 'varchar', { length: 20 }), { kind: 'string', maxLength: 20, search: 'text' }],
    [column('tea', 'varchar', { length: 0 }), { kind: 'string', maxLength: 1, search: 'text' }],
    [column('tea', 'varchar', { isNullable: false }), { kind: 'string', required: true, search: 'text' }],
    [column('tea', 'varchar', { isNullable: false, default: given('green') }), { kind: 'string', initial: 'green', search: 'text' }],
    [column('tea', 'varchar', { isNullable: false, default: given('') }), { kind: 'string', search: 'text' }],
    [column('tea', 'varchar', { isNullable: false, default: { is: 'expression' } }), { kind: 'string', search: 'text' }],
    [column('color', 'char', { length: 7 }), { kind: 'color' }],
    [column('password', 'varchar'), { kind: 'string', search: 'text' }],
    [column('cover_image', 'varchar'), { kind: 'image' }],
    [column('cover_images', 'varchar'), { kind: 'images' }],
    [column('city', 'varchar'), { kind: 'citySelect' }],
    [column('tea_array', 'varchar'), { kind: 'array' }],
    [column('tea_list', 'varchar'), { kind: 'string', search: 'text' }],
    [column('tea', 'text'), { kind: 'textarea' }],
    [column('content', 'longtext'), { kind: 'richText' }],
    [column('tea', 'int'), { kind: 'integer', ...RANGE }],
    [column('tea', 'int', { default: given('7') }), { kind: 'integer', initial: 7, ...RANGE }],
    [column('tea', 'int', { default: given('many') }), { kind: 'integer', ...RANGE }],
    [column('tea_time', 'bigint'), { kind: 'dateTime', ...RANGE }],
    [column('tea', 'timestamp'), { kind: 'dateTime', ...RANGE }],
    [column('tea', 'datetime'), { kind: 'dateTime', ...RANGE }],
    [column('tea', 'decimal', { default: given('0.5') }), { kind: 'number', initial: 0.5, ...RANGE }],
    [column('tea', 'float'), { kind: 'number', ...RANGE }],
    [column('tea', 'double'), { kind: 'number', ...RANGE }],
    [column('tea', 'date'), { kind: 'date', ...RANGE }],
    [column('tea', 'time'), { kind: 'time' }],
    [column('tea', 'year'), { kind: 'year', ...RANGE }],
    [column('weigh', 'int'), { kind: 'sortOrder', sortable: true, list: 'hidden' }],
    [column('weigh', 'decimal'), { kind: 'number', ...RANGE }],
    [column('version', 'int'), { kind: 'version', list: 'never' }],
    [column('on_switch', 'tinyint', { isNullable: false, default: given('1') }), { kind: 'switch', initial: true, search: 'select' }],
    [column('tea', 'tinyint', { length: 1, default: given('true') }), { kind: 'switch', initial: true, search: 'select' }],
    [column('tea', 'tinyint', { length: 1 }), { kind: 'switch', initial: false, search: 'select' }],
    [column('tea', 'tinyint', { length: 2 }), { kind: 'integer', ...RANGE }],
    [column('tea', 'int', { comment: 'Size:0=No,1=Yes' }), { kind: 'switch', initial: false, search: 'select' }],
    [
      column('tea', 'int', { comment: 'Size:1=One,2=Two', default: given('2') }),
      {
        kind: 'select',
        options: ['1', '2'],
        optionLabels: { 1: { 'zh-cn': 'One', en: 'One' }, 2: { 'zh-cn': 'Two', en: 'Two' } },
        initial: '2',
        search: 'select',
      },
    ],
    [column('tea', 'enum', { options: ['s', 'm', 's'], default: given('l') }), { kind: 'radio', options: ['s', 'm'], search: 'select' }],
    [
      column('tea_list', 'enum', { options: ['s', 'm'], default: given('m') }),
      { kind: 'select', options: ['s', 'm'], initial: 'm', search: 'select' },
    ],
    [column('tea', 'set', { options: ['s', 'm'], default: given('m,l') }), { kind: 'checkbox', options: ['s', 'm'], initial: ['m'] }],
    [column('member_id', 'int'), { kind: 'remoteSelect', of: 'member', search: 'select' }],
    [column('goodsId', 'int'), { kind: 'remoteSelect', of: 'goods', search: 'select' }],
    [column('gone_id', 'int'), { kind: 'integer', ...RANGE }],
    [column('tea', 'bigint', { references: 'shop' }), { kind: 'remoteSelect', of: 'shop', search: 'select' }],
    [column('member_id', 'bigint', { references: 'gone' }), { kind: 'integer', ...RANGE }],
  ] as const)('case %# has the kind, the rules and the looks of it', (one, field) => {
    const found = foundField(one, sight()) as FoundField;
    const { column: _, ...rest } = found.field;
    expect(rest).toEqual({ ...field, label });
  });

  it.each([
    ['create_time', 'createTime'],
    ['createtime', 'createTime'],
    ['created_at', 'createTime'],
    ['created', 'createTime'],
    ['update_time', 'updateTime'],
    ['updatetime', 'updateTime'],
    ['updated_at', 'updateTime'],
    ['updated', 'updateTime'],
  ])('%s is %s where it is a moment', (name, kind) => {
    for (const type of ['int', 'timestamp', 'datetime'] as const)
      expect(foundField(column(name, type), sight())).toMatchObject({ field: { kind } });
    expect(foundField(column(name, 'varchar'), sight())).toMatchObject({ field: { kind: 'string' } });
  });

  it.each([
    ['tea_size', 'teaSize', undefined],
    ['teaSize', 'teaSize', undefined],
    ['TeaSize', 'teaSize', undefined],
    ['tea__size', 'teaSize', 'tea__size'],
    ['goods', 'goodsTableId', 'goods'],
    ['pid', 'parentId', 'pid'],
  ])('%s has the key %s', (name, key, kept) => {
    const references = name === 'goods' ? 'x_goods' : null;
    const found = foundField(column(name, 'int', { references }), sight()) as FoundField;
    expect([found.key, found.field.column]).toEqual([key, kept]);
  });

  it.each([
    [column('7teas', 'int'), 'name'],
    [column('tea size', 'int'), 'name'],
    [column(`t${'e'.repeat(41)}`, 'int'), 'name'],
    [column('tea', 'json'), 'type'],
    [column('tea', 'set', { options: [] }), 'type'],
    [column('tea', 'set', { options: ['a,b'] }), 'type'],
  ] as const)('case %# is none', (one, reason) => {
    expect(foundField(one, sight())).toBe(reason);
  });

  it.each([
    [['o'.repeat(30)], 'select'],
    [['o'.repeat(31)], 'string'],
    [['a\u0007'], 'string'],
    [Array.from({ length: 200 }, (_, index) => `o${index}`), 'select'],
    [Array.from({ length: 201 }, (_, index) => `o${index}`), 'string'],
  ] as const)('case %# has options, or has none', (options, kind) => {
    expect(foundField(column('tea', 'varchar', { options }), sight())).toMatchObject({ field: { kind } });
  });
});

describe('a column with values that stay', () => {
  it.each([
    [column('tea', 'int', { isNullable: false, default: given('7') }), { kind: 'integer', required: true, initial: 7 }],
    [column('tea', 'varchar', { isNullable: false, default: given('a') }), { kind: 'string', initial: 'a' }],
    [column('tea', 'int', { comment: 'Size:1=One,2=Two' }), { kind: 'integer' }],
    [column('tea', 'int', { comment: 'Size:0=No,1=Yes' }), { kind: 'switch' }],
    [column('cover_images', 'varchar'), { kind: 'string' }],
    [column('city', 'varchar'), { kind: 'string' }],
  ] as const)('case %# is only what its values can be', (one, field) => {
    const found = foundField(one, sight(true)) as FoundField;
    expect(found.field).toMatchObject(field);
    expect('required' in found.field).toBe('required' in field);
  });

  it.each([
    ['tea_size', true],
    ['teaSize', false],
    ['t', false],
    ['te', true],
    [`t${'e'.repeat(40)}`, true],
    [`t${'_e'.repeat(21)}`, false],
  ])('is reached by its name: %s %j', (name, isField) => {
    expect(foundField(column(name, 'int'), sight(true)) === 'name').toBe(!isField);
  });
});

it.each([
  ['大小', 'size', 'zh-cn', { 'zh-cn': '大小' }],
  ['S'.repeat(101), 'size', 'en', { en: 'S'.repeat(100) }],
  ['', 'tea_potSize', 'zh-cn', { en: 'Tea pot size' }],
  ['', '_tea', 'en', { en: 'Tea' }],
] as const)('the comment %j of %j in %s is the label %j', (comment, name, language, texts) => {
  expect(labelFrom(comment, name, language)).toEqual(texts);
});
