import { describe, expect, it } from 'vitest';
import type { Fields } from '#domain/fields/field';
import type { SectionDesign } from '#domain/designer/section-design';
import { designOfWire, type WirePlace } from '#domain/designer/wire/design-of-wire';
import type { WireChange, WireDesign, WireField, WireTable } from '#domain/designer/wire-design';
import { wireOfDesign } from '#domain/designer/wire/wire-of-design';
import type { Resource } from '#domain/table/resource';

const field = (name: string, designType: string, some: Partial<WireField> = {}): WireField => ({
  title: '',
  name,
  type: 'varchar',
  length: 0,
  precision: 0,
  defaultType: 'NONE',
  null: false,
  primaryKey: designType === 'pk',
  unsigned: false,
  autoIncrement: false,
  comment: name,
  designType,
  table: {},
  form: {},
  ...some,
});

const wire = (fields: readonly WireField[], table: Partial<WireTable> = {}): WireDesign => ({
  table: {
    name: 'tea_pot',
    comment: 'Tea pots',
    quickSearchField: [],
    defaultSortField: 'id',
    defaultSortType: 'desc',
    formFields: [],
    columnFields: [],
    generateRelativePath: 'tea/pot',
    isCommonModel: 0,
    modelFile: '',
    controllerFile: '',
    validateFile: '',
    webViewsDir: '',
    databaseConnection: '',
    designChange: [],
    rebuild: 'No',
    ...table,
  },
  fields,
});

const PLACE: WirePlace = { name: 'teaPot', controller: 'tea.Pot', table: 'x_tea_pot', published: null, takesTable: false };
const SIGHT = { language: 'en', sectionMeant: () => undefined, fieldsOf: () => ({}) } as const;
const ID = field('id', 'pk');
const drawn = (design: WireDesign, place: Partial<WirePlace> = {}) => designOfWire(design, { ...PLACE, ...place }, SIGHT);
const fieldsOf = (design: WireDesign, place: Partial<WirePlace> = {}) => drawn(design, place).design.declaration.fields;

const published = (fields: object, some: Partial<Resource> = {}, shape: Partial<SectionDesign['shape']> = {}): SectionDesign => ({
  declaration: {
    name: 'teaPot',
    controller: 'tea.Pot',
    table: 'x_tea_pot',
    fields: fields as Fields,
    titleField: 'code',
    rowActions: ['edit', 'delete'],
    defaultOrder: { field: 'id', direction: 'desc' },
    label: { 'zh-cn': '茶壶', en: 'Tea pots' },
    menu: { under: 'tea', icon: 'own', sortOrder: 7 },
    ...some,
  },
  shape: { unique: [], indexes: [], foreignKeys: 'kept', ...shape },
});

const change = (type: WireChange['type'], oldName: string, newName: string, sync?: boolean): WireChange => ({
  type,
  oldName,
  newName,
  ...(sync !== undefined && { sync }),
});

