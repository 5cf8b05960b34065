import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_AVATAR } from '#domain/session/default-avatar';
import { createTestServer, TEST_START_SECONDS, type RawReply, type TestServer } from '#tests/support/server.ts';
import { PNG, upload } from '#tests/support/upload-samples.ts';

type Row = Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- replies are read freely in tests

const listOf = ({ body }: RawReply): Row[] => body?.data.list;
const keysOf = (row: Row | undefined, ...names: readonly string[]) => names.filter((name) => row && Object.hasOwn(row, name));
const both = (...values: readonly string[]) => [values, values];
const led = (routePath: string, routeName: string) => ({ code: 302, data: { routeName, routePath } });
const loginState = (type: string) => ({ code: 303, data: { type } });
const entries = (rules: readonly Row[]): Row[] => rules.flatMap((rule) => [rule, ...entries(rule['children'] ?? [])]);

/** Stock clients of both dialects, as they write: controllers in small letters is the older one. Source: wire protocol §0.1. */
describe('the dialects', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer();
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const get = (path: string) => server.request(path, { token });
  const TIMES = [
    'create_time',
    'createtime',
    'update_time',
    'updatetime',
    'last_login_time',
    'lastlogintime',
    'last_login_ip',
    'lastloginip',
  ];

  it.each([
    ['/admin/auth.admin/index', ['createtime', 'updatetime', 'lastlogintime', 'lastloginip']],
    ['/admin/auth.Admin/index', ['create_time', 'update_time', 'last_login_time', 'last_login_ip']],
    ['/api/admin/auth.admin/index', ['createtime', 'updatetime', 'lastlogintime', 'lastloginip']],
    ['/api/admin/auth.Admin/index', ['create_time', 'update_time', 'last_login_time', 'last_login_ip']],
    ['/admin/auth.Admin/index?quick_search=', ['createtime', 'updatetime', 'lastlogintime', 'lastloginip']],
    ['/admin/auth.admin/index?quick_search=&quickSearch=', ['create_time', 'update_time', 'last_login_time', 'last_login_ip']],
  ])('writes the rows of %s in one spelling', async (path, expected) => {
    const [row] = listOf(await get(path));
    expect(keysOf(row, ...TIMES).toSorted()).toEqual(expected.toSorted());
    expect(Object.values(row ?? {})).toContain('2026-01-15 08:00:00');
  });

  it('writes what hangs below a row, or is joined to it, in the same spelling', async () => {
    const menu = listOf(await get('/admin/auth.menu/index'));
    const [auth] = menu.filter((row) => row['name'] === 'auth');
    expect(keysOf(auth?.['children'][0]['children'][0], ...TIMES)).toEqual(['createtime', 'updatetime']);
    const { body } = await get('/admin/goods.goods/edit?id=1');
    expect(keysOf(body?.data.row, ...TIMES)).toEqual(['createtime', 'updatetime']);
  });

  it.each([
    ['/admin/goods.goods/index', 'createtime'],
    ['/admin/goods.Goods/index', 'create_time'],
    // Whoever is taken for the other is understood all the same.
    ['/admin/goods.Goods/index', 'createtime'],
  ])('sorts and searches %s by %s', async (path, name) => {
    await server.database.kysely
      .updateTable('goods')
      .set({ create_time: Date.UTC(2020, 5, 1) / 1000 })
      .where('id', 'in', [2, 3])
      .execute();
    const search = `search[0][field]=${name}&search[0][val]=2020-01-01 00:00:00,2020-12-31 23:59:59&search[0][operator]=RANGE&search[0][render]=datetime`;
    const reply = await get(`${path}?order=${name},asc&limit=2&${search}`);
    expect([listOf(reply).map((row) => row['id']), reply.body?.data.total]).toEqual([[2, 3], 2]);
    expect(listOf(await get(`${path}?order=${name},asc&limit=2`)).map((row) => row['id'])).toEqual([2, 3]);
  });

  it('reloads attachments by the time of the last upload, with the addresses and people that stock tables show', async () => {
    await upload(server, PNG, 'tea.png', { token });
    const [row] = listOf(await get('/admin/routine.attachment/index?order=lastuploadtime,desc'));
    expect(row).toMatchObject({
      lastuploadtime: TEST_START_SECONDS,
      url: expect.stringMatching(/^\/storage\//u),
      full_url: `//test.invalid${row?.['url']}`,
      admin: { nickname: 'Admin' },
      user: null,
    });
    const [ours] = listOf(await get('/api/admin/routine.Attachment/index?order=last_upload_time,desc'));
    expect(ours).toMatchObject({ last_upload_time: TEST_START_SECONDS, full_url: row?.['url'] });
  });

  it('takes a posted row in the older spelling', async () => {
    const { body } = await get('/admin/goods.category/edit?id=2');
    const saved = await server.request('/admin/goods.category/edit', { method: 'POST', token, json: { ...body?.data.row, name: '绿茶 ' } });
    expect(saved.body).toMatchObject({ code: 1 });
  });

  it.each([
    ['/admin/auth.admin/index', led('/admin/login', 'adminLogin')],
    ['/api/admin/auth.admin/index', led('/admin/login', 'adminLogin')],
    ['/admin/auth.Admin/index', loginState('need login')],
    ['/api/admin/auth.Admin/index', loginState('need login')],
    ['/admin/auth.Admin/index?quick_search=', led('/admin/login', 'adminLogin')],
    ['/admin/auth.admin/index?quick_search=&quickSearch=', loginState('need login')],
    // Both dialects write these alike; clients of both follow a path.
    ['/admin/ajax/area', led('/admin/login', 'adminLogin')],
    ['/admin/routine.AdminInfo/index', led('/admin/login', 'adminLogin')],
    ['/api/index/index?requiredLogin=1', loginState('need login')],
    ['/api/api/index/index?requiredLogin=1', loginState('need login')],
  ])('leads whoever is not signed in from %s as their dialect has it', async (path, reply) => {
    expect((await server.request(path)).body).toMatchObject(reply);
  });

  it.each([
    ['/admin/index/login', led('/admin', 'admin')],
    ['/admin/Index/login', loginState('logged in')],
  ])('leads whoever is signed in on from %s', async (path, reply) => {
    expect((await get(path)).body).toMatchObject(reply);
  });

  it('answers the dashboard by the older name, for the same right', async () => {
    expect((await get('/admin/Dashboard/dashboard')).body).toMatchObject({ code: 1, data: { remark: '' } });
    const { token: few } = await server.addAdmin('no_dashboard', ['goods', 'goods/goods']);
    expect((await server.request('/admin/Dashboard/dashboard', { token: few })).body?.code).toBe(401);
  });

  const start = async (path: string) => {
    const data = (await get(path)).body?.data;
    return { names: entries(data.menus).map((rule) => rule['name'] as string), rules: entries(data.menus), urls: data.siteConfig.urls };
  };

  it('shows the older client the page of the menu rules under its own name', async () => {
    const { rules, names, urls } = await start('/admin/index/index');
    expect(rules.find((rule) => rule['name'] === 'auth/menu')).toMatchObject({
      path: 'auth/menu',
      component: '/src/views/backend/auth/menu/index.vue',
      keepalive: 'auth/menu',
      children: ['index', 'add', 'edit', 'del', 'sortable'].map((action) => expect.objectContaining({ name: `auth/menu/${action}` })),
    });
    expect(names.filter((name) => name.startsWith('auth/rule'))).toEqual([]);
    expect(urls).toContain('auth/menu/sortable');
    expect((await start('/admin/Index/index')).rules.find((rule) => rule['name'] === 'auth/rule')).toMatchObject({ path: 'auth/rule' });
  });

  it('leaves out entries that a stock client has no page for, unless the rule names a file of its own', async () => {
    const own = ['goods', 'goods/goods', 'goods/category', 'auth/project', 'routine/outbox'];
    const shown = async (path: string) => (await start(path)).names.filter((name) => own.includes(name));
    expect(await shown('/api/admin/Index/index')).toEqual(['auth/project', 'goods', 'goods/goods', 'goods/category', 'routine/outbox']);
    expect([await shown('/admin/index/index'), await shown('/admin/Index/index')]).toEqual([[], []]);
    const component = '/src/views/backend/shop/goods.vue';
    await server.database.kysely.updateTable('admin_rule').set({ component }).where('name', '=', 'goods/goods').execute();
    expect(await shown('/admin/Index/index')).toEqual(['goods', 'goods/goods']);
  });

  const told = async (path: string) => {
    const { quickEntrance, list } = (await get(path)).body?.data ?? {};
    const [item] = list.config_quick_entrance.list;
    return [quickEntrance, item.value].map((links: readonly Row[]) => links.map(({ value }) => value));
  };

  it('tells quick links as each dialect follows them, and takes them so', async () => {
    expect(await told('/admin/routine.config/index')).toEqual(both('/admin/routine/attachment'));
    expect(await told('/admin/routine.Config/index')).toEqual(both('routine/attachment'));
    const links = ['/admin/routine/attachment', '/admin/auth/menu', 'auth/group'].map((value) => ({ key: value, value }));
    const json = { config_quick_entrance: links };
    expect((await server.request('/admin/routine.config/edit', { method: 'POST', token, json })).body).toMatchObject({ code: 1 });
    expect(await told('/admin/routine.config/index')).toEqual(both('/admin/routine/attachment', '/admin/auth/menu', '/admin/auth/group'));
    expect(await told('/admin/routine.Config/index')).toEqual(both('routine/attachment', 'auth/rule', 'auth/group'));
  });

  it('serves the picture that stands in for an avatar, and takes it for none when it comes back', async () => {
    const picture = await server.app.fetch(new Request(`http://test.invalid${DEFAULT_AVATAR}`));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(new Uint8Array(await picture.arrayBuffer()).slice(1, 4)).toEqual(new TextEncoder().encode('PNG'));
    const { body } = await get('/admin/auth.Admin/index');
    expect(body?.data.list[0].avatar).toBe(DEFAULT_AVATAR);
    const { row } = (await get('/admin/auth.Admin/edit?id=1')).body?.data ?? {};
    for (const avatar of [row.avatar, `//test.invalid${DEFAULT_AVATAR}`, `http://test.invalid${DEFAULT_AVATAR}`]) {
      await server.request('/admin/auth.Admin/edit', { method: 'POST', token, json: { ...row, avatar } });
      await server.request('/admin/routine.AdminInfo/edit', { method: 'POST', token, json: { nickname: 'Admin', avatar } });
      expect(await server.database.kysely.selectFrom('admin').select('avatar').where('id', '=', 1).execute()).toEqual([{ avatar: '' }]);
    }
  });
});
