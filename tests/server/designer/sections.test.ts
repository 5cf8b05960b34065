import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as designer from '#api/contract/designer/designer';
import { liveSections } from '#api/contract/designer/live-sections';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { NO_RENAMES, PLAIN_SHAPE, type SectionDesign } from '#domain/designer/section-design';
import type { Resource } from '#domain/table/resource';
import { createServerApp } from '#server/app';
import type { AdminCaller } from '#server/base/caller';
import { readCatalogue } from '#server/db/sections/catalogue';
import type { Tables } from '#server/db/tables/tables';
import { changing } from '#server/features/designer/designer-transaction';
import { SessionEnded } from '#server/base/refusal';
import { sweepDesigner } from '#server/features/designer/sweep-designer';
import { dealtKinds } from '#tests/support/dealt.ts';
import { interruptible } from '#tests/support/processes/interruptible.ts';
import { createDesigning, labelled, TICKET, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const late = (more: Parameters<typeof ticketDesign>[0]) =>
  ticketDesign({ name: 'late', controller: 'x.Late', table: 'x_late', label: labelled('Late'), ...more });
const named = (en: string) => ticketDesign({ name: 'again', controller: 'x.Again', table: 'x_again', label: labelled(en) });

describe.each(dealtKinds())('sections that are designed in the browser, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let kill: (after: number) => void;
  const calls = resourceEndpoints(TICKET);

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      wrap: (database) => {
        const own = interruptible(database);
        kill = own.after;
        return own.database;
      },
    });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const stored = async (table = 'x_ticket') =>
    (await sql.raw<Record<string, unknown>>(`select * from ${table} order by id`).execute(server.database.kysely)).rows;

  const { draft, plan, publish, remove } = createDesigning(call);

  it('work at once: calls, menu, rights and the declaration for open back offices', async () => {
    await expect(call(calls.list, {})).rejects.toThrow('http');
    expect(await publish(ticketDesign())).toEqual({ revision: 1 });
    const added = await call(calls.add, { title: 'Cup', colour: 'green', size: 's' });
    const { list } = await call(calls.list, {});
    expect(list).toEqual([expect.objectContaining({ id: added?.id, title: 'Cup', colour: 'green', size: 's' })]);
    const rules = await server.database.kysely
      .selectFrom('admin_rule')
      .select(['name', 'title', 'type'])
      .where('name', 'like', 'x/ticket%')
      .orderBy('id')
      .execute();
    expect(rules).toEqual([
      { name: 'x/ticket', title: '工单', type: 'menu' },
      ...['index', 'add', 'edit', 'del', 'sortable'].map((action) => ({
        name: `x/ticket/${action}`,
        title: `menu.action.${action}`,
        type: 'button',
      })),
    ]);
    const { list: declarations } = await call(liveSections, { names: 'ticket' });
    // The order of the fields is that of the form.
    expect(declarations.flatMap(({ declaration }) => Object.keys((declaration as Resource).fields))).toEqual(Object.keys(TICKET.fields));
    expect(declarations).toEqual([{ declaration: ticketDesign().declaration, revision: 1 }]);
    const clerk = await server.addAdmin('clerk', ['dashboard']);
    expect((await call(liveSections, { names: '' }, { token: clerk.token })).list).toEqual([]);
    await expect(call(calls.list, {}, { token: clerk.token })).rejects.toThrow('permission');
    await expect(call(designer.saveDraft, { design: ticketDesign(), version: 0 }, { token: clerk.token })).rejects.toThrow('permission');
  });

  it('keep all values when a field and the table get another name', async () => {
    const before = await stored();
    const renamed = ticketDesign({ table: 'x_call' }, { colour: null, tint: TICKET.fields['colour']! });
    await publish(renamed, { columns: { colour: 'tint' }, options: {} });
    expect(await stored('x_call')).toEqual(before.map(({ colour, ...row }) => ({ ...row, tint: colour })));
    const [last] = (await call(designer.listRevisions, { name: 'ticket' })).list;
    expect([last?.renames, last?.admin, last?.status]).toEqual([{ columns: { colour: 'tint' }, options: {} }, 'Admin', 'success']);
    await publish(ticketDesign(), { columns: { tint: 'colour' }, options: {} });
    expect(await stored()).toEqual(before);
  });

  it('have a draft while something is kept that publishing would change', async () => {
    const drawn = [
      [ticketDesign({}, { colour: null }), NO_RENAMES, true],
      [ticketDesign(), NO_RENAMES, false],
      [ticketDesign(), { columns: {}, options: { size: { s: 'm', m: 's' } } }, true],
      [ticketDesign(), NO_RENAMES, false],
    ] as const;
    for (const [design, renames, hasDraft] of drawn) {
      await draft(design, renames);
      expect((await call(designer.listSections, {})).list).toMatchObject([{ name: 'ticket', hasDraft }]);
    }
  });

  it('say what a change loses, keep it, and bring it back with the former design', async () => {
    const before = await stored();
    const without = ticketDesign({}, { colour: null });
    await draft(without);
    const { steps, isRehearsed } = await plan('ticket');
    expect(isRehearsed).toBe(true);
    expect(steps.map(({ id, class: risk, rows, examples }) => ({ id, risk, rows, examples }))).toEqual([
      { id: 'dropColumn:colour', risk: 'loses', rows: 1, examples: [1] },
    ]);
    expect(await stored()).toEqual(before);
    await publish(without);
    expect((await call(calls.list, {})).list?.[0]).not.toHaveProperty('colour');
    const { section } = await call(designer.readSection, { name: 'ticket' });
    const { version } = await call(designer.revertSection, { name: 'ticket', version: section.version });
    const back = await plan('ticket');
    expect(back.steps.map(({ id, returned }) => [id, returned])).toEqual([['bringBack:colour', 1]]);
    await call(designer.publishSection, { name: 'ticket', version, hash: back.hash, choices: {} });
    expect(await stored()).toEqual(before);
    expect(await server.database.kysely.selectFrom('section_kept').selectAll().execute()).toEqual([]);
  });

  it('say how many values come back where a field is of its former kind again', async () => {
    const before = await stored();
    const counted = ticketDesign({}, { colour: { kind: 'integer', label: labelled('Colour') } });
    await publish(counted, NO_RENAMES, { 'changeType:colour': { act: 'keep' } });
    expect((await stored())[0]).not.toMatchObject({ colour: 'green' });
    await draft(ticketDesign());
    const { steps } = await plan('ticket');
    expect(steps.filter(({ kind }) => kind === 'changeType').map(({ id, rows, returned }) => [id, rows, returned])).toEqual([
      ['changeType:colour', 0, 1],
    ]);
    await publish(ticketDesign());
    expect(await stored()).toEqual(before);
  });

  it('refuse rows that stand against a change, by their number, and change nothing', async () => {
    const before = await stored();
    const narrow = ticketDesign({}, { size: { ...TICKET.fields['size'], options: ['m', 'l'] } });
    await draft(narrow);
    const { steps } = await plan('ticket');
    expect(steps.find(({ id }) => id === 'setOptions:size')).toMatchObject({ class: 'loses', rows: 1, stopping: 1, examples: [1] });
    await expect(publish(narrow)).rejects.toThrow('1 record conflicts with the change of size');
    expect(await stored()).toEqual(before);
    await publish(narrow, NO_RENAMES, { 'setOptions:size': { act: 'empty' } });
    expect((await stored())[0]).toMatchObject({ size: '' });
    await publish(ticketDesign());
  });

  it('refuse a plan that was not looked at, and two who design at once', async () => {
    const { version } = await draft(ticketDesign({}, { note: { kind: 'string', label: labelled('Note') } }));
    await expect(call(designer.publishSection, { name: 'ticket', version, hash: 'another', choices: {} })).rejects.toThrow(
      'has changed since it was looked at',
    );
    await expect(call(designer.saveDraft, { design: ticketDesign(), version: version - 1 })).rejects.toThrow('Somebody else');
    await publish(ticketDesign());
  });

  it.each([
    ["the program's table", { table: 'token' }, 'table'],
    ['a shipped controller', { controller: 'goods.Goods' }, 'controller'],
    ['an address above rights of the program', { controller: 'auth' }, 'controller'],
    ["an address among a page's rights", { controller: 'auth.admin.edit' }, 'controller'],
    ['a reserved word', { fields: { order: { kind: 'string', label: labelled('Order') } } }, 'fields.order'],
  ])('cannot be published with %s', async (_, own, at) => {
    const { issues } = await draft(ticketDesign(own as Partial<Resource>));
    expect(issues.map((one) => one.at)).toEqual([at]);
    await expect(plan('ticket')).rejects.toThrow(/belongs to the program|answers at this address|lie at this address|cannot be the name/u);
    await publish(ticketDesign());
  });

  it('give nobody rights who had a rule of that name before there was the call', async () => {
    const { kysely } = server.database;
    const clerk = await server.addAdmin('early_clerk', ['auth', 'auth/rule', 'auth/rule/add', 'auth/rule/index', 'dashboard']);
    const [own] = await kysely.selectFrom('admin_rule').select('id').where('name', '=', 'dashboard').execute();
    await publish(late({ calls: ['list', 'read', 'add'] }));
    const claim = (name: string) =>
      server.request('/admin/auth.Rule/add', {
        method: 'POST',
        token: clerk.token,
        json: { pid: own?.id, type: 'button', title: name, name, status: '1' },
      });
    expect([(await claim('x/late/del')).body?.code, (await claim('x/late/index')).body?.code]).toEqual([1, 0]);
    const held = async () => {
      const { rows } = await sql<{ name: string }>`select admin_rule.name from admin_rule join admin_group
        on admin_rule.id::text = any(string_to_array(admin_group.rules, ',')) where admin_group.id = ${clerk.groupId} and admin_rule.name like 'x/late%'
        order by admin_rule.name`.execute(kysely);
      return rows.map(({ name }) => name);
    };
    expect(await held()).toEqual(['x/late/del']);
    await publish(late({}));
    expect(await held()).toEqual([]);
    expect((await server.request('/admin/x.Late/del', { method: 'DELETE', token: clerk.token, json: { ids: [1] } })).body?.code).toBe(401);
    // Whoever is given it now keeps it with what is published later.
    await sql`update admin_group set rules = rules || ',' || (select id::text from admin_rule where name = 'x/late/del')
      where id = ${clerk.groupId}`.execute(kysely);
    await publish(late({ label: labelled('Later') }));
    expect(await held()).toEqual(['x/late/del']);
    const { section } = await call(designer.readSection, { name: 'late' });
    await call(designer.removeSection, { name: 'late', version: section.version, table: 'x_late' });
  });

  it('leave rules alone that lie at their address and are not theirs', async () => {
    const rules = async () =>
      server.database.kysely
        .selectFrom('admin_rule')
        .select(['id', 'name', 'pid', 'status'])
        .where('title', '=', 'Own')
        .orderBy('id')
        .execute();
    const page = await server.database.kysely
      .selectFrom('admin_rule')
      .select(['id', 'pid'])
      .where('name', '=', 'x/ticket')
      .executeTakeFirstOrThrow();
    for (const name of ['x/ticket/export', 'x/ticket/comment/index'])
      await server.database.kysely
        .insertInto('admin_rule')
        .values({ pid: page.id, type: 'button', title: 'Own', name, create_time: 0, update_time: 0 })
        .execute();
    const before = await rules();
    await call(designer.pauseSection, { name: 'ticket', isPaused: true });
    expect(await rules()).toEqual(before);
    await call(designer.pauseSection, { name: 'ticket', isPaused: false });
    await publish(ticketDesign({ controller: 'x.Call' }));
    expect(await rules()).toEqual(before);
    // The way back leads over them.
    const { issues } = await draft(ticketDesign());
    expect(issues).toEqual([{ at: 'controller', message: expect.stringContaining('x/ticket/export') }]);
    const { section } = await call(designer.readSection, { name: 'ticket' });
    await call(designer.removeSection, { name: 'ticket', version: section.version, table: 'x_ticket' });
    expect(await rules()).toEqual(before.map((rule) => ({ ...rule, pid: page.pid })));
    expect(await server.database.kysely.selectFrom('admin_rule').select('id').where('name', 'like', 'x/call%').execute()).toEqual([]);
    await server.database.kysely.deleteFrom('admin_rule').where('title', '=', 'Own').execute();
    await publish(ticketDesign());
    await call(calls.add, { title: 'Cup', colour: 'green', size: 's' });
  });

  const statusOf = async (like: string) =>
    Object.fromEntries(
      (
        await server.database.kysely.selectFrom('admin_rule').select(['name', 'status']).where('name', 'like', like).orderBy('id').execute()
      ).map(({ name, status }) => [name, status]),
    );
  const setRule = (name: string, status: '0' | '1') =>
    server.database.kysely.updateTable('admin_rule').set({ status }).where('name', '=', name).execute();

  it('leave rights away that somebody took, through a pause and whatever is published', async () => {
    const all = await statusOf('x/ticket%');
    expect(new Set(Object.values(all))).toEqual(new Set(['1']));
    await setRule('x/ticket/del', '0');
    const taken = { ...all, 'x/ticket/del': '0' };
    const off = Object.fromEntries(Object.keys(all).map((name) => [name, '0']));
    for (const isPaused of [true, true]) await call(designer.pauseSection, { name: 'ticket', isPaused });
    expect(await statusOf('x/ticket%')).toEqual(off);
    await call(designer.pauseSection, { name: 'ticket', isPaused: false });
    expect(await statusOf('x/ticket%')).toEqual(taken);
    await publish(ticketDesign({ label: labelled('Calls') }));
    expect(await statusOf('x/ticket%')).toEqual(taken);
    // Publishing resumes a section that pauses.
    await call(designer.pauseSection, { name: 'ticket', isPaused: true });
    await publish(ticketDesign());
    expect(await statusOf('x/ticket%')).toEqual(taken);
    // A right that no call asks for is off, and on again with the call; the page that somebody hid is hidden on.
    await setRule('x/ticket', '0');
    await publish(ticketDesign({ calls: ['list', 'read', 'add', 'remove', 'sort'] }));
    expect(await statusOf('x/ticket%')).toEqual({ ...taken, 'x/ticket': '0', 'x/ticket/edit': '0' });
    await call(designer.pauseSection, { name: 'ticket', isPaused: true });
    await call(designer.pauseSection, { name: 'ticket', isPaused: false });
    expect(await statusOf('x/ticket%')).toEqual({ ...taken, 'x/ticket': '0', 'x/ticket/edit': '0' });
    await publish(ticketDesign());
    expect(await statusOf('x/ticket%')).toEqual({ ...taken, 'x/ticket': '0' });
    for (const name of ['x/ticket', 'x/ticket/del']) await setRule(name, '1');
  });

  it('show all their calls again where a version before paused them', async () => {
    const all = await statusOf('x/ticket%');
    await call(designer.pauseSection, { name: 'ticket', isPaused: true });
    await server.database.kysely.updateTable('section').set({ hidden_rules: null }).where('name', '=', 'ticket').execute();
    await call(designer.pauseSection, { name: 'ticket', isPaused: false });
    expect(await statusOf('x/ticket%')).toEqual(all);
  });

  it('are planned also where a step speaks of a column that could not be made', async () => {
    const coded = {
      ...ticketDesign({}, { code: { kind: 'integer', required: true, label: labelled('Code') } }),
      shape: { ...PLAIN_SHAPE, unique: [['code']] },
    };
    await draft(coded);
    const { steps } = await plan('ticket');
    expect(steps.map(({ id, stopping }) => ({ id, stopping }))).toEqual([
      { id: 'addColumn:code', stopping: 1 },
      { id: 'addObject:unique:code', stopping: 0 },
    ]);
    await publish(ticketDesign());
  });

  it('show nothing that whoever designs them may not see', async () => {
    const rights = ['crud/crud/index', 'crud/crud/generate'];
    const reader = await server.addAdmin('reader', [...rights, 'goods/goods/index']);
    const stranger = await server.addAdmin('stranger', rights);
    const own = ticketDesign(
      { name: 'peek', controller: 'x.Peek', table: 'x_peek' },
      { wareId: { kind: 'remoteSelect', of: 'goods', shows: ['id'], label: labelled('Ware') } },
    );
    const design = { ...own, declaration: { ...own.declaration, fields: { ...own.declaration.fields } } };
    const { version, issues } = await call(designer.saveDraft, { design, version: 0 }, { token: reader.token });
    expect(issues).toEqual([]);
    const { hash } = await call(designer.planSection, { name: 'peek', choices: {} }, { token: reader.token });
    const wish = { name: 'peek', version, hash, choices: {} };
    await expect(call(designer.planSection, { name: 'peek', choices: {} }, { token: stranger.token })).rejects.toThrow('You may not see');
    await expect(call(designer.publishSection, wish, { token: stranger.token })).rejects.toThrow('You may not see');
    expect(await call(designer.publishSection, wish, { token: reader.token })).toEqual({ revision: 1 });
    const { section } = await call(designer.readSection, { name: 'peek' });
    await call(designer.removeSection, { name: 'peek', version: section.version, table: 'x_peek' });
  });

  const begin = (name: string) =>
    call(designer.saveDraft, { design: ticketDesign({ name, controller: `x.R${name}`, table: `x_${name}` }), version: 0 });

  /** Lets what writes to the sections come as far as it can before the first of it is written. The embedded database has one line anyway. */
  async function together<T>(count: number, work: () => Promise<T>): Promise<T> {
    if (kind !== 'postgresql') return work();
    const { kysely } = server.database;
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`;
    return kysely
      .transaction()
      .execute(async (trx) => {
        await sql`lock table section in share mode`.execute(trx);
        const done = work();
        await expect.poll(async () => (await waiting.execute(kysely)).rows[0]?.count).toBe(count);
        return { done };
      })
      .then(({ done }) => done);
  }

  it('are as many as there is room for, also where several are begun at once', async () => {
    const { kysely } = server.database;
    const { count } = await kysely
      .selectFrom('section')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow();
    const draftText = JSON.stringify({ design: ticketDesign(), renames: NO_RENAMES });
    const fill = Array.from({ length: 199 - count }, (_, index) => ({
      name: `fill${index}`,
      draft: draftText,
      create_time: 0,
      update_time: 0,
    }));
    await kysely.insertInto('section').values(fill).execute();
    const all = ['a', 'b', 'c', 'd'];
    const results = await together(all.length, () => Promise.allSettled(all.map((end) => begin(`race${end}`))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(begin('racelast')).rejects.toThrow('200');
    await kysely
      .deleteFrom('section')
      .where((where) => where.or([where('name', 'like', 'fill%'), where('name', 'like', 'race%')]))
      .execute();
  });

  it('are changed by nobody whose sign-in has ended, before or meanwhile', async () => {
    const gone = await server.addAdmin('gone', ['crud/crud/generate']);
    const admin = await server.database.kysely.selectFrom('admin').select('id').where('username', '=', 'gone').executeTakeFirstOrThrow();
    const caller = { kind: 'admin', id: admin.id, tokens: { admin: gone.token } } as unknown as AdminCaller;
    const clock = () => server.database.kysely.selectFrom('section_clock').select('counter').executeTakeFirstOrThrow();
    const before = await clock();
    const end = (kysely: Kysely<Tables>) => kysely.updateTable('token').set({ revoked_at: 1 }).where('account_id', '=', admin.id).execute();
    await expect(changing(server.ports, caller, 'designer', async (trx) => void (await end(trx)))).rejects.toThrow(SessionEnded);
    expect(await clock()).toEqual(before);
    await changing(server.ports, caller, 'designer', () => Promise.resolve());
    expect(await clock()).toEqual({ counter: before.counter + 1 });
    await end(server.database.kysely);
    let isBegun = false;
    const begin = () => Promise.resolve(void (isBegun = true));
    await expect(changing(server.ports, caller, 'designer', begin)).rejects.toThrow(SessionEnded);
    expect(isBegun).toBe(false);
  });

  it('run as they were published last, also where a name went and came again, or one could not run', async () => {
    const other = createServerApp(server.ports);
    const running = () => other.resources.get('again')?.resource.label?.en;
    await publish(named('First'));
    await other.designer.sync();
    expect(running()).toBe('First');
    await remove('again');
    await publish(named('Second'));
    await other.designer.sync();
    expect(running()).toBe('Second');

    const republish = async (design: SectionDesign) => {
      const { kysely } = server.database;
      await kysely
        .updateTable('section')
        .set({ design: JSON.stringify(design) })
        .where('name', '=', 'again')
        .execute();
      const plain = {
        section: 'again',
        status: 'success',
        renames: JSON.stringify(NO_RENAMES),
        plan: '[]',
        admin_id: 1,
        create_time: 0,
      } as const;
      await kysely
        .insertInto('section_revision')
        .values({ ...plain, revision: 9, design: JSON.stringify(design) })
        .execute();
      await other.designer.sync();
    };
    await republish(
      ticketDesign(
        { ...named('Broken').declaration, name: 'again' },
        { wareId: { kind: 'remoteSelect', of: 'nothing', label: labelled('Ware') } },
      ),
    );
    expect(running()).toBeUndefined();
    expect(other.resources.get('ticket')).toBeDefined();
    await republish(named('Mended'));
    expect(running()).toBe('Mended');
    await other.close();
    // The table of each waits under a name of its own.
    await remove('again');
    const waiting = await server.database.kysely.selectFrom('section_kept').select('table_name').where('section', '=', 'again').execute();
    expect(new Set(waiting.map((one) => one.table_name)).size).toBe(2);
  });

  it('tell what was changed by hand', async () => {
    await sql.raw('alter table x_ticket drop column colour').execute(server.database.kysely);
    const { drift } = await call(designer.readSection, { name: 'ticket' });
    expect(drift).toEqual([
      { what: 'column', name: 'colour', expected: "character varying(20) not null default ''::character varying", found: null },
    ]);
    await expect(call(calls.list, {})).rejects.toThrow('has changed meanwhile');
    await sql.raw("alter table x_ticket add column colour varchar(20) not null default ''").execute(server.database.kysely);
    expect((await call(designer.readSection, { name: 'ticket' })).drift).toEqual([]);
  });

  it('are old or new, never between, wherever publishing is cut off', async () => {
    const next = ticketDesign(
      { controller: 'x.Call' },
      { colour: null, note: { kind: 'integer', required: true, initial: 3, label: labelled('Note') } },
    );
    const { version } = await draft(next);
    const { hash } = await plan('ticket');
    const state = async () => ({
      table: await readCatalogue(server.database.kysely, 'x_ticket'),
      rows: await stored(),
      section: await server.database.kysely.selectFrom('section').selectAll().execute(),
      rules: await server.database.kysely.selectFrom('admin_rule').select(['name', 'status']).execute(),
      clock: await server.database.kysely.selectFrom('section_clock').selectAll().execute(),
      kept: await server.database.kysely.selectFrom('section_kept').selectAll().execute(),
      runs: server.app.resources.get('ticket')?.resource,
    });
    const before = await state();
    const isPublished = async (after: number): Promise<boolean> => {
      kill(after);
      const done = await call(designer.publishSection, { name: 'ticket', version, hash, choices: {} }).then(
        () => true,
        () => false,
      );
      kill(Infinity);
      return done;
    };
    let statements = 0;
    while (!(await isPublished(statements))) {
      expect(await state()).toEqual(before);
      statements += 1;
    }
    expect(statements).toBeGreaterThan(10);
    expect(server.app.resources.get('ticket')?.resource).toEqual(next.declaration);
    await publish(ticketDesign());
  });

  it('change in every other process within two seconds', async () => {
    const other = createServerApp(server.ports);
    await other.designer.sync();
    const following = other.designer.follow();
    expect(other.resources.get('ticket')?.resource).toEqual(ticketDesign().declaration);
    const wider = ticketDesign({}, { note: { kind: 'string', label: labelled('Note') } });
    await publish(wider);
    const published = performance.now();
    await vi.waitFor(() => expect(other.resources.get('ticket')?.resource).toEqual(wider.declaration), { timeout: 10_000, interval: 20 });
    expect(performance.now() - published).toBeLessThan(10_000);
    following.stop();
    await other.close();
  });

  it('pause and come back, are copied, and go; the table waits', async () => {
    await call(designer.pauseSection, { name: 'ticket', isPaused: true });
    await expect(call(calls.list, {})).rejects.toThrow('http');
    await call(designer.pauseSection, { name: 'ticket', isPaused: false });
    expect((await call(calls.list, {})).list).toHaveLength(1);

    await call(designer.copySection, { from: 'ticket', name: 'call', controller: 'x.Call', table: 'x_call' });
    const { section } = await call(designer.readSection, { name: 'call' });
    const { hash } = await plan('call');
    await call(designer.publishSection, { name: 'call', version: section.version, hash, choices: {} });
    expect(server.app.resources.get('call')?.resource.table).toBe('x_call');

    const ticket = (await call(designer.readSection, { name: 'ticket' })).section;
    const refused = { name: 'ticket', version: ticket.version, table: 'x_tickets' };
    await expect(call(designer.removeSection, refused)).rejects.toThrow('Type the name');
    await call(designer.removeSection, { ...refused, table: 'x_ticket' });
    expect(server.app.resources.get('ticket')).toBeUndefined();
    const kept = await server.database.kysely
      .selectFrom('section_kept')
      .select('table_name')
      .where('section', '=', 'ticket')
      .where('column_name', 'is', null)
      .orderBy('id')
      .execute();
    expect(await stored(kept[0]?.table_name)).toHaveLength(1);
    expect(await server.database.kysely.selectFrom('admin_rule').select('id').where('name', 'like', 'x/ticket%').execute()).toEqual([]);
    // The name is free again.
    expect(await publish(ticketDesign())).toEqual({ revision: 1 });

    const waiting = async () =>
      (await server.database.kysely.selectFrom('section_kept').select(['table_name', 'column_name']).execute()).length;
    const had = await waiting();
    await publish(ticketDesign({}, { colour: null }));
    expect(await waiting()).toBe(had + 1);
    server.clock.advanceSeconds(29 * 86_400);
    await sweepDesigner(server.ports);
    expect(await waiting()).toBe(had + 1);
    server.clock.advanceSeconds(86_400);
    // What somebody has hung on to one of them keeps that one alone.
    await sql`create view tickets_of_old as select * from ${sql.table(String(kept[0]?.table_name))}`.execute(server.database.kysely);
    await expect(sweepDesigner(server.ports)).rejects.toThrow('1 of what waited could not be dropped');
    expect(await waiting()).toBe(1);
    await sql`drop view tickets_of_old`.execute(server.database.kysely);
    await sweepDesigner(server.ports);
    expect(await waiting()).toBe(0);
    await expect(stored(kept[0]?.table_name)).rejects.toThrow('does not exist');
    expect(Object.keys((await stored())[0] ?? {})).not.toContain('gone_colour_2');
  });
});
