import { describe, expect, it } from 'vitest';
import type { FoundColumn, FoundTable } from '#domain/designer/found/found-table';
import { foundDesign, sectionNameFrom } from '#domain/designer/proposal/found-design';
import type { FieldSight } from '#domain/designer/proposal/found-field';

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
  comment: '',
  references: null,
  ...some,
});

const KEY = column('id', 'bigint', { isKey: true, isAuto: true });
const table = (columns: readonly FoundColumn[], some: Partial<FoundTable> = {}): FoundTable => ({
  name: 'x_tea_pot',
  comment: '茶壶',
  columns,
  unique: [],
  indexes: [],
  ...some,
});
const sight = (isStanding = false): FieldSight => ({ language: 'zh-cn', sectionOf: () => undefined, isStanding });
const fieldsOf = (columns: readonly FoundColumn[], isStanding = false) =>
  foundDesign(table(columns), 'teaPot', sight(isStanding)).design.declaration.fields;

describe('the name of a section from that of a table', () => {
  it.each([
    ['x_tea_pot', 'teaPot'],
    ['Tea-Pot', 'teaPot'],
    ['x_x_tea', 'xTea'],
    ['7teas', 'section'],
    ['_', 'section'],
    ['t', 'section'],
    [`t${'e'.repeat(50)}`, `t${'e'.repeat(36)}`],
  ])('%s is %s', (name, section) => {
    expect(sectionNameFrom(name, () => false)).toBe(section);
  });

  it('is counted where it is taken', () => {
    const taken = new Set(['tea', 'tea2']);
    expect(sectionNameFrom('tea', (name) => taken.has(name))).toBe('tea3');
  });
});

describe('a table as a section', () => {
  it('has what every section has beside its columns', () => {
    expect(foundDesign(table([KEY, column('title', 'varchar', { length: 20 })]), 'teaPot', sight())).toEqual({
      left: [],
      design: {
        declaration: {
          name: 'teaPot',
          controller: 'x.TeaPot',
          table: 'x_tea_pot',
          titleField: 'title',
          rowActions: ['edit', 'delete'],
          defaultOrder: { field: 'id', direction: 'desc' },
          label: { 'zh-cn': '茶壶' },
          fields: {
            id: { kind: 'id', sortable: true, search: 'equal', widthPx: 80 },
            title: { kind: 'string', maxLength: 20, search: 'text', label: { en: 'Title' }, quickSearch: true },
            version: { kind: 'version', list: 'never' },
            createTime: { kind: 'createTime', sortable: true, search: 'range' },
            updateTime: { kind: 'updateTime', sortable: true, list: 'hidden' },
          },
        },
        shape: { unique: [], indexes: [], foreignKeys: 'none' },
      },
    });
  });

  it('that stays is taken as it is', () => {
    const { design } = foundDesign(table([KEY], { name: 'old_pots', comment: '' }), 'teaPot', sight(true));
    expect([design.declaration.table, design.takesTable, design.declaration.label]).toEqual(['old_pots', true, { en: 'Old pots' }]);
  });

  it.each([
    ['the one key', [column('number', 'int', { isKey: true })], false, ['id', 'version', 'createTime', 'updateTime']],
    // Our key stands beside one that stays.
    ['a key that stays', [column('number', 'int', { isKey: true })], true, ['id', 'number', 'version', 'createTime', 'updateTime']],
    ['no number', [column('code', 'char', { isKey: true })], false, ['id', 'code', 'version', 'createTime', 'updateTime']],
    [
      'one of several keys',
      [column('one', 'int', { isKey: true }), column('other', 'int', { isKey: true })],
      false,
      ['id', 'one', 'other', 'version', 'createTime', 'updateTime'],
    ],
    ['called so', [column('id', 'char')], false, ['id', 'version', 'createTime', 'updateTime']],
  ] as const)('has the key that is %s', (_, columns, isStanding, keys) => {
    expect(Object.keys(fieldsOf(columns, isStanding))).toEqual(keys);
  });

  it('has no second of what it has already', () => {
    expect(Object.keys(fieldsOf([KEY, column('version', 'int'), column('created_at', 'int'), column('updatetime', 'int')]))).toEqual([
      'id',
      'version',
      'createdAt',
      'updatetime',
    ]);
    // A column of the name that is something else keeps it.
    expect(fieldsOf([KEY, column('version', 'varchar')])['version']).toMatchObject({ kind: 'string' });
    expect(Object.keys(fieldsOf([KEY, column('create_time', 'json')]))).toEqual(['id', 'version', 'updateTime']);
  });

  it('is sorted by hand where it has a weight', () => {
    const { design } = foundDesign(table([KEY, column('weigh', 'int')]), 'teaPot', sight());
    expect(design.declaration.rowActions).toEqual(['sort', 'edit', 'delete']);
  });

  it.each([
    [['code', 'shop_name', 'title'], 'shopName'],
    [['code', 'subject'], 'subject'],
    [['code', 'named'], 'code'],
  ])('of %j is called by %s', (names, title) => {
    const { design } = foundDesign(table([KEY, ...names.map((name) => column(name, 'varchar'))]), 'teaPot', sight());
    const { titleField, fields } = design.declaration;
    expect(titleField).toBe(title);
    expect(Object.keys(fields).filter((key) => fields[key]?.quickSearch === true)).toEqual([title]);
  });

  it('without a text is called by its number', () => {
    const { titleField, fields } = foundDesign(table([KEY, column('size', 'int')]), 'teaPot', sight()).design.declaration;
    expect([titleField, fields['id']?.quickSearch]).toEqual(['id', undefined]);
  });

  it('shows ten columns, and those beyond at a wish', () => {
    const fields = fieldsOf([KEY, ...Array.from({ length: 11 }, (_, index) => column(`size${index}`, 'int')), column('note', 'text')]);
    const shown = Object.entries(fields).filter(([, { list }]) => list === undefined);
    // A long text is out of sight by its kind.
    expect(shown.map(([key]) => key)).toEqual(['id', ...Array.from({ length: 9 }, (_, index) => `size${index}`), 'note', 'createTime']);
    expect([fields['size9']?.list, fields['size10']?.list]).toEqual(['hidden', 'hidden']);
  });

  it('says which columns are none of its fields', () => {
    const { left } = foundDesign(
      table([KEY, column('7teas', 'int'), column('tea', 'json'), column('tea_size', 'int'), column('teaSize', 'int')]),
      'teaPot',
      sight(),
    );
    expect(left).toEqual([
      { column: '7teas', reason: 'name' },
      { column: 'tea', reason: 'type' },
      { column: 'teaSize', reason: 'name' },
    ]);
  });
});

