import { describe, expect, it } from 'vitest';
import type { FoundColumn } from '#domain/designer/found/found-table';
import { guessedType, isDesignType, KIND_OF_TYPE, TYPE_OF_KIND } from '#domain/designer/wire/design-type';
import { wireColumns } from '#domain/designer/wire/wire-column';

const column = (name: string, type: FoundColumn['type'] = 'varchar', some: Partial<FoundColumn> = {}): FoundColumn => ({
  name,
  type,
  length: null,
  decimals: null,
  options: null,
  isUnsigned: false,
  isNullable: false,
  default: { is: 'none' },
  isKey: false,
  isAuto: false,
  comment: '',
  references: null,
  ...some,
});

const drawn = (some: Partial<FoundColumn>, type: FoundColumn['type'] = 'varchar') =>
  wireColumns({ columns: [column('size', type, some)] })['size'];

describe('what a column most likely is in a form', () => {
  it.each([
    [column('id', 'int', { isAuto: true }), 'pk'],
    [column('goodsId', 'int', { isAuto: true }), 'pk'],
    [column('number', 'int', { isAuto: true }), 'number'],
    [column('id', 'int'), 'number'],
    [column('weigh', 'int'), 'weigh'],
    [column('weight', 'int'), 'number'],
    ...['createtime', 'updatetime', 'create_time', 'update_time'].map((name) => [column(name, 'varchar'), 'timestamp'] as const),
    [column('onSwitch', 'tinyint'), 'switch'],
    [column('on_toggle', 'enum'), 'switch'],
    [column('on_switch', 'int'), 'switch'],
    [column('on_switch', 'char', { length: 1 }), 'switch'],
    [column('on_switch', 'char', { length: 2 }), 'string'],
    [column('content', 'text'), 'editor'],
    [column('page_editor', 'longtext'), 'editor'],
    [column('content', 'varchar'), 'string'],
    [column('textarea', 'varchar'), 'textarea'],
    [column('multiline', 'varchar'), 'textarea'],
    [column('rows', 'varchar'), 'textarea'],
    [column('rows', 'char'), 'string'],
    [column('tag_array', 'varchar'), 'array'],
    [column('start_time', 'bigint'), 'timestamp'],
    [column('start_datetime', 'int'), 'timestamp'],
    [column('start_time', 'varchar'), 'string'],
    [column('start', 'datetime'), 'datetime'],
    [column('start', 'timestamp'), 'datetime'],
    [column('start', 'date'), 'date'],
    [column('start', 'year'), 'year'],
    [column('start', 'time'), 'time'],
    [column('size_select'), 'select'],
    [column('size_list'), 'select'],
    [column('size_data'), 'select'],
    [column('size_selects'), 'selects'],
    [column('size_multi'), 'selects'],
    [column('size_lists'), 'selects'],
    [column('goods_id', 'int'), 'remoteSelect'],
    [column('goods_ids'), 'remoteSelects'],
    [column('city'), 'city'],
    [column('cover_image'), 'image'],
    [column('avatar'), 'image'],
    [column('cover_images'), 'images'],
    [column('avatars'), 'images'],
    [column('price_file'), 'file'],
    [column('price_files'), 'files'],
    [column('icon'), 'icon'],
    [column('status', 'tinyint', { length: 1 }), 'radio'],
    [column('my_state', 'char', { length: 1 }), 'radio'],
    [column('type', 'varchar', { length: 1 }), 'radio'],
    [column('status', 'tinyint', { length: 2 }), 'number'],
    [column('number'), 'number'],
    [column('my_int'), 'number'],
    [column('room_num'), 'number'],
    [column('amount', 'decimal'), 'number'],
    [column('amount', 'float'), 'number'],
    [column('amount', 'double'), 'number'],
    [column('amount', 'smallint'), 'number'],
    [column('amount', 'mediumint'), 'number'],
    [column('note', 'tinytext'), 'textarea'],
    [column('note', 'mediumtext'), 'textarea'],
    [column('size', 'enum'), 'radio'],
    [column('size', 'set'), 'checkbox'],
    [column('color'), 'color'],
    [column('note', 'json'), 'string'],
    [column('note'), 'string'],
  ] as const)('%o is %s', (one, type) => {
    expect(guessedType(one)).toBe(type);
  });
});

describe('a word for a field', () => {
  it('is known where a field can be of it', () => {
    expect(['pk', 'spk', 'selects', 'editor', 'toString', 'richText', ''].map(isDesignType)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('leads back to its kind, but for those that say the same', () => {
    const back = Object.entries(KIND_OF_TYPE).filter(([type, kind]) => TYPE_OF_KIND[kind] !== type);
    expect(back).toEqual([['selects', 'checkbox']]);
  });
});

describe('a column for clients that draw', () => {
  it('has what the table says of it, and nothing that the client fills in', () => {
    expect(drawn({ length: 5, decimals: 2, isUnsigned: true, isKey: true, isAuto: true, comment: 'Size' }, 'decimal')).toEqual({
      name: 'size',
      type: 'decimal',
      dataType: 'decimal(5,2) unsigned',
      default: '',
      defaultType: 'NONE',
      null: false,
      primaryKey: true,
      unsigned: true,
      autoIncrement: true,
      comment: 'Size',
      designType: 'number',
      table: [],
      form: [],
    });
  });

  it.each([
    [{ default: { is: 'value', value: 's' } }, { default: 's', defaultType: 'INPUT' }],
    [{ default: { is: 'value', value: '' } }, { default: '', defaultType: 'EMPTY STRING' }],
    [{ default: { is: 'null' } }, { default: '', defaultType: 'NULL' }],
    [
      { default: { is: 'none' }, isNullable: true },
      { default: '', defaultType: 'NULL' },
    ],
    [{ default: { is: 'none' } }, { default: '', defaultType: 'NONE' }],
    [
      { default: { is: 'expression' }, isNullable: true },
      { default: '', defaultType: 'NONE' },
    ],
  ] as const)('with %j begins with %j', (some, begins) => {
    expect(drawn(some)).toMatchObject(begins);
  });

  it.each([
    [{}, 'varchar'],
    [{ length: 20 }, 'varchar(20)'],
    [{ options: ['s', "m's"] }, 'varchar'],
  ] as const)('with %j is of the type %j', (some, dataType) => {
    expect(drawn(some)).toMatchObject({ dataType });
  });

  it('names what it can be', () => {
    expect([drawn({ options: ['s', "m's"] }, 'enum'), drawn({ options: ['s'] }, 'set'), drawn({}, 'enum')]).toMatchObject([
      { dataType: "enum('s','m''s')" },
      { dataType: "set('s')" },
      { dataType: 'enum' },
    ]);
  });
});
