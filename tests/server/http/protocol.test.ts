import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const isTeaOnSale = (row: Record<string, unknown>): boolean =>
  row['status'] === 'on' && ['title', 'title_en', 'subtitle'].some((name) => (row[name] as string).includes('茶'));

/**
 * Requests exactly as clients of the family send them, with the replies they rely on.
 * Source: wire protocol §10.3 (worked examples) and §10.4 (what most often breaks), on the sections that exist.
 */
describe('the wire protocol', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer();
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('signs an administrator in', async () => {
    const reply = await server.request('/admin/Index/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"username":"admin","password":"${TEST_PASSWORD}","keep":true,"captchaId":"0b6e","captchaInfo":"61,80-201,120;350;200"}`,
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.body).toEqual({
      code: 1,
      msg: 'Operation successful',
      time: TEST_START_SECONDS,
      data: {
        userInfo: {
          id: 1,
          username: 'admin',
          nickname: 'Admin',
          avatar: '/static/images/avatar.png',
          last_login_time: '2026-01-15 08:00:00',
          lastlogintime: '2026-01-15 08:00:00',
          token: expect.stringMatching(/^[\w-]{43}$/u),
          refresh_token: expect.stringMatching(/^[\w-]{43}$/u),
          refreshToken: reply.body?.data.userInfo.refresh_token,
        },
        routePath: '/admin',
      },
    });
  });

  it('searches a list, second page, in bracket syntax with plus signs and percent signs', async () => {
    const query =
      'page=2&limit=3&order=id,desc&quickSearch=%E8%8C%B6&search[0][field]=status&search[0][val]=on&search[0][operator]=eq' +
      '&search%5B1%5D%5Bfield%5D=create_time&search%5B1%5D%5Bval%5D=2026-01-01+00:00:00,2026-01-31 23:59:59&search%5B1%5D%5Boperator%5D=RANGE&search%5B1%5D%5Brender%5D=datetime&uuid=_826';
    const { body } = await server.request(`/admin/goods.Goods/index?${query}`, { token });
    expect(body?.code).toBe(1);
    const all = (await server.request('/admin/goods.Goods/index?limit=1000&order=id,desc', { token })).body?.data.list as Record<
      string,
      unknown
    >[];
    const expected = all.filter(isTeaOnSale);
    expect(body?.data).toEqual({ list: expected.slice(3, 6), total: expected.length, remark: '' });
    expect(expected.length).toBeGreaterThan(3);
  });

  it('understands the older spelling and the literal operators', async () => {
    const { body } = await server.request(
      '/admin/goods.Goods/index?quick_search=Longjing&search[0][field]=price&search[0][val]=100&search[0][operator]=>=',
      { token },
    );
    expect(body?.data.list.map((row: { title_en: string }) => row.title_en)).toEqual(['West Lake Longjing, first spring, 100 g']);
  });

  it('renews an expired token with the old one in the header and replays', async () => {
    const pair = await server.signIn();
    await server.expireToken(pair.token);
    expect((await server.request('/admin/goods.Goods/index', { token: pair.token })).body).toEqual({
      code: 409,
      msg: 'Your sign-in has expired.',
      time: TEST_START_SECONDS,
      data: [],
    });
    const renewed = await server.request('/api/common/refreshToken', {
      method: 'POST',
      token: pair.token,
      json: { refresh_token: pair.refreshToken },
    });
    expect(renewed.body).toMatchObject({ code: 1, data: { type: 'admin-refresh', token: expect.any(String) } });
    expect((await server.request('/admin/goods.Goods/index', { token: renewed.body?.data.token })).body?.code).toBe(1);
  });

  it('does not take a sender who goes away in the middle for a fault', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"username":')),
      pull: (controller) => controller.error(new Error('aborted')),
    });
    const headers = { 'content-type': 'application/json' };
    const reply = await server.request('/admin/Index/login', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    expect([reply.status, reply.body?.code]).toEqual([200, 0]);
  });

  it.each([{}, { refreshToken: '' }, { refreshToken: null }, { refreshToken: 7 }])('signs out with %j', async (json) => {
    const pair = await server.signIn();
    const reply = await server.request('/admin/Index/logout', { method: 'POST', token: pair.token, json });
    expect(reply.body).toMatchObject({ code: 1, data: null });
    expect((await server.request('/admin/Index/index', { token: pair.token })).body).toMatchObject({ code: 303 });
  });

  it('answers the remote select of a tree', async () => {
    const query =
      'page=1&initKey=ba_goods_category.id&initValue=2&uuid=_8261&isTree=true&search[0][field]=status&search[0][val]=1&search[0][operator]=eq&select=true&quickSearch=';
    const { body } = await server.request(`/admin/goods.Category/index?${query}`, { token });
    expect(body?.data).toEqual({ options: [expect.objectContaining({ id: 2, name: '绿茶', status: '1' })], remark: '' });
  });

  it('deletes by bracket ids and by a form body', async () => {
    const add = async () =>
      (await server.request('/admin/goods.Category/add', { method: 'POST', token, json: { name: 'gone' } })).body?.data.id as number;
    const [one, two, three] = [await add(), await add(), await add()];
    expect((await server.request(`/admin/goods.Category/del?ids[]=${one}&ids[]=${two}`, { method: 'DELETE', token })).body).toMatchObject({
      code: 1,
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await server.request('/admin/goods.Category/del', { method: 'DELETE', token, headers, body: `ids%5B0%5D=${three}` });
    expect(reply.body).toMatchObject({ code: 1, data: { count: 1 } });
  });

  it('moves by sortable and switches a single field', async () => {
    const order = async () =>
      (await server.request('/admin/goods.Goods/index?limit=4', { token })).body?.data.list.map(
        (row: { id: number }) => row.id,
      ) as number[];
    const [a, b, c, d] = (await order()) as [number, number, number, number];
    const moved = await server.request('/admin/goods.Goods/sortable', { method: 'POST', token, json: { id: String(a), targetId: c } });
    // What takes the write back; clients that expect nothing here look at nothing.
    expect(moved.body).toMatchObject({ code: 1, data: { change: expect.any(Number) } });
    expect(await order()).toEqual([b, c, a, d]);
    const switched = await server.request('/admin/goods.Category/edit', { method: 'POST', token, json: { id: 2, status: '0' } });
    expect(switched.body).toMatchObject({ code: 1 });
    expect((await server.request('/admin/goods.Category/edit?id=2', { token })).body?.data.row).toMatchObject({
      status: '0',
      name: '绿茶',
    });
  });

  it('moves a record to a weight that came from elsewhere and is larger than 32 bits', async () => {
    await server.database.kysely.updateTable('goods').set({ weigh: 3_000_000_000 }).where('id', '=', 1).execute();
    const moved = await server.request('/admin/goods.Goods/sortable', { method: 'POST', token, json: { id: 2, targetId: 1 } });
    expect(moved.body).toMatchObject({ code: 1 });
    expect((await server.request('/admin/goods.Goods/edit?id=2', { token })).body?.data.row).toMatchObject({ weigh: 3_000_000_000 });
  });

  it('writes money as decimals, flags as text, times as seconds, lists as lists', async () => {
    const { body } = await server.request('/admin/goods.Goods/edit?id=1', { token });
    expect(body?.data.row).toMatchObject({
      id: 1,
      category_id: 2,
      category: { id: 2, name: '绿茶' },
      price: '368.00',
      status: 'on',
      images: [expect.any(String)],
      create_time: expect.any(Number),
    });
  });

  it.each([
    '/admin/goods.Goods/index',
    '/admin/goods.goods/index',
    '/admin/GOODS.GOODS/INDEX',
    '/admin/goods.Goods',
    '/admin/goods.Goods/',
    '/api/admin/goods.Goods/index',
    '/index.php/admin/goods.Goods/index',
  ])('finds the list at %s', async (path) => {
    expect((await server.request(`${path}?limit=1`, { token })).body).toMatchObject({
      code: 1,
      data: { list: [{ id: expect.any(Number) }] },
    });
  });

  it.each([
    '/api/common/refreshToken',
    '/api/api/common/refreshToken',
    '/index.php/api/common/refreshtoken',
    '/index.php/common/refreshToken',
  ])('finds the renewal at %s', async (path) => {
    const reply = await server.request(path, { method: 'POST', json: { refreshToken: 'x' } });
    expect(reply.body?.msg).toBe('Your session has ended. Please sign in again.');
  });

  it('takes a path below /admin for a page unless it is marked as a call', async () => {
    const page = await server.app.fetch(new Request('http://test.invalid/admin/goods/goods'));
    expect(page.headers.get('content-type')).toContain('text/plain');
    const call = await server.app.fetch(new Request('http://test.invalid/admin/goods.Goods/index?server=1'));
    expect(await call.json()).toMatchObject({ code: 303 });
  });

  async function say(path: string, headers: Record<string, string>): Promise<string> {
    const response = await server.app.fetch(new Request(`http://test.invalid/api/admin/Index/index${path}`, { headers }));
    return ((await response.json()) as { msg: string }).msg;
  }

  it('speaks the language asked for, in the order of the protocol', async () => {
    const [zh, en] = ['请先登录。', 'Please sign in first.'];
    expect(await say('', {})).toBe(zh);
    expect(await say('', { 'think-lang': 'en' })).toBe(en);
    expect(await say('?lang=zh-cn', { 'think-lang': 'en' })).toBe(zh);
    expect(await say('', { 'accept-language': 'en,zh;q=0.5' })).toBe(en);
    expect(await say('', { 'accept-language': 'fr,en' })).toBe(zh);
    expect(await say('', { 'think-lang': 'xx', 'accept-language': 'zh-Hans-CN' })).toBe(zh);
  });

  it.each([
    ['zh-cn', '控制台', '权限管理', '商品管理'],
    ['en', 'Dashboard', 'Permissions', 'Catalogue'],
  ])('sends the menu in %s, since a stock client shows titles as they come', async (language, ...titles) => {
    const reply = await server.request('/api/admin/Index/index', { token, headers: { 'think-lang': language } });
    expect(reply.body?.data.menus.slice(0, titles.length)).toMatchObject(titles.map((title) => ({ title })));
  });

  it('shows the note of the menu rule above the table, a changed one within five seconds', async () => {
    const note = async () => (await server.request('/admin/goods.Category/index', { token })).body?.data.remark as string;
    const write = (remark: string) =>
      server.database.kysely.updateTable('admin_rule').set({ remark }).where('name', '=', 'goods/category').execute();
    await write('Mind the order');
    server.clock.advanceSeconds(5);
    expect(await note()).toBe('Mind the order');
    await write('Never mind');
    expect(await note()).toBe('Mind the order');
    server.clock.advanceSeconds(5);
    expect(await note()).toBe('Never mind');
    await write('');
    server.clock.advanceSeconds(5);
    expect(await note()).toBe('');
  });

  it('keeps one row of the back office log for each write, without secrets', async () => {
    const { kysely } = server.database;
    await kysely.deleteFrom('admin_log').execute();
    await server.request('/admin/Index/login', { method: 'POST', json: { username: 'admin', password: TEST_PASSWORD } });
    await server.request('/admin/goods.Category/add', {
      method: 'POST',
      token,
      json: { name: 'logged', nested: { apiToken: 'abc', list: [{ password: 'def' }] } },
    });
    await server.request('/admin/goods.Category/index', { token });
    const id = (await server.request('/admin/goods.Category/add', { method: 'POST', token, json: { name: 'x' } })).body?.data.id as number;
    await kysely.deleteFrom('admin_log').where('data', '=', '{"name":"x"}').execute();
    const removal = await server.request(`/admin/goods.Category/del?ids[]=${id}&batoken=abc&%72efreshToken[a]=def`, {
      method: 'DELETE',
      token,
    });
    expect(removal.body?.code).toBe(1);
    const rows = await kysely.selectFrom('admin_log').select(['username', 'title', 'url', 'data', 'admin_id']).orderBy('id').execute();
    expect(rows).toEqual([
      { username: 'admin', title: '登录', url: '/admin/Index/login', admin_id: 1, data: '{"username":"admin","password":"***"}' },
      {
        username: 'admin',
        title: '商品分类-添加',
        url: '/admin/goods.Category/add',
        admin_id: 1,
        data: '{"name":"logged","nested":{"apiToken":"***","list":[{"password":"***"}]}}',
      },
      {
        username: 'admin',
        title: '商品分类-删除',
        url: `/admin/goods.Category/del?ids[]=${id}&batoken=***&%72efreshToken[a]=***`,
        admin_id: 1,
        data: `{"ids":["${id}"],"batoken":"***","refreshToken":"***"}`,
      },
    ]);
  });
});