describe('the lists of columns', () => {
  const columns = [
    KEY,
    column('code', 'varchar', { length: 255 }),
    column('long_code', 'varchar', { length: 256 }),
    column('size', 'int'),
    column('note', 'text'),
    column('teas_array', 'varchar'),
    ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => column(`size_${name}`, 'int')),
  ];
  const shapeOf = (unique: FoundTable['unique'], indexes: FoundTable['indexes'] = []) =>
    foundDesign(table(columns, { unique, indexes }), 'teaPot', sight()).design.shape;

  it.each([
    [['code', 'size'], [['code', 'size']]],
    [['size_a', 'size_b', 'size_c', 'size_d', 'size_e'], [['sizeA', 'sizeB', 'sizeC', 'sizeD', 'sizeE']]],
    [['size_a', 'size_b', 'size_c', 'size_d', 'size_e', 'size_f'], []],
    [['long_code'], []],
    [['note'], []],
    [['teas_array'], []],
    [['gone'], []],
    [['code', 'gone'], []],
    [['id', 'code'], []],
    [['code', 'id'], [['code', 'id']]],
  ])('%j is %j', (names, keys) => {
    expect(shapeOf([names]).unique).toEqual(keys);
    expect(shapeOf([], [names]).indexes).toEqual(keys);
  });

  it('are each there once, and eight in all, those that are unique first', () => {
    const singles = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [`size_${name}`]);
    const { unique, indexes } = shapeOf([...singles.slice(0, 5), ['size_a']], [['code'], ['code'], ...singles]);
    expect(unique).toEqual([['sizeA'], ['sizeB'], ['sizeC'], ['sizeD'], ['sizeE']]);
    expect(indexes).toEqual([['code'], ['sizeA'], ['sizeB']]);
    expect(shapeOf([...singles, ['code']], [['code']])).toEqual({
      unique: singles.map(([name]) => [`size${name!.slice(-1).toUpperCase()}`]),
      indexes: [],
      foreignKeys: 'none',
    });
  });
});
