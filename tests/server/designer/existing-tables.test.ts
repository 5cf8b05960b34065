import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as designer from '#api/contract/designer/designer';
import { listStandingTables, parseFieldData } from '#api/contract/designer/existing-tables';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { SectionDesign } from '#domain/designer/section-design';
import { readCatalogue } from '#server/db/sections/catalogue';
import { rollBackSteps } from '#server/features/designer/run-steps';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const CUSTOMERS = [
  `create type mood as enum ('happy', 'cross')`,
  `create table customers (id serial primary key, full_name varchar(60) not null, note text, mood mood default 'happy', credit numeric(10,2),
     is_open boolean, visits smallint not null default 0, born date, seen timestamp with time zone, secret uuid not null,
     size char(1) check (size in ('s', 'm')), "Odd" int, category_id int, created_at timestamp not null default now())`,
  `create unique index customers_by_name on customers (full_name)`,
  `comment on table customers is 'Customers'`,
  `comment on column customers.full_name is 'Name'`,
  `insert into customers (full_name, note, mood, credit, is_open, visits, born, seen, secret, size, "Odd") values
     ('Ann', null, 'cross', 12.50, true, 3, '2000-02-29', '2026-01-02 03:04:05.678+00', '00000000-0000-0000-0000-000000000001', 's', 7),
     ('Bob', 'x', null, null, null, 0, null, null, '00000000-0000-0000-0000-000000000002', null, null)`,
];
const OTHERS = [
  'create table loose (word varchar(20))',
  `insert into loose values ('one'), ('two')`,
  'create table by_code (code varchar(10) primary key, name text)',
  'create table pairs (a int, b int, primary key (a, b))',
  'create view seen_customers as select 1 as id',
  'create table "Shouting" (id int primary key)',
  'create table gone_old_1 (id int primary key)',
  'create table divided (id int) partition by range (id)',
];

const changed = (design: SectionDesign, fields: Readonly<Record<string, object | null>>): SectionDesign => ({
  ...design,
  declaration: {
    ...design.declaration,
    fields: Object.fromEntries(
      Object.entries({ ...design.declaration.fields, ...fields }).flatMap(([key, field]) => (field === null ? [] : [[key, field]])),
    ) as SectionDesign['declaration']['fields'],
  },
});