describe('a design of a client', () => {
  it('is a section with what the client says of it', () => {
    const design = wire([ID, field('title', 'string'), field('weigh', 'weigh')], {
      quickSearchField: ['title'],
      defaultSortField: 'title',
      defaultSortType: 'asc',
    });
    expect(drawn(design)).toEqual({
      renames: { columns: {}, options: {} },
      issues: [],
      design: {
        declaration: {
          name: 'teaPot',
          controller: 'tea.Pot',
          table: 'x_tea_pot',
          titleField: 'title',
          rowActions: ['sort', 'edit', 'delete'],
          defaultOrder: { field: 'title', direction: 'asc' },
          label: { en: 'Tea pots' },
          menu: { under: { name: 'tea', icon: 'fa fa-folder', sortOrder: 0 }, icon: 'fa fa-circle-o', sortOrder: 0 },
          fields: {
            id: { kind: 'id', label: { en: 'id' } },
            title: { kind: 'string', label: { en: 'title' }, quickSearch: true },
            weigh: { kind: 'sortOrder', label: { en: 'weigh' } },
          },
        },
        shape: { unique: [], indexes: [], foreignKeys: 'none' },
        wire: design,
      },
    });
  });

  it.each([
    [[field('title', 'string')], [{ at: 'fields', key: 'designer.issues.oneKey' }]],
    [
      [ID, field('other', 'spk')],
      [
        { at: 'fields', key: 'designer.issues.oneKey' },
        { at: 'fields.other', key: 'designer.issues.snowflake' },
      ],
    ],
    [[ID, field('size', 'radio')], [{ at: 'fields.size', key: 'designer.issues.noOptions' }]],
    [
      [ID, field('tea_size', 'string'), field('tea__size', 'string')],
      [{ at: 'fields.tea__size', key: 'designer.issues.columnTaken', params: { name: 'tea__size', field: 'teaSize' } }],
    ],
  ])('case %# says what cannot be', (fields, issues) => {
    expect(drawn(wire(fields)).issues).toEqual(issues);
  });

  it('shows its fields where the client does, and searches what can be searched', () => {
    const fields = [ID, field('title', 'string'), field('note', 'editor'), field('size', 'number'), field('create_time', 'timestamp')];
    const seen = fieldsOf(
      wire(fields, { formFields: ['title'], columnFields: ['title', 'size'], quickSearchField: ['title', 'note', 'size'] }),
    );
    expect(Object.entries(seen).map(([key, { form, list, quickSearch }]) => [key, form, list, quickSearch])).toEqual([
      ['id', undefined, 'never', undefined],
      ['title', undefined, undefined, true],
      ['note', 'never', 'never', undefined],
      ['size', 'never', undefined, undefined],
      ['createTime', undefined, 'never', undefined],
    ]);
  });

  it.each([
    [['code', 'title'], [], 'code'],
    [['code', 'title'], ['title'], 'title'],
    [['code', 'title'], ['gone', 'id'], 'code'],
    [[], [], 'id'],
  ])('of the texts %j, quick to find by %j, is called by %s', (names, quickSearchField, titleField) => {
    const fields = [ID, ...names.map((name) => field(name, 'string'))];
    expect(drawn(wire(fields, { quickSearchField })).design.declaration.titleField).toBe(titleField);
  });

  it.each([
    ['Tea pots', 'tea_pot', { en: 'Tea pots' }],
    ['', 'tea_pot', { en: 'tea_pot' }],
    ['T'.repeat(101), 'tea_pot', { en: 'T'.repeat(100) }],
  ])('commented %j of %j is called %j', (comment, name, label) => {
    expect(drawn(wire([ID], { comment, name })).design.declaration.label).toEqual(label);
  });

  it.each([
    ['tea.Pot', 'tea'],
    ['a.Pot', undefined],
    ['Tea.Pot', undefined],
    ['pot', undefined],
  ])('called by %s stands in the directory %j', (controller, directory) => {
    const { menu } = drawn(wire([ID]), { controller }).design.declaration;
    expect(typeof menu?.under === 'object' ? menu.under.name : menu).toBe(directory);
  });

  it('takes a table that stands', () => {
    expect([drawn(wire([ID]), { takesTable: true }).design.takesTable, drawn(wire([ID])).design.takesTable]).toEqual([true, undefined]);
    expect(drawn(wire([ID], { defaultSortField: 'gone' })).design.declaration.defaultOrder).toEqual({ field: 'id', direction: 'desc' });
  });
});

