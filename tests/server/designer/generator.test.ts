import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SectionDesign } from '#domain/designer/section-design';
import { STANDING_TABLES_READ } from '#server/base/limits';
import type { Database } from '#server/db/base/database';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type RawReply, type TestServer } from '#tests/support/server.ts';

type Json = Readonly<Record<string, unknown>>;

/** A table as clients of the family post it. Source: wire protocol §5.18. */
const table = (own: Json = {}): Json => ({
  name: 'shop_ticket',
  comment: 'Tickets',
  quickSearchField: ['title'],
  defaultSortField: 'id',
  defaultSortType: 'desc',
  formFields: ['title', 'size', 'status', 'owner_id', 'weigh'],
  columnFields: ['id', 'title', 'size', 'status', 'owner_id', 'create_time'],
  generateRelativePath: 'shop/ticket',
  isCommonModel: 0,
  modelFile: '',
  controllerFile: '',
  validateFile: '',
  webViewsDir: '',
  databaseConnection: '',
  designChange: [],
  rebuild: 'No',
  ...own,
});
const field = (name: string, designType: string, own: Json = {}): Json => ({
  title: name,
  name,
  type: 'varchar',
  length: 0,
  precision: 0,
  defaultType: 'NONE',
  null: false,
  primaryKey: false,
  unsigned: false,
  autoIncrement: false,
  comment: name,
  designType,
  table: {},
  form: {},
  ...own,
});
const ID = field('id', 'pk', {
  type: 'int',
  length: 10,
  unsigned: true,
  primaryKey: true,
  autoIncrement: true,
  comment: 'ID',
  table: { width: 70, operator: 'RANGE', sortable: 'custom' },
});
const TITLE = field('title', 'string', {
  length: 40,
  comment: 'Title',
  defaultType: 'EMPTY STRING',
  table: { operator: 'LIKE', sortable: 'false', render: 'none' },
  form: { validator: ['required'], validatorMsg: '' },
});
const SIZE = field('size', 'select', {
  type: 'enum',
  dataType: `enum('s','m')`,
  comment: 'Size:s=Small,m=Medium',
  defaultType: 'INPUT',
  default: 's',
  table: { operator: 'eq', sortable: 'false', render: 'tag' },
  form: { validator: [], 'select-multi': false },
});
const STATUS = field('status', 'switch', {
  type: 'tinyint',
  length: 1,
  comment: 'Open:0=No,1=Yes',
  defaultType: 'INPUT',
  default: '1',
  table: { operator: 'eq' },
});
const OWNER = field('owner_id', 'remoteSelect', {
  type: 'int',
  length: 10,
  unsigned: true,
  comment: 'Owner',
  form: {
    'remote-table': 'member',
    'remote-pk': 'id',
    'remote-field': 'nickname',
    'relation-fields': 'nickname,email',
    'remote-controller': '',
  },
});
const WEIGH = field('weigh', 'weigh', { type: 'int', length: 10, defaultType: 'INPUT', default: '0' });
const CREATED = field('create_time', 'timestamp', {
  type: 'bigint',
  length: 16,
  null: true,
  defaultType: 'NULL',
  comment: 'Created',
  table: { operator: 'RANGE' },
});
const FIELDS = [ID, TITLE, SIZE, STATUS, OWNER, WEIGH, CREATED];

const nothing = async (): Promise<void> => undefined;

/** Somebody else comes before each change of a section. */
const interrupted = (database: Database, first: () => Promise<unknown>): Database => ({
  ...database,
  withoutTimeout: async (work) => {
    await first();
    return database.withoutTimeout(work);
  },
});