describe.each(dealtKinds())('tables that stand, on %s', (kind) => {
  let server: TestServer;
  let token: string;

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
    for (const statement of [...CUSTOMERS, ...OTHERS]) await all(statement);
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const all = async (statement: string) => (await sql.raw<Record<string, unknown>>(statement).execute(server.database.kysely)).rows;

  async function publish(design: SectionDesign, choices: Parameters<typeof call<typeof designer.planSection>>[1]['choices'] = {}) {
    const { name } = design.declaration;
    const { list } = await call(designer.listSections, {});
    const version = list.find((one) => one.name === name)?.version ?? 0;
    const draft = await call(designer.saveDraft, { design, version });
    expect(draft.issues).toEqual([]);
    const plan = await call(designer.planSection, { name, choices });
    return { plan, publish: () => call(designer.publishSection, { name, version: draft.version, hash: plan.hash, choices }) };
  }
  const found = async (table: string) => {
    const { design, ...rest } = await call(parseFieldData, { type: 'db', table });
    return { ...rest, design: design as SectionDesign };
  };
  it('are told with their rows and with why some cannot be taken; of the program none is', async () => {
    const { list } = await call(listStandingTables, {});
    expect(list.map(({ table, rows, canBeTaken, left, reason }) => ({ table, rows, canBeTaken, left, reason }))).toEqual([
      { table: 'Shouting', rows: 0, canBeTaken: false, left: 0, reason: expect.stringContaining('small letters') as string },
      {
        table: 'by_code',
        rows: 0,
        canBeTaken: false,
        left: 0,
        reason: expect.stringContaining('the key of this table is another') as string,
      },
      { table: 'customers', rows: 2, canBeTaken: true, left: 1, reason: '' },
      { table: 'divided', rows: null, canBeTaken: false, left: 0, reason: expect.stringContaining('not a regular table') as string },
      { table: 'loose', rows: 2, canBeTaken: true, left: 0, reason: '' },
      {
        table: 'pairs',
        rows: 0,
        canBeTaken: false,
        left: 0,
        reason: expect.stringContaining('the key of this table is another') as string,
      },
      { table: 'seen_customers', rows: null, canBeTaken: false, left: 0, reason: expect.stringContaining('not a regular table') as string },
    ]);
    const clerk = await server.addAdmin('clerk', ['crud/crud/index']);
    await expect(call(listStandingTables, {}, { token: clerk.token })).rejects.toThrow('permission');
    await expect(call(parseFieldData, { type: 'db', table: 'customers' }, { token: clerk.token })).rejects.toThrow('permission');
  });

  it.each(['admin', 'token', 'section', 'gone_old_1', 'pg_class', 'kysely_migration', 'nothing', '', 'customers; drop table customers'])(
    'are not read where they are not for sections: %s',
    async (table) => {
      await expect(call(parseFieldData, { type: 'db', table })).rejects.toThrow(`There is no table ${table}`.trim());
    },
  );

  it('are read as fields of clients of the family, and as a design of ours', async () => {
    const { columns, comment, empty, design, left, section } = await found('customers');
    expect({ comment, empty, section, left: left.map(({ column }) => column) }).toEqual({
      comment: 'Customers',
      empty: false,
      section: null,
      left: ['secret', 'Odd'],
    });
    expect(Object.values(columns).map(({ name, dataType, designType, null: isNull }) => [name, dataType, designType, isNull])).toEqual([
      ['id', 'int', 'pk', false],
      ['full_name', 'varchar(60)', 'string', false],
      ['note', 'text', 'textarea', true],
      ['mood', `enum('happy','cross')`, 'radio', true],
      ['credit', 'decimal(10,2)', 'number', true],
      ['is_open', 'tinyint(1)', 'number', true],
      ['visits', 'smallint', 'number', false],
      ['born', 'date', 'date', true],
      ['seen', 'timestamp', 'datetime', true],
      ['size', 'char(1)', 'string', true],
      ['Odd', 'int', 'number', true],
      ['category_id', 'int', 'remoteSelect', true],
      ['created_at', 'datetime', 'datetime', false],
    ]);
    const { fields, ...section_ } = design.declaration;
    expect(section_).toMatchObject({ name: 'customers', controller: 'x.Customers', table: 'customers', titleField: 'fullName' });
    expect(Object.entries(fields).map(([key, { kind: of }]) => `${key} ${of}`)).toEqual([
      'id id',
      'fullName string',
      'note textarea',
      'mood radio',
      'credit number',
      'isOpen switch',
      'visits integer',
      'born date',
      'seen dateTime',
      'size select',
      'categoryId integer',
      'createdAt createTime',
      'version version',
      'updateTime updateTime',
    ]);
    expect([design.shape, design.takesTable]).toEqual([{ unique: [['fullName']], indexes: [], foreignKeys: 'none' }, true]);
  });

  it('become sections by a plan that adds what is missing, and keep their values', async () => {
    const { design } = await found('customers');
    const { plan, publish: go } = await publish(design);
    expect(plan.steps.map(({ id, class: risk, rows, converted, stopping }) => [id, risk, rows, converted, stopping])).toEqual([
      ['adoptKey:type', 'safe', null, 0, 0],
      ['dropObject:customers_size_check', 'safe', null, 0, 0],
      ['adopt:full_name', 'safe', null, 0, 0],
      ['adopt:note', 'safe', 0, 1, 0],
      ['adopt:mood', 'safe', 0, 1, 0],
      ['adopt:credit', 'mayLose', 0, 0, 0],
      ['adopt:is_open', 'safe', 0, 1, 0],
      ['adopt:visits', 'safe', null, 0, 0],
      ['adopt:seen', 'mayLose', 0, 1, 0],
      ['adopt:size', 'safe', 0, 1, 0],
      ['adopt:category_id', 'safe', null, 0, 0],
      ['adopt:created_at', 'mayLose', 0, 2, 0],
      ['adopt:names', 'safe', null, 0, 0],
      ['loosen:secret', 'safe', null, 0, 0],
      ['addColumn:version', 'safe', null, 0, 0],
      ['addColumn:update_time', 'safe', null, 0, 0],
      ['setOptions:mood', 'mayRefuse', 0, 0, 0],
      ['setOptions:is_open', 'mayRefuse', 0, 0, 0],
      ['setOptions:size', 'mayRefuse', 0, 0, 0],
    ]);
    await go();
    const calls = resourceEndpoints(design.declaration);
    const { list = [] } = await call(calls.list, { order: 'id,asc' });
    expect(list.map(({ created_at: at, update_time: time, ...row }) => ({ ...row, hasTimes: Number(at) > 0 && Number(time) > 0 }))).toEqual(
      [
        {
          id: 1,
          full_name: 'Ann',
          note: '',
          mood: 'cross',
          credit: 12.5,
          is_open: '1',
          visits: 3,
          born: '2000-02-29',
          seen: Date.UTC(2026, 0, 2, 3, 4, 5) / 1000,
          size: 's',
          category_id: null,
          version: 1,
          hasTimes: true,
        },
        {
          id: 2,
          full_name: 'Bob',
          note: 'x',
          mood: '',
          credit: null,
          is_open: '0',
          visits: 0,
          born: null,
          seen: null,
          size: '',
          category_id: null,
          version: 1,
          hasTimes: true,
        },
      ],
    );
    // What is no field stays, and the numbers go on.
    const added = await call(calls.add, { full_name: 'Cy', visits: 1 });
    expect(added).toMatchObject({ id: 3 });
    expect((await all('select id, "Odd", secret from customers order by id')).map((row) => [row['id'], row['Odd'], row['secret']])).toEqual(
      [
        [1, 7, '00000000-0000-0000-0000-000000000001'],
        [2, null, '00000000-0000-0000-0000-000000000002'],
        [3, null, null],
      ],
    );
    await expect(call(calls.add, { full_name: 'Cy', visits: 1 })).rejects.toThrow('Already taken');
    expect(await call(parseFieldData, { type: 'db', table: 'customers' })).toMatchObject({ section: 'customers', design: null });
    expect((await call(listStandingTables, {})).list.find(({ table }) => table === 'customers')?.reason).toContain('customers');
  });

  it('are designed on like any other, and stand when the section goes', async () => {
    const { section, published } = await call(designer.readSection, { name: 'customers' });
    expect(section.origin).toBe('table');
    const design = changed(published as SectionDesign, { note: null, town: { kind: 'string', maxLength: 40, label: { en: 'Town' } } });
    const { publish: go } = await publish(design);
    await go();
    expect((await all('select town from customers')).map(({ town }) => town)).toEqual(['', '', '']);
    const { section: now } = await call(designer.readSection, { name: 'customers' });
    await call(designer.removeSection, { name: 'customers', version: now.version, table: 'customers' });
    expect((await all('select id, full_name from customers order by id')).map(({ full_name: name }) => name)).toEqual(['Ann', 'Bob', 'Cy']);
    await expect(call(resourceEndpoints(design.declaration).list, {})).rejects.toThrow('http');
    expect((await call(listStandingTables, {})).list.find(({ table }) => table === 'customers')).toMatchObject({
      canBeTaken: true,
      rows: 3,
    });
  });

  it('get a key where they have none, and are as they were when the plan is taken back', async () => {
    const { design } = await found('loose');
    expect(Object.keys(design.declaration.fields)).toEqual(['id', 'word', 'version', 'createTime', 'updateTime']);
    const catalogue = () => readCatalogue(server.database.kysely, 'loose');
    const before = [await catalogue(), await all('select * from loose order by word')];
    const { publish: go } = await publish(design);
    await go();
    const { list = [] } = await call(resourceEndpoints(design.declaration).list, { order: 'id,asc' });
    expect(list.map(({ id, word }) => [id, word])).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    const { version } = (await call(designer.readSection, { name: 'loose' })).section;
    await call(designer.removeSection, { name: 'loose', version, table: 'loose' });
    const { plan } = await server.database.kysely
      .selectFrom('section_revision')
      .select('plan')
      .where('section', '=', 'loose')
      .where('status', '=', 'success')
      .executeTakeFirstOrThrow();
    await rollBackSteps(server.database.kysely, plan);
    expect([await catalogue(), await all('select * from loose order by word')]).toEqual(before);
  });

  it('are taken by nobody who does not say so, nor by fields that cannot hold their values', async () => {
    const { design } = await found('loose');
    const { takesTable: _taken, ...plain } = design;
    await call(designer.saveDraft, { design: plain, version: 0 });
    await expect(call(designer.planSection, { name: 'loose' })).rejects.toThrow('There is a table loose already');
    const { version } = await call(designer.saveDraft, {
      design: changed(design, { word: { kind: 'date', label: { en: 'Word' } } }),
      version: 1,
    });
    await expect(call(designer.planSection, { name: 'loose' })).rejects.toThrow('The column word stands in the table');
    await call(designer.saveDraft, { design: { ...design, declaration: { ...design.declaration, table: 'by_code' } }, version });
    await expect(call(designer.planSection, { name: 'loose' })).rejects.toThrow('the key of this table is another');
    await call(designer.saveDraft, {
      design: { ...design, declaration: { ...design.declaration, table: 'member' } },
      version: version + 1,
    });
    await expect(call(designer.planSection, { name: 'loose' })).rejects.toThrow('member');
    expect(await all('select * from loose')).toEqual([{ word: 'one' }, { word: 'two' }]);
  });

  it('come from statements too, which are never run', async () => {
    const sqlText = `create table shop_order (no varchar(20) not null unique comment 'Number', state enum('open','paid') not null default 'open'
      comment 'State:open=Open,paid=Paid', total decimal(10,2), is_urgent tinyint(1) default 1, userName varchar(40), order_time int unsigned,
      primary key (no)) comment='Orders'`;
    const parsed = await call(parseFieldData, { type: 'sql', sql: sqlText });
    expect([parsed.comment, parsed.empty, parsed.left, Object.keys(parsed.columns)]).toEqual([
      'Orders',
      true,
      [],
      ['no', 'state', 'total', 'is_urgent', 'userName', 'order_time'],
    ]);
    const design = parsed.design as SectionDesign;
    expect(await all(`select to_regclass('shop_order') as one, to_regclass('x_shop_order') as other`)).toEqual([
      { one: null, other: null },
    ]);
    const { plan, publish: go } = await publish(design);
    expect(plan.steps.map(({ id }) => id)).toEqual(['createTable:x_shop_order']);
    await go();
    const calls = resourceEndpoints(design.declaration);
    const added = await call(calls.add, {
      no: 'A1',
      state: 'paid',
      total: 9.5,
      is_urgent: '1',
      user_name: 'Ann',
      order_time: 1_700_000_000,
    });
    expect((await call(calls.list, {})).list).toMatchObject([
      { id: added?.id, no: 'A1', state: 'paid', total: 9.5, is_urgent: '1', user_name: 'Ann', order_time: 1_700_000_000 },
    ]);
    await expect(call(parseFieldData, { type: 'sql', sql: 'create table x (a int);\ndrop table member' })).rejects.toMatchObject({
      failure: { fields: { sql: expect.stringContaining('Line 2') as string } },
    });
  });
});