describe('a design over one that is published', () => {
  const before = published(
    { id: { kind: 'id' }, code: { kind: 'string' }, teaSize: { kind: 'integer' } },
    { isSmall: true },
    { unique: [['code'], ['code', 'teaSize']], indexes: [['teaSize']] },
  );
  const over = (fields: readonly WireField[], designChange: readonly WireChange[] = [], table: Partial<WireTable> = {}) =>
    drawn(wire(fields, { designChange, ...table }), { published: before });
  const code = field('code', 'string');
  const size = field('tea_size', 'number', { type: 'int' });

  it('keeps its place, its words, and what the client does not say', () => {
    const { declaration, shape } = over([ID, code, size]).design;
    expect(declaration).toMatchObject({
      isSmall: true,
      titleField: 'code',
      label: { 'zh-cn': '茶壶', en: 'Tea pots' },
      menu: { under: 'tea', icon: 'own', sortOrder: 7 },
    });
    expect(shape).toEqual(before.shape);
    expect(over([ID, code], [], { comment: '茶壶' }).design.declaration.label).toEqual({ 'zh-cn': '茶壶', en: 'Tea pots' });
    expect(over([ID, code], [], { comment: 'Pots' }).design.declaration.label).toEqual({ en: 'Pots' });
  });

  it('loses the lists of fields that are gone, and the title', () => {
    const { declaration, shape } = over([ID, field('title', 'string'), size]).design;
    expect(shape).toEqual({ unique: [], indexes: [['teaSize']], foreignKeys: 'kept' });
    expect(declaration.titleField).toBe('title');
    expect(over([ID, code]).design.shape).toEqual({ unique: [['code']], indexes: [], foreignKeys: 'kept' });
  });

  it.each([
    [[change('change-field-name', 'tea_size', 'size')], { tea_size: 'size' }, []],
    [[change('change-field-name', 'tea_size', 'big'), change('change-field-name', 'big', 'size')], { tea_size: 'size' }, []],
    [[change('change-field-name', 'tea_size', 'big'), change('change-field-name', 'big', 'tea_size')], {}, []],
    [[change('change-field-name', 'tea_size', 'tea_size')], {}, []],
    [[change('change-field-name', 'tea_size', 'size', false)], {}, []],
    [[change('change-field-name', 'tea_size', 'size'), change('del-field', 'size', '')], {}, []],
    [[change('add-field', '', 'size'), change('change-field-name', 'size', 'big')], {}, []],
    [[change('del-field', 'tea_size', ''), change('add-field', '', 'tea_size')], {}, []],
    [[change('change-field-attr', 'tea_size', 'tea_size')], {}, []],
    [[change('change-field-order', 'gone', 'gone')], {}, []],
    [[change('change-field-name', 'gone', 'size')], {}, [['gone', 'wireGone']]],
    [[change('del-field', 'gone', '')], {}, [['gone', 'wireGone']]],
    [[change('change-field-attr', 'gone', 'gone')], {}, [['gone', 'wireGone']]],
    [[change('add-field', '', 'code')], {}, [['code', 'wireThere']]],
    [[change('change-field-name', 'tea_size', 'code')], { tea_size: 'code' }, [['code', 'wireThere']]],
    [[change('del-field', 'tea_size', ''), change('del-field', 'tea_size', '')], {}, [['tea_size', 'wireGone']]],
  ])('case %# renames, or was made against another table', (designChange, columns, wrong) => {
    const { renames, issues } = over([ID, code], designChange);
    expect(renames).toEqual({ columns, options: {} });
    expect(issues).toEqual(wrong.map(([name, key]) => ({ at: `fields.${name}`, key: `designer.issues.${key}`, params: { name } })));
  });

  it('says nothing of renames where nothing is published', () => {
    expect(drawn(wire([ID], { designChange: [change('del-field', 'gone', '')] }))).toMatchObject({ renames: { columns: {} }, issues: [] });
  });

  it('gives a renamed column a key of its own', () => {
    const renamed = over([ID, code, field('size', 'number', { type: 'int' })], [change('change-field-name', 'tea_size', 'size')]);
    expect(Object.keys(renamed.design.declaration.fields)).toEqual(['id', 'code', 'size']);
    expect(Object.keys(over([ID, code, size]).design.declaration.fields)).toEqual(['id', 'code', 'teaSize']);
  });
});