describe.each(dealtKinds())('the code generator of clients of the family, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  /** What somebody else does between the question and the change. */
  let between: () => Promise<unknown> = nothing;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, wrap: (database) => interrupted(database, () => between()) });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, json?: Json, as = token): Promise<NonNullable<RawReply['body']>> => {
    const reply = await server.request(`/admin/${path}`, {
      method,
      ...(json && { json }),
      headers: { batoken: as, 'think-lang': 'en', server: 'true' },
    });
    expect(reply.status).toBe(200);
    return reply.body!;
  };
  const post = (path: string, json: Json, as?: string) => send('POST', path, json, as);
  const get = (path: string, as?: string) => send('GET', path, undefined, as);
  const generate = (own: Json = {}, fields: readonly Json[] = FIELDS, beside: Json = {}) =>
    post('crud.Crud/generate', { type: 'create', table: table(own), fields, ...beside });
  const rows = async (statement: string) => (await sql.raw<Record<string, unknown>>(statement).execute(server.database.kysely)).rows;
  const logs = async () => (await get('crud.Log/index')).data.list as readonly Json[];

  it('makes a section that answers as one of theirs does', async () => {
    expect(await get('crud.Crud/checkCrudLog?table=shop_ticket&connection=')).toMatchObject({ code: 1, data: { id: 0 } });
    expect(await get('crud.Crud/getFileData?table=shop_ticket&commonModel=0')).toMatchObject({
      code: 1,
      data: {
        controllerFile: 'src/sections/shop-ticket/shop-ticket.resource.ts',
        modelFile: 'src/sections/shop-ticket/shop-ticket.migration.ts',
        validateFile: 'src/sections/shop-ticket/shop-ticket.resource.ts',
        webViewsDir: 'src/sections/shop-ticket',
        controllerFileList: { 'src/sections/goods/goods.resource.ts': 'src/sections/goods/goods.resource.ts' },
      },
    });
    const free = { table: 'shop_ticket', connection: '', controllerFile: 'src/sections/shop-ticket/shop-ticket.resource.ts' };
    expect(await post('crud.Crud/generateCheck', free)).toMatchObject({ code: 1 });
    expect(await generate()).toMatchObject({ code: 1 });
    expect(await post('crud.Crud/generateCheck', free)).toMatchObject({ code: -1, data: { table: true, controller: true } });

    expect(await post('shop.Ticket/add', { title: 'Cup', size: 'm', status: '1', owner_id: '', weigh: 0 })).toMatchObject({ code: 1 });
    const { list } = (await get('shop.Ticket/index?quickSearch=cu')).data as { list: readonly Json[] };
    expect(list).toEqual([expect.objectContaining({ id: 1, title: 'Cup', size: 'm', status: '1', owner_id: null, weigh: 1 })]);
    expect(await post('shop.Ticket/add', { title: '', size: 'm' })).toMatchObject({ code: 0 });
    const rules = await rows(
      `select type, name, path, component, menu_type, keepalive, title from admin_rule where name like 'shop%' order by id`,
    );
    expect(rules).toMatchObject([
      { type: 'menu_dir', name: 'shop' },
      {
        type: 'menu',
        name: 'shop/ticket',
        path: 'shop/ticket',
        component: '/src/views/backend/shop/ticket/index.vue',
        menu_type: 'tab',
        title: 'Tickets',
      },
      ...['index', 'add', 'edit', 'del', 'sortable'].map((action) => ({ type: 'button', name: `shop/ticket/${action}` })),
    ]);
  });

  it('keeps a log in their words, from which one starts again', async () => {
    const [log] = await logs();
    expect(log).toMatchObject({ table_name: 'x_shop_ticket', status: 'success', connection: '', table: table(), fields: FIELDS });
    expect((await get('crud.Crud/checkCrudLog?table=shop_ticket')).data).toEqual({ id: log?.['id'] });
    expect((await get('crud.Crud/checkCrudLog?table=x_shop_ticket')).data).toEqual({ id: log?.['id'] });
    const again = await post('crud.Crud/logStart', { id: log?.['id'] });
    expect(again).toMatchObject({ code: 1, data: { table: { ...table(), empty: false }, fields: FIELDS } });
    const logged = await post('crud.Crud/logged', { id: log?.['id'] });
    const { design, isThere } = logged.data as { readonly design: SectionDesign; readonly isThere: boolean };
    expect([design.declaration.name, design.takesTable, isThere]).toEqual(['shopTicket', undefined, true]);
    expect(await post('crud.Crud/logged', { id: 999_999 })).toMatchObject({ code: 0 });
    const own = { section: 'shopTicket', table: 'x_shop_ticket', revision: 1, status: 'success', error: '', admin: 'Admin' };
    expect((await get('crud.Crud/log')).data).toMatchObject({
      list: [{ ...own, id: log?.['id'], label: { en: 'Tickets' } }],
      hasMore: false,
    });
    expect(await generate({}, FIELDS, { type: 'log' })).toMatchObject({ code: 1 });
    expect(await rows('select title from x_shop_ticket')).toEqual([{ title: 'Cup' }]);
    expect((await get('crud.Log/index?quickSearch=ticket&limit=1')).data).toMatchObject({ total: 2, list: [{ status: 'success' }] });
    expect(await post('crud.Crud/logStart', { id: 999_999 })).toMatchObject({ code: 0 });
  });

  it('renames by their changes of the table, and keeps the values', async () => {
    const renamed = FIELDS.map((one) => (one === TITLE ? { ...TITLE, name: 'subject' } : one));
    const own = {
      quickSearchField: ['subject'],
      formFields: ['subject', 'size'],
      columnFields: ['id', 'subject'],
      designChange: [{ type: 'change-field-name', oldName: 'title', newName: 'subject', sync: true }],
    };
    expect(await generate(own, renamed, { type: 'db' })).toMatchObject({ code: 1 });
    expect(await rows('select subject from x_shop_ticket')).toEqual([{ subject: 'Cup' }]);
    const stale = await generate(own, renamed, { type: 'db' });
    expect(stale).toMatchObject({ code: 0, msg: expect.stringContaining('column title no longer exists') as string });
  });

  it('refuses with the plan what would lose values, and does it for whoever has looked', async () => {
    const without = FIELDS.filter((one) => one !== TITLE && one !== SIZE);
    const own = { quickSearchField: [], formFields: ['status'], columnFields: ['id'] };
    const refused = await generate(own, without, { type: 'db' });
    expect(refused).toMatchObject({ code: 0, msg: expect.stringContaining('subject, size') as string });
    const { steps, hash } = refused.data.plan as { steps: readonly Json[]; hash: string };
    expect(steps.map(({ id, class: risk, rows: count }) => [id, risk, count])).toEqual([
      ['dropObject:check:size', 'safe', null],
      ['dropColumn:subject', 'loses', 1],
      ['dropColumn:size', 'loses', 1],
    ]);
    expect(await rows('select subject from x_shop_ticket')).toEqual([{ subject: 'Cup' }]);
    expect((await logs())[0]).toMatchObject({ status: 'success' });
    expect(await generate(own, without, { type: 'db', confirm: 'another' })).toMatchObject({ code: 0 });
    expect(await generate(own, without, { type: 'db', confirm: hash })).toMatchObject({ code: 1 });
    expect(await rows('select gone_subject_4 from x_shop_ticket')).toEqual([{ gone_subject_4: 'Cup' }]);
  });

  it('drops a table to make it anew only for whoever has looked, and the rows wait', async () => {
    const refused = await generate();
    expect(refused).toMatchObject({ code: 0 });
    const { steps, hash } = refused.data.plan as { steps: readonly Json[]; hash: string };
    expect(steps.map(({ id, rows: count }) => [id, count])).toEqual([
      ['dropTable:x_shop_ticket', 1],
      ['createTable:x_shop_ticket', null],
    ]);
    expect(await generate({}, FIELDS, { confirm: hash })).toMatchObject({ code: 1 });
    expect(await rows('select * from x_shop_ticket')).toEqual([]);
    const [{ table_name: waiting } = {}] = await rows(`select table_name from section_kept where column_name is null`);
    expect(await rows(`select count(*)::int as rows from ${String(waiting)}`)).toEqual([{ rows: 1 }]);
  });

  it('takes a column without a value away without a word, and never a draft that somebody has kept', async () => {
    const less = { formFields: ['title'], columnFields: ['id'] };
    const without = FIELDS.filter((one) => one !== OWNER);
    expect(await generate(less, without, { type: 'db' })).toMatchObject({ code: 1 });
    const { section, published } = (await get('crud.Crud/section?name=shopTicket')).data as {
      section: { version: number };
      published: Json;
    };
    const kept = await post('crud.Crud/draft', { design: { ...published, listOrder: ['title'] }, version: section.version });
    expect(kept).toMatchObject({ code: 1 });
    const refused = await generate(less, without, { type: 'db' });
    expect(refused).toMatchObject({ code: 0, msg: expect.stringContaining('draft') as string, data: { hasDraft: true } });
    expect((await get('crud.Crud/section?name=shopTicket')).data).toMatchObject({ design: { listOrder: ['title'] } });
    const { hash } = refused.data.plan as { hash: string };
    expect(await generate(less, without, { type: 'db', confirm: hash })).toMatchObject({ code: 1 });
  });

  it.each<[string, Json, readonly Json[], string]>([
    ['two keys', {}, [ID, { ...ID, name: 'number' }, TITLE], 'key'],
    ['a snowflake key', {}, [{ ...ID, designType: 'spk' }, TITLE], 'Snowflake'],
    ['a key of another name', {}, [{ ...ID, name: 'number' }, TITLE], 'id'],
    ['a kind that nobody knows', {}, [ID, { ...TITLE, designType: 'hologram' }], 'hologram'],
    ['records of nothing', {}, [ID, TITLE, { ...OWNER, form: { 'remote-table': 'nothing' } }], 'nothing'],
    ['a password', {}, [ID, TITLE, field('pin', 'password')], ''],
    ['a reserved word', {}, [ID, TITLE, field('select', 'string')], 'select'],
    ['a choice of nothing', {}, [ID, TITLE, field('size', 'select', { type: 'enum' })], 'option'],
    ['one column twice', {}, [ID, TITLE, TITLE], 'title'],
    ["another section's address", { generateRelativePath: 'goods/goods' }, [ID, TITLE], ''],
    ['an address of calls', { generateRelativePath: 'ajax' }, [ID, TITLE], ''],
    ['a statement for a type', {}, [ID, { ...TITLE, designType: 'select', dataType: `enum('a'); drop table member` }], 'option'],
  ])('refuses %s', async (_, own, fields, said) => {
    const reply = await generate(
      { name: 'refused', generateRelativePath: '', quickSearchField: [], formFields: [], columnFields: [], ...own },
      fields,
    );
    expect([reply.code, reply.msg]).toEqual([0, expect.stringContaining(said) as string]);
    expect(await rows(`select to_regclass('x_refused') as there`)).toEqual([{ there: null }]);
  });

  it('asks for the rights of the designer', async () => {
    const { token: clerk } = await server.addAdmin('clerk', ['crud/crud/index']);
    expect((await get('crud.Log/index', clerk)).code).toBe(1);
    expect((await get('crud.Crud/checkCrudLog?table=shop_ticket', clerk)).code).toBe(1);
    const { token: stranger } = await server.addAdmin('stranger', ['dashboard']);
    for (const path of ['crud.Log/index', 'crud.Crud/checkCrudLog?table=x', 'crud.Crud/getFileData?table=x', 'crud.Crud/databaseList'])
      expect((await get(path, stranger)).code).toBe(401);
    const body = { type: 'create', table: table({ name: 'other' }), fields: [ID, TITLE] };
    for (const path of ['crud.Crud/generate', 'crud.Crud/generateCheck', 'crud.Crud/parseFieldData', 'crud.Crud/logStart'])
      expect((await post(path, { ...body, id: 1, sql: '' }, clerk)).code).toBe(401);
    expect((await post('crud.Crud/delete', { id: 1 }, clerk)).code).toBe(401);
  });

  it('makes a table anew for whoever may take sections away, and for nobody else', async () => {
    const anew = { rebuild: 'Yes', formFields: ['title'], columnFields: ['id'] };
    const drawer = await server.addAdmin('drawer', ['crud/crud/generate']);
    const body = { type: 'db', table: table(anew), fields: [ID, TITLE, SIZE] };
    const before = (await logs()).length;
    expect(await post('crud.Crud/generate', body, drawer.token)).toMatchObject({
      code: 0,
      msg: expect.stringContaining('right to delete sections') as string,
    });
    expect((await logs()).length).toBe(before);
    const remover = await server.addAdmin('remover', ['crud/crud/generate', 'crud/crud/delete']);
    expect(await post('crud.Crud/generate', body, remover.token)).toMatchObject({ code: 1 });
    expect(await rows(`select count(*)::int as waiting from section_kept where column_name is null`)).toEqual([{ waiting: 2 }]);
  });

  it('keeps no words of theirs that are none, and tells a design that holds some by its declaration', async () => {
    const { section, published } = (await get('crud.Crud/section?name=shopTicket')).data as {
      section: { version: number };
      published: { wire: { table: Json; fields: readonly Json[] } };
    };
    const wires: readonly Json[] = [
      { table: {}, fields: [{}] },
      { ...published.wire, table: { ...published.wire.table, comment: 'x'.repeat(201) } },
      { ...published.wire, fields: [{ ...TITLE, form: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`a${at}`, 1])) }] },
      { ...published.wire, fields: [] },
    ];
    for (const wire of wires)
      expect(await post('crud.Crud/draft', { design: { ...published, wire }, version: section.version })).toMatchObject({
        code: 0,
        msg: expect.stringContaining('no design') as string,
      });
    const [log] = await logs();
    await rows(
      `update section_revision set design = jsonb_set(design::jsonb, '{wire}', '{"table":{},"fields":[{}]}')::json where id = ${String(log?.['id'])}`,
    );
    expect((await logs())[0]).toMatchObject({ id: log?.['id'], table: { name: 'x_shop_ticket', rebuild: 'No' } });
    expect(await post('crud.Crud/logStart', { id: log?.['id'] })).toMatchObject({ code: 1, data: { table: { name: 'x_shop_ticket' } } });
  });

  it('leaves a section alone that a module takes while it is about to change', async () => {
    const own = { name: 'taken_over', generateRelativePath: '', quickSearchField: [], formFields: [], columnFields: [] };
    expect(await generate(own, [ID, TITLE])).toMatchObject({ code: 1 });
    const [log] = await logs();
    const { version } = ((await get('crud.Crud/section?name=takenOver')).data as { section: { version: number } }).section;
    const taken = () => rows(`update section set module_uid = 'links' where name = 'takenOver'`);
    const calls: readonly (() => Promise<{ readonly code: number; readonly msg: string }>)[] = [
      () => generate(own, [ID, TITLE, WEIGH], { type: 'db' }),
      () => post('crud.Crud/delete', { id: log?.['id'] }),
      () => post('crud.Crud/pause', { name: 'takenOver', isPaused: true }),
      () => post('crud.Crud/remove', { name: 'takenOver', version, table: 'x_taken_over' }),
    ];
    for (const ask of calls) {
      between = taken;
      const reply = await ask();
      between = nothing;
      expect([reply.code, reply.msg]).toEqual([0, expect.stringContaining('module links') as string]);
      await rows(`update section set module_uid = null where name = 'takenOver'`);
    }
    expect(await rows(`select state, revision from section where name = 'takenOver'`)).toEqual([{ state: 'live', revision: 1 }]);
    expect((await logs())[0]).toMatchObject({ id: log?.['id'], status: 'success' });
  });

  it('takes a section away and says so in the log with one end', async () => {
    const [log] = await logs();
    await rows(`create function refuse_deletion() returns trigger language plpgsql as 'begin raise exception ''no''; end'`);
    await rows(`create trigger refuse_deletion before update on section_revision for each row execute function refuse_deletion()`);
    const { status } = await server.request('/admin/crud.Crud/delete', {
      method: 'POST',
      json: { id: log?.['id'] },
      headers: { batoken: token },
    });
    await rows('drop trigger refuse_deletion on section_revision');
    expect(status).toBe(500);
    expect(await rows(`select state from section where name = 'takenOver'`)).toEqual([{ state: 'live' }]);
    expect(await post('crud.Crud/delete', { id: log?.['id'] })).toMatchObject({ code: 1 });
    expect(await rows(`select state from section where name = 'takenOver'`)).toEqual([]);
    expect((await logs()).filter((one) => one['table_name'] === 'x_taken_over').map((one) => one['status'])).toEqual(['delete', 'delete']);
  });

  it('looks all tables through so many times for one administrator, and then for others still', async () => {
    const { token: other } = await server.addAdmin('looker', ['crud/crud/generate']);
    for (const path of ['crud.Crud/tables', 'crud.Crud/databaseList']) {
      await rows('delete from throttle_counter');
      expect((await get(path)).code).toBe(1);
      await rows(`update throttle_counter set count = ${STANDING_TABLES_READ.count} where key like 'standing-tables:%'`);
      expect(await get(path)).toMatchObject({ code: 0, msg: expect.stringContaining('Too many attempts') as string });
      expect((await get(path, other)).code).toBe(1);
    }
    await rows('delete from throttle_counter');
  });

  it('speaks the older dialect, in which a default and an operator are other words', async () => {
    const older = FIELDS.map(({ defaultType, ...one }): Json => ({
      ...one,
      default: { NONE: 'none', NULL: 'null', 'EMPTY STRING': 'empty string' }[String(defaultType)] ?? one['default'],
    })).map((one) => (one['name'] === 'status' ? { ...one, table: { operator: '=' } } : one));
    const {
      designChange: _change,
      rebuild: _rebuild,
      databaseConnection: _connection,
      generateRelativePath: _path,
      ...plain
    } = table({ name: 'older_ticket' });
    // It does not say where it began.
    expect(await post('crud.crud/generate', { table: plain, fields: older })).toMatchObject({ code: 1 });
    expect(await post('crud.crud/generate', { table: { ...plain, comment: 'Old tickets' }, fields: older })).toMatchObject({ code: 1 });
    expect(await post('older.ticket/add', { title: 'Pot', size: 's' })).toMatchObject({ code: 1 });
    const { list } = (await get('older.ticket/index?quick_search=po')).data as { list: readonly Json[] };
    expect(list).toMatchObject([{ title: 'Pot', size: 's', status: '1', createtime: expect.any(Number) as number }]);
    const columns = (await post('crud.crud/parseFieldData', { type: 'db', table: 'x_older_ticket' })).data.columns as Readonly<
      Record<string, Json>
    >;
    expect([columns['id']?.['default'], columns['title']?.['default'], columns['owner_id']?.['default']]).toEqual([
      'none',
      'empty string',
      'null',
    ]);
    expect((await get('crud.crud/databaseList')).data.dbs).toMatchObject({ x_older_ticket: 'x_older_ticket' });
  });

  it('stays where it is when its table is chosen by its whole name, and needs no directory of one letter', async () => {
    const own = { name: 'whole_name', generateRelativePath: 'whole_name', formFields: ['title'], columnFields: ['id', 'title'] };
    const fields = [ID, TITLE];
    expect(await generate(own, fields, { type: 'create' })).toMatchObject({ code: 1 });
    expect(await generate({ ...own, name: 'x_whole_name', generateRelativePath: 'x_whole_name' }, fields, { type: 'db' })).toMatchObject({
      code: 1,
    });
    expect((await get('whole.Name/index')).data).toMatchObject({ list: [] });
    expect(await generate({ ...own, name: 'a_thing', generateRelativePath: 'a_thing' }, fields, { type: 'create' })).toMatchObject({
      code: 1,
    });
    expect((await get('a.Thing/index')).data).toMatchObject({ list: [] });
  });

  it('makes a section over a table that stands, and leaves the table when its log is deleted', async () => {
    await rows('create table stock_item (id serial primary key, label varchar(20) not null, count int)');
    await rows(`insert into stock_item (label, count) values ('Cup', 3)`);
    expect((await get('ajax/getTableList?quickSearch=stock')).data.list).toMatchObject([{ table: 'stock_item' }]);
    const { columns } = (await post('crud.Crud/parseFieldData', { type: 'db', table: 'stock_item' })).data as {
      columns: Readonly<Record<string, Json>>;
    };
    const fields = Object.values(columns).map((one) => ({ ...one, title: one['name'], length: 0, precision: 0, table: {}, form: {} }));
    const names = Object.keys(columns);
    const own = { name: 'stock_item', generateRelativePath: '', quickSearchField: [], formFields: names, columnFields: names };
    expect(await generate(own, fields, { type: 'db' })).toMatchObject({ code: 1 });
    expect((await get('stock.Item/index')).data.list).toMatchObject([{ id: 1, label: 'Cup', count: 3 }]);
    const [log] = await logs();
    expect(log).toMatchObject({ table_name: 'stock_item', status: 'success' });
    const anew = await generate({ ...own, rebuild: 'Yes' }, fields, { type: 'db' });
    expect(anew).toMatchObject({ code: 0, msg: 'The table stock_item existed before its section, so it cannot be rebuilt' });
    expect(await post('crud.Crud/delete', { id: log?.['id'] })).toMatchObject({ code: 1 });
    expect((await server.request('/admin/stock.Item/index', { headers: { batoken: token } })).status).toBe(404);
    expect(await rows('select label, count from stock_item')).toEqual([{ label: 'Cup', count: 3 }]);
    expect(await rows(`select name from admin_rule where name like 'stock%'`)).toEqual([]);
    expect((await logs())[0]).toMatchObject({ table_name: 'stock_item', status: 'delete' });
    expect((await get('crud.Crud/checkCrudLog?table=stock_item')).data).toEqual({ id: 0 });
    // Its table stayed: whoever begins from its log takes it again.
    const again = await post('crud.Crud/logged', { id: log?.['id'] });
    expect(again.data).toMatchObject({ design: { declaration: { table: 'stock_item' }, takesTable: true }, isThere: false });
    const list = (await get('crud.Crud/log')).data.list as readonly Json[];
    expect(list.find(({ id }) => id === log?.['id'])).toMatchObject({ section: 'stockItem', table: 'stock_item', status: 'delete' });
    expect(await generate(own, fields, { type: 'log' })).toMatchObject({ code: 1 });
    expect((await get('stock.Item/index')).data.list).toMatchObject([{ id: 1, label: 'Cup', count: 3 }]);
  });

  it('makes no table anew whose records another section names', async () => {
    const parent = {
      name: 'shelf',
      generateRelativePath: '',
      quickSearchField: ['title'],
      formFields: ['title'],
      columnFields: ['id', 'title'],
    };
    expect(await generate(parent, [ID, TITLE])).toMatchObject({ code: 1 });
    const shelf = field('shelf_id', 'remoteSelect', {
      ...OWNER,
      name: 'shelf_id',
      form: { 'remote-table': 'shelf', 'remote-pk': 'id', 'remote-field': 'title', 'relation-fields': 'title', 'remote-controller': '' },
    });
    const child = { ...parent, name: 'book', formFields: ['title', 'shelf_id'], columnFields: ['id', 'title'] };
    expect(await generate(child, [ID, TITLE, shelf])).toMatchObject({ code: 1 });
    const anew = await generate({ ...parent, rebuild: 'Yes' }, [ID, TITLE]);
    expect(anew.msg).toContain('Other sections have fields that name records of this one');
  });

  it('keeps so many refused designs of one administrator in its log', async () => {
    const { kysely } = server.database;
    const refused = async () =>
      Number(
        (
          await kysely
            .selectFrom('section_revision')
            .select((row) => row.fn.countAll().as('count'))
            .where('status', '=', 'error')
            .executeTakeFirstOrThrow()
        ).count,
      );
    const [one] = await kysely.selectFrom('section_revision').selectAll().where('status', '=', 'error').execute();
    const { id: _id, ...values } = one!;
    const many = Array.from({ length: 100 - (await refused()) }, () => ({
      ...values,
      plan: '[]',
      design: JSON.stringify(values.design),
      renames: JSON.stringify(values.renames),
    }));
    await kysely.insertInto('section_revision').values(many).execute();
    expect(await generate({ name: 'stock_item', generateRelativePath: '', rebuild: 'Yes' }, [ID, TITLE])).toMatchObject({ code: 0 });
    expect(await refused()).toBe(100);
  });

  it('does once what is sent twice', async () => {
    const twice = { type: 'create', table: table({ name: 'once_only', generateRelativePath: '' }), fields: [ID, TITLE] };
    const headers = { batoken: token, 'idempotency-key': 'generate-once' };
    const [first, second] = [
      await server.request('/admin/crud.Crud/generate', { method: 'POST', json: twice, headers }),
      await server.request('/admin/crud.Crud/generate', { method: 'POST', json: twice, headers }),
    ];
    expect([first.body?.data, second.body?.data]).toEqual([{ revision: 1 }, { revision: 1 }]);
  });
});
