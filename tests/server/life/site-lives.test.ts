import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveRequest } from '#api/contract/changes/life-requests';
import * as siteLives from '#api/contract/designer/site-lives';
import { eventEndpoint, lifeEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { SectionDesign } from '#domain/designer/section-design';
import type { Life, LifeEvent } from '#domain/life/life';
import { goodsLife } from '#sections/goods/goods.life.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import type { Resource } from '#domain/table/resource';
import { shippedResource } from '#server/base/shipped-resources';
import { guardLives, pastLives, stopSiteLives } from '#server/db/sections/guard-lives';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { refusalMessageOf } from '#tests/support/refusals.ts';

const { add, read: readGoods, save: saveGoods } = resourceEndpoints(goods);

const lifeIn = (design: unknown): Life => (design as SectionDesign).declaration.life!;
const withEvent = (life: Life, name: string, event: Partial<LifeEvent>): Life => ({
  ...life,
  events: { ...life.events, [name]: { right: 'edit', ...life.events[name], ...event } },
});

const withWay = (life: Life, event: string, right: LifeEvent['right'], from: string, to: string): Life => ({
  ...withEvent(life, event, { right }),
  chart: {
    ...life.chart,
    states: { ...life.chart.states, [from]: { ...life.chart.states[from], on: { ...life.chart.states[from]?.on, [event]: to } } },
  },
});
const taken = (event: string) => [{ at: `life.events.${event}`, message: `The name ${event} is taken by a call` }];
const asking = (life: Life): Life => withEvent(life, 'cancel', { right: 'own', asks: { comment: 'required' } });

describe.each(dealtKinds())('the life of a section of the program, drawn by a site, on %s', (kind) => {
  let server: TestServer;
  let boss = '';
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token: boss, ...options });
  const read = (revision?: number) => call(siteLives.readSiteLife, { name: 'goods', ...(revision !== undefined && { revision }) });
  const draw = async (life: Life) => {
    const { version, over } = await read();
    return call(siteLives.saveSiteLife, { name: 'goods', life, version, over });
  };
  const publish = async (life: Life): Promise<number> => {
    const { version } = await draw(life);
    const { hash } = await call(siteLives.planSiteLife, { name: 'goods' });
    return (await call(siteLives.publishSiteLife, { name: 'goods', version, hash })).revision;
  };
  const back = async (): Promise<void> => void (await publish(lifeIn((await read(0)).design)));
  const send = (event: string, id: number, token = boss, more: object = {}) =>
    call(eventEndpoint(goods, event, running().events[event]!), { ids: [id], ...more }, { token });
  const running = (): Life => server.app.resources.get('goods')!.resource.life!;
  const cup = async (row: object = {}): Promise<number> =>
    (
      await call(add, {
        title: 'Cup',
        category_id: 1,
        price: '1.00',
        stock: 1,
        status: 'draft',
        images: ['/static/images/avatar.png'],
        tags: [],
        ...row,
      })
    )?.id ?? 0;
  const statusOf = async (id: number): Promise<unknown> => (await call(readGoods, { id })).row['status'];
  const rows = async (statement: string): Promise<readonly Record<string, unknown>[]> =>
    (await sql.raw<Record<string, unknown>>(statement).execute(server.database.kysely)).rows;
  const origins = async (): Promise<readonly unknown[]> =>
    (await rows(`select origin from life_revision where resource = 'goods' order by revision`)).map(({ origin }) => origin);

  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token: boss } = await server.signIn());
  });
  afterAll(() => server.close());

  it('is told with the words of the program, and changes nothing as long as it says the same', async () => {
    expect((await call(siteLives.listSiteLives, {})).list).toContainEqual({
      name: 'goods',
      label: { 'zh-cn': '商品', en: 'Goods' },
      state: 'program',
      hasDraft: false,
      isBehind: false,
      version: 0,
    });
    const told = await read();
    const life = lifeIn(told.design);
    expect(told).toMatchObject({ state: 'program', version: 0, program: null });
    expect(life.events['publish']).toEqual({ right: 'edit', label: { 'zh-cn': '上架', en: 'Put on sale' } });
    expect(life.conditions['complete']).toEqual({
      all: [
        { field: 'images', is: 'filled' },
        { field: 'price', is: 'gt', value: 0 },
      ],
    });
    expect((told.design as SectionDesign).declaration.fields['status']).toMatchObject({ optionLabels: { on: { en: 'On sale' } } });
    expect(await draw(life)).toEqual({ version: 1, issues: [] });
    expect((await call(siteLives.planSiteLife, { name: 'goods' })).steps).toEqual([]);
    expect(running()).toBe(goodsLife);
    await back();
    expect(await origins()).toEqual(['shipped']);
  });

  it('asks for a second person from one press on, in this process and at the next start, until the program’s own is put back', async () => {
    const drawn = withEvent(lifeIn((await read()).design), 'publish', { second: { days: 3 }, asks: { comment: 'required' } });
    const before = await cup();
    const { version } = await draw(drawn);
    const { steps, hash, isRehearsed } = await call(siteLives.planSiteLife, { name: 'goods' });
    expect({ isRehearsed, steps: steps.map(({ id, class: one, rows: count }) => [id, one, count]) }).toEqual({
      isRehearsed: true,
      steps: [['setLife', 'safe', null]],
    });
    expect(await refusalMessageOf(call(siteLives.publishSiteLife, { name: 'goods', version, hash: 'x' }))).toContain('plan has changed');
    expect(await refusalMessageOf(call(siteLives.publishSiteLife, { name: 'goods', version: version + 1, hash }))).toContain(
      'Somebody else',
    );
    expect(await call(siteLives.publishSiteLife, { name: 'goods', version, hash })).toEqual({ revision: 2 });
    expect(await origins()).toEqual(['shipped', 'site']);
    expect(await read()).toMatchObject({ state: 'site', version: version + 1, program: null });

    // What was not changed goes on saying what the program says, and is called as the program calls it.
    expect(running().conditions).toEqual(goodsLife.conditions);
    expect(running().events['takeOff']).toEqual(goodsLife.events['takeOff']);
    expect((await rows(`select life -> 'events' -> 'publish' as event from site_life where resource = 'goods'`))[0]).toEqual({
      event: { right: 'edit', second: { days: 3 }, asks: { comment: 'required' } },
    });

    const checker = await server.addAdmin('checker', ['goods/goods/index', 'goods/goods/edit', 'goods/goods/publishApprove']);
    const { request } = await send('publish', before, boss, { comment: 'it is ready' });
    expect([await statusOf(before), typeof request]).toEqual(['draft', 'number']);
    expect(await refusalMessageOf(call(saveGoods, { id: before, status: 'on', title: 'Cup' }))).toContain('Only “Put on sale”');
    const { version: ofCup } = (await call(readGoods, { id: before })).row;
    await call(approveRequest, { id: request!, version: Number(ofCup) }, { token: checker.token });
    expect(await statusOf(before)).toBe('on');

    const other = await createTestServer({ opened: server.database, ports: { jobs: server.ports.jobs } });
    await other.app.designer.sync();
    expect(other.app.resources.get('goods')!.resource.life).toEqual(running());

    const waiting = await cup();
    await send('publish', waiting, boss, { comment: 'and this' });
    const { version: drafted } = await draw(lifeIn((await read(0)).design));
    const plan = await call(siteLives.planSiteLife, { name: 'goods' });
    // Whoever waits for approval then waits for nothing.
    expect(plan.steps.map(({ id }) => id)).toEqual(['setLife', 'dropEvent:publish']);
    await call(siteLives.publishSiteLife, { name: 'goods', version: drafted, hash: plan.hash });
    expect(running()).toBe(goodsLife);
    expect(await rows(`select * from site_life where resource = 'goods'`)).toEqual([]);
    expect(await origins()).toEqual(['shipped', 'site', 'shipped']);
    expect(await rows(`select status from admin_rule where name = 'goods/goods/publishApprove'`)).toEqual([{ status: '0' }]);
    expect(await rows(`select state from life_request where record_id = ${waiting}`)).toEqual([{ state: 'overtaken' }]);
    await send('publish', waiting);
    expect(await statusOf(waiting)).toBe('on');
    const { steps: walked } = await call(lifeEndpoint(goods), { id: waiting });
    expect(walked.map(({ kind: one, to }) => `${one} ${to}`)).toEqual(['event on', 'created draft']);

    // The process that has not heard of it writes nothing by the life of before.
    const { token } = await other.signIn();
    expect(
      await refusalMessageOf(
        other.call(add, { title: 'Late', category_id: 1, price: '1.00', stock: 1, status: 'off', images: [], tags: [] }, { token }),
      ),
    ).toContain('life');
    await other.app.designer.sync();
    expect(other.app.resources.get('goods')!.resource.life).toEqual(goodsLife);
    expect(
      (await call(siteLives.listSiteLifeRevisions, { name: 'goods' })).list.map(({ revision, origin, admin }) => [revision, origin, admin]),
    ).toEqual([
      [3, 'shipped', 'Admin'],
      [2, 'site', 'Admin'],
      [1, 'shipped', ''],
    ]);
    expect(lifeIn((await read(2)).design).events['publish']?.second).toEqual({ days: 3 });
  });

  it('gives steps of its own a right and a name', async () => {
    const life = lifeIn((await read()).design);
    const states = { ...life.chart.states, off: { on: { ...life.chart.states['off']?.on, clear: 'draft' } } };
    const label = { 'zh-cn': '清仓', en: 'Clear out' };
    await publish({ ...withEvent(life, 'clear', { right: 'own', label }), chart: { ...life.chart, states } });
    expect(await rows(`select title, type, status from admin_rule where name = 'goods/goods/clear'`)).toEqual([
      { title: '清仓', type: 'button', status: '1' },
    ]);
    const clerk = await server.addAdmin('clearer', ['goods/goods/index', 'goods/goods/clear']);
    const editor = await server.addAdmin('editor', ['goods/goods/index', 'goods/goods/edit']);
    const id = await cup({ status: 'off' });
    await expect(send('clear', id, editor.token)).rejects.toThrow('permission');
    await send('clear', id, clerk.token);
    expect(await statusOf(id)).toBe('draft');
    await back();
    expect(await rows(`select status from admin_rule where name = 'goods/goods/clear'`)).toEqual([{ status: '0' }]);
  });

  it('keeps what the program names, and says at which part it does not', async () => {
    const life = lifeIn((await read()).design);
    const { off, ...rest } = life.chart.states;
    const noWayIn = { ...life, chart: { ...life.chart, initial: 'off', states: { ...rest, gone: { on: { publish: 'on' } } } } };
    const { issues } = await draw(noWayIn);
    expect(issues).toEqual(
      expect.arrayContaining([
        { at: 'life.states', message: 'The state off comes with the program and cannot be removed' },
        { at: 'life.states.gone', message: 'States cannot be added to a built-in section: gone' },
        { at: 'life.states.off', message: 'The first state has to stay draft' },
      ]),
    );
    await expect(call(siteLives.planSiteLife, { name: 'goods' })).rejects.toMatchObject({ failure: { kind: 'rejected' } });
    expect(await refusalMessageOf(call(siteLives.saveSiteLife, { name: 'goods', life: { chart: 1 }, version: 1, over: '' }))).toContain(
      'no design',
    );
    const reports = await call(siteLives.readSiteLife, { name: 'chatFeedback' });
    const drawn = lifeIn(reports.design);
    const seen = { ...drawn.chart.states, seen: { on: { close: 'closed', reopen: 'open', saidAgain: 'closed' } } };
    expect(
      (
        await call(siteLives.saveSiteLife, {
          name: 'chatFeedback',
          life: { ...drawn, chart: { ...drawn.chart, states: seen } },
          over: reports.over,
        })
      ).issues,
    ).toContainEqual({
      at: 'life.events.saidAgain',
      message: 'The program itself takes the step saidAgain, so neither where it leads nor what it asks for can be changed',
    });
    expect(off).toBeDefined();
    await back();
  });

  it('is looked at again where the program’s own has changed with a release, before anything of it is published', async () => {
    const drawn = withEvent(lifeIn((await read()).design), 'takeOff', { asks: { comment: 'required' } });
    await publish(drawn);
    // The release before had no end of sales.
    const older = { ...goodsLife, delays: { publishTime: { field: 'publishTime' } } };
    await sql`update site_life set base = ${JSON.stringify(older)} where resource = 'goods'`.execute(server.database.kysely);
    expect((await call(siteLives.listSiteLives, {})).list.find(({ name }) => name === 'goods')).toMatchObject({
      state: 'site',
      isBehind: true,
    });
    const told = await read();
    expect([lifeIn(told.program?.before).delays, lifeIn(told.program?.now).delays]).toEqual([older.delays, goodsLife.delays]);
    expect(await refusalMessageOf(call(siteLives.planSiteLife, { name: 'goods' }))).toContain('built-in lifecycle has changed');
    expect(
      await refusalMessageOf(call(siteLives.saveSiteLife, { name: 'goods', life: lifeIn(told.drawn), version: told.version, over: 'x' })),
    ).toContain('built-in lifecycle has changed');
    // What runs goes on meanwhile.
    expect(running().events['takeOff']).toEqual({ right: 'edit', asks: { comment: 'required' } });
    await publish(lifeIn(told.drawn));
    expect((await read()).program).toBeNull();
    await back();
  });

  /** Of another section than goods. */
  const drawFor = async (name: string, change: (life: Life) => Life) => {
    const { design, version, over } = await call(siteLives.readSiteLife, { name });
    return call(siteLives.saveSiteLife, { name, life: change(lifeIn(design)), version, over });
  };
  const publishFor = async (name: string, change: (life: Life) => Life): Promise<void> => {
    const { version, issues } = await drawFor(name, change);
    expect(issues).toEqual([]);
    const { hash } = await call(siteLives.planSiteLife, { name });
    await call(siteLives.publishSiteLife, { name, version, hash });
  };
  const issuesOf = async (name: string, change: (life: Life) => Life) => (await drawFor(name, change)).issues;

  it('calls no event as another call is called, in any case, nor has it the right of one', async () => {
    expect(await issuesOf('notice', (life) => withWay(life, 'preview', 'edit', 'draft', 'on'))).toEqual(taken('preview'));
    expect(await issuesOf('notice', (life) => withWay(life, 'preView', 'own', 'draft', 'on'))).toEqual([
      ...taken('preview'),
      ...taken('preView'),
    ]);
    expect(await issuesOf('problemReport', (life) => withWay(life, 'download', 'own', 'new', 'closed'))).toEqual(taken('download'));
    await expect(call(siteLives.planSiteLife, { name: 'notice' })).rejects.toMatchObject({ failure: { kind: 'rejected' } });
  });

  it('gives way to the program’s own where it cannot be run, in this process and all others, and writes go on', async () => {
    const life = withWay(shippedResource('notice').life!, 'preview', 'edit', 'draft', 'on');
    // As if a release had brought the call of that name.
    await sql`insert into site_life (resource, life, base, state, create_time, update_time) values ('notice', ${JSON.stringify(life)}, '{}', 'live', 1, 1)
      on conflict (resource) do update set life = excluded.life, state = 'live'`.execute(server.database.kysely);
    await server.database.transaction((trx) => guardLives(trx));
    await sql`update section_clock set counter = counter + 1`.execute(server.database.kysely);
    const notice = shippedResource('notice');
    const { add: addNotice } = resourceEndpoints(notice);
    const write = () => call(addNotice, { title: 'Tea', title_en: '', body: '<p>Tea</p>', body_en: '', status: 'draft' });
    expect(await refusalMessageOf(write())).toContain('changed');
    await server.app.designer.sync();
    expect(await rows(`select state from site_life where resource = 'notice'`)).toEqual([{ state: 'stopped' }]);
    expect(server.app.resources.get('notice')!.resource.life).toBe(notice.life);
    expect((await write())?.id).toBeGreaterThan(0);
    expect(
      (await rows(`select origin from life_revision where resource = 'notice' order by revision desc limit 2`)).map(({ origin }) => origin),
    ).toEqual(['shipped', 'site']);
  });

  it('leaves a right that somebody has switched off, and gives back those of the program with its life', async () => {
    const rule = async () => (await rows(`select status from admin_rule where lower(name) = 'user/deletion/cancel'`))[0]?.['status'];
    await rows(`update admin_rule set status = '0' where lower(name) = 'user/deletion/cancel'`);
    await publishFor('memberDeletion', asking);
    expect(await rule()).toBe('0');
    // Both lives have the event: the one that comes back switches nothing on.
    await server.database.transaction((trx) => stopSiteLives(trx, ['memberDeletion']));
    expect(await rule()).toBe('0');
    await rows(`update admin_rule set status = '1' where lower(name) = 'user/deletion/cancel'`);
    await publishFor('memberDeletion', (life) => {
      const { cancel: _gone, ...events } = life.events;
      const { cancel: _way, ...on } = life.chart.states['asked']!.on!;
      return { ...life, events, chart: { ...life.chart, states: { ...life.chart.states, asked: { ...life.chart.states['asked'], on } } } };
    });
    expect(await rule()).toBe('0');
    await server.database.transaction((trx) => stopSiteLives(trx, ['memberDeletion']));
    expect(await rule()).toBe('1');
  });

  it('takes over no record that strayed: that is for whoever may, with a reason', async () => {
    const id = await cup();
    await server.database.transaction(async (trx) => {
      await pastLives(trx);
      await sql`update goods set status = 'off' where id = ${id}`.execute(trx);
    });
    await publish(withEvent(lifeIn((await read()).design), 'takeOff', { asks: { comment: 'required' } }));
    expect(await rows(`select kind, to_state from life_step where resource = 'goods' and record_id = ${id} order by id`)).toEqual([
      { kind: 'created', to_state: 'draft' },
    ]);
    await back();
  });

  it('gives way to the program’s where that cannot go on with it, and waits to be looked at', async () => {
    const drawn = withEvent(lifeIn((await read()).design), 'takeOff', { asks: { comment: 'required' } });
    await publish(drawn);
    // A release whose goods have one more state.
    const states = { ...goodsLife.chart.states, sold: { on: { revise: 'draft' } }, on: { on: { takeOff: 'off', sell: 'sold' } } };
    const newer: Life = { ...goodsLife, chart: { ...goodsLife.chart, states }, events: { ...goodsLife.events, sell: { right: 'edit' } } };
    const status = { ...goods.fields['status'], options: ['draft', 'on', 'off', 'sold'] };
    const release = { ...goods, life: newer, fields: { ...goods.fields, status } } as unknown as Resource;
    await server.database.transaction((trx) => guardLives(trx, [release]));
    expect(await rows(`select state from site_life where resource = 'goods'`)).toEqual([{ state: 'stopped' }]);
    expect((await origins()).at(-1)).toBe('shipped');
    expect(await read()).toMatchObject({ state: 'stopped' });
    expect(lifeIn((await read()).drawn).events['takeOff']?.asks).toEqual({ comment: 'required' });
  });

  it('is nobody’s to read or draw without the rights of the designer and of its list', async () => {
    const reader = await server.addAdmin('reader', ['goods/goods/index']);
    const designer = await server.addAdmin('designer', ['crud/crud/index', 'crud/crud/generate']);
    await expect(call(siteLives.listSiteLives, {}, { token: reader.token })).rejects.toThrow('permission');
    expect(await call(siteLives.listSiteLives, {}, { token: designer.token })).toEqual({ list: [] });
    expect(await refusalMessageOf(call(siteLives.readSiteLife, { name: 'goods' }, { token: designer.token }))).toContain('goods');
    expect(
      await refusalMessageOf(
        call(siteLives.saveSiteLife, { name: 'goods', life: goodsLife, version: 0, over: '' }, { token: designer.token }),
      ),
    ).toContain('goods');
  });
});