describe('a design in the words of a client', () => {
  const goods = published(
    { id: { kind: 'id' }, code: { kind: 'string' }, price: { kind: 'money' } },
    { name: 'goods', controller: 'goods.Goods', table: 'goods' },
  );
  const targets = { language: 'en', resourceOf: (name: string) => (name === 'goods' ? goods.declaration : undefined) } as const;
  const told = (fields: object) =>
    Object.fromEntries(wireOfDesign(published(fields), targets).fields.map(({ name, ...rest }) => [name, rest]));

  it('is given back as it was drawn', () => {
    const design = wire([ID]);
    expect(wireOfDesign({ ...published({}), wire: design }, targets)).toBe(design);
  });

  it('says of the section what it is', () => {
    const { table } = wireOfDesign(
      published(
        {
          id: { kind: 'id', list: 'never' },
          code: { kind: 'string', quickSearch: true },
          teaSize: { kind: 'integer', form: 'never' },
          createTime: { kind: 'createTime' },
          version: { kind: 'version', list: 'never' },
        },
        { defaultOrder: { field: 'teaSize', direction: 'asc' } },
      ),
      targets,
    );
    expect(table).toEqual({
      name: 'x_tea_pot',
      comment: 'Tea pots',
      quickSearchField: ['code'],
      defaultSortField: 'tea_size',
      defaultSortType: 'asc',
      formFields: ['code'],
      columnFields: ['code', 'tea_size', 'create_time'],
      generateRelativePath: 'tea/pot',
      isCommonModel: 0,
      modelFile: 'src/sections/tea-pot/tea-pot.migration.ts',
      controllerFile: 'src/sections/tea-pot/tea-pot.resource.ts',
      validateFile: 'src/sections/tea-pot/tea-pot.resource.ts',
      webViewsDir: 'src/sections/tea-pot',
      databaseConnection: '',
      designChange: [],
      rebuild: 'No',
    });
    expect(wireOfDesign(published({}, { label: { 'zh-cn': '茶壶' } }), targets).table.comment).toBe('茶壶');
    expect(wireOfDesign(published({}, { label: undefined as never }), targets).table.comment).toBe('x_tea_pot');
    expect(wireOfDesign(published({}), { ...targets, language: 'zh-cn' }).table.comment).toBe('茶壶');
  });

  it.each([
    [
      { kind: 'id' },
      {
        type: 'int',
        length: 10,
        unsigned: true,
        designType: 'pk',
        primaryKey: true,
        autoIncrement: true,
        null: false,
        defaultType: 'NONE',
      },
    ],
    [
      { kind: 'integer' },
      { type: 'int', length: 10, precision: 0, unsigned: false, designType: 'number', primaryKey: false, autoIncrement: false },
    ],
    [{ kind: 'money' }, { type: 'int', length: 10, designType: 'number' }],
    [{ kind: 'parent' }, { type: 'int', length: 10, unsigned: true, designType: 'number' }],
    [{ kind: 'dateTime' }, { type: 'bigint', length: 16, unsigned: true, designType: 'timestamp' }],
    [{ kind: 'number' }, { type: 'decimal', length: 20, precision: 6, designType: 'float' }],
    [{ kind: 'switch' }, { type: 'tinyint', length: 1, unsigned: true, default: '1', defaultType: 'INPUT' }],
    [
      { kind: 'switch', initial: false },
      { default: '0', defaultType: 'INPUT' },
    ],
    [{ kind: 'date' }, { type: 'date', length: 0, designType: 'date' }],
    [{ kind: 'time' }, { type: 'time', designType: 'time' }],
    [
      { kind: 'string', maxLength: 20 },
      { type: 'varchar', length: 20, designType: 'string' },
    ],
    [{ kind: 'textarea' }, { type: 'text', length: 0, designType: 'textarea' }],
    [{ kind: 'richText' }, { type: 'text', length: 0, designType: 'editor' }],
    [
      { kind: 'radio', options: ['s', "m's"] },
      { type: 'enum', dataType: "enum('s','m''s')", designType: 'radio', default: '' },
    ],
    [
      { kind: 'checkbox', options: ['s', 'm'], initial: ['s', 'm'] },
      { type: 'set', dataType: "set('s','m')", default: 's,m', defaultType: 'INPUT' },
    ],
    [{ kind: 'images' }, { type: 'varchar', length: 1500, form: { validator: [], validatorMsg: '', 'image-multi': true } }],
    [{ kind: 'files' }, { type: 'varchar', length: 1500, form: { validator: [], validatorMsg: '', 'file-multi': true } }],
    [{ kind: 'array' }, { type: 'varchar', length: 255, designType: 'array' }],
    [{ kind: 'secret' }, { type: 'varchar', length: 32, designType: 'password' }],
    [
      { kind: 'integer', initial: 7 },
      { default: '7', defaultType: 'INPUT' },
    ],
    [
      { kind: 'string', label: { 'zh-cn': '大小' } },
      { title: '大小', comment: '大小' },
    ],
    [{ kind: 'string' }, { title: 'tea_size', comment: 'tea_size' }],
    [
      { kind: 'radio', options: ['s', 'm'], label: { en: 'Size' }, optionLabels: { s: { en: 'Small' } } },
      { title: 'Size', comment: 'Size:s=Small,m=m' },
    ],
  ])('says of %j that it is %j', (one, said) => {
    expect(told({ teaSize: one })['tea_size']).toMatchObject(said);
  });

  it.each([
    [
      { kind: 'string', search: 'text' },
      { operator: 'LIKE', sortable: 'false' },
    ],
    [
      { kind: 'string', search: 'equal', sortable: true, widthPx: 80 },
      { operator: 'eq', sortable: 'custom', width: 80 },
    ],
    [
      { kind: 'integer', search: 'range' },
      { operator: 'RANGE', sortable: 'false' },
    ],
    [
      { kind: 'switch', search: 'select' },
      { operator: 'eq', sortable: 'false' },
    ],
    [
      { kind: 'citySelect', search: 'select' },
      { operator: 'FIND_IN_SET', sortable: 'false' },
    ],
    [{ kind: 'citySelect' }, { operator: 'false', sortable: 'false' }],
  ])('says of %j that it is looked for by %j', (one, table) => {
    expect(told({ teaSize: one })['tea_size']?.table).toEqual(table);
  });

  it.each([
    [{ kind: 'mobile' }, ['mobile']],
    [{ kind: 'email', required: true }, ['required', 'email']],
    [{ kind: 'richText', required: true }, ['editorRequired']],
    [{ kind: 'variableName' }, ['varName']],
    [{ kind: 'idNumber' }, ['idNumber']],
    [{ kind: 'account' }, ['account']],
    [{ kind: 'password' }, ['password']],
    [{ kind: 'integer' }, ['integer']],
    [{ kind: 'number' }, ['number']],
    [{ kind: 'float' }, ['float']],
    [{ kind: 'date' }, ['date']],
    [{ kind: 'dateTime' }, ['date']],
    [{ kind: 'localDateTime' }, ['date']],
    [{ kind: 'year' }, ['date']],
    [{ kind: 'string' }, []],
  ])('says of %j that it is checked by %j', (one, validator) => {
    expect(told({ teaSize: one })['tea_size']?.form).toEqual({ validator, validatorMsg: '' });
  });

  it('says which records a field names', () => {
    const remote = (some: object) => told({ goodsId: { kind: 'remoteSelect', of: 'goods', ...some } })['goods_id'];
    expect(remote({ shows: ['price', 'code'] })).toMatchObject({
      type: 'int',
      unsigned: true,
      form: {
        'select-multi': false,
        'remote-pk': 'id',
        'remote-field': 'code',
        'remote-table': 'goods',
        'remote-controller': 'src/sections/goods/goods.resource.ts',
        'remote-model': 'src/sections/goods/goods.migration.ts',
        'relation-fields': 'code,price',
        'remote-url': '/admin/goods.Goods/index',
      },
    });
    expect(remote({ of: 'gone' })?.form).toEqual({ validator: [], validatorMsg: '' });
    expect(told({ goodsIds: { kind: 'remoteSelects', of: 'goods' } })['goods_ids']?.form).toMatchObject({
      'select-multi': true,
      'relation-fields': 'code',
    });
  });
});
