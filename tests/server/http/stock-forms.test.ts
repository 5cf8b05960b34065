import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { PNG, upload } from '#tests/support/upload-samples.ts';

type Row = Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- replies are read freely in tests

/** What forms of stock clients read, and what becomes of what they send. */
describe('forms of stock clients', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer();
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const get = async (path: string): Promise<Row> => (await server.request(path, { token })).body?.data ?? {};
  const post = async (path: string, json: Row) => (await server.request(path, { method: 'POST', token, json })).body;

  it('are offered the member rules that are switched on, and the title of one that was chosen before', async () => {
    const id = 120;
    const offered = async (query = '') =>
      ((await get(`/admin/user.Rule/index?select=true&isTree=true${query}`))['options'] as readonly Row[]).map((row) => row['id']);
    expect(await offered()).toContain(id);
    expect(await post('/admin/user.Rule/edit', { id, status: '0' })).toMatchObject({ code: 1 });
    expect([await offered(), await offered(`&initKey=id&initValue=${id}`)]).toEqual([expect.not.arrayContaining([id]), [id]]);
    // The page of the rules itself, and the tree of a group, still have it.
    const rows = (nodes: readonly Row[]): readonly unknown[] => nodes.flatMap((node) => [node['id'], ...rows(node['children'] ?? [])]);
    expect(rows((await get('/admin/user.Rule/index'))['list'])).toContain(id);
    await post('/admin/user.Rule/edit', { id, status: '1' });
  });

  it.each([
    ['auth.Rule', { type: 'button', title: 'Kit', name: 'goods/kit' }],
    ['user.Rule', { type: 'menu', title: 'Kit', name: 'kit', path: 'kit' }],
    ['goods.Category', { name: 'Kit' }],
  ])('write the order weight of %s', async (controller, row) => {
    const at = (action: string) => `/admin/${controller}/${action}`;
    const weightOf = async (id: number) => (await get(`${at('edit')}?id=${id}`))['row'].weigh;
    const add = async (weigh: unknown, name: string) =>
      (await post(at('add'), { ...row, name: `${row.name}${name}`, weigh }))?.data.id as number;
    const [given, open] = [await add('-7', '1'), await add(0, '2')];
    const rows = (nodes: readonly Row[]): readonly Row[] => nodes.flatMap((node) => [node, ...rows(node['children'] ?? [])]);
    const heaviest = Math.max(...rows((await get(at('index')))['list']).map(({ weigh }) => weigh));
    expect([await weightOf(given), await weightOf(open)]).toEqual([-7, heaviest]);
    expect(await post(at('edit'), { id: given, weigh: '12' })).toMatchObject({ code: 1 });
    expect(await weightOf(given)).toBe(12);
    expect(await post(at('edit'), { id: given, weigh: '' })).toMatchObject({ code: 0 });
    for (const weigh of ['heavy', 1.5, 2_000_000_001, -2_000_000_001])
      expect([weigh, Object.keys((await post(at('edit'), { id: given, weigh }))?.data.fields)]).toEqual([weigh, ['weigh']]);
    expect(await weightOf(given)).toBe(12);
    await server.request(`${at('del')}?ids[]=${given}&ids[]=${open}`, { method: 'DELETE', token });
  });

  it('get flags as numbers, what is no page without a way to open it, and days and records that are none as the family tells them', async () => {
    const rows = (nodes: readonly Row[]): readonly Row[] => nodes.flatMap((node) => [node, ...rows(node['children'] ?? [])]);
    const rules = rows((await get('/admin/auth.Rule/index'))['list']);
    const menuTypes = (type: string) => new Set(rules.filter((rule) => rule['type'] === type).map((rule) => rule['menu_type']));
    expect([new Set(rules.map(({ keepalive }) => keepalive)), menuTypes('menu'), menuTypes('button'), menuTypes('menu_dir')]).toEqual([
      new Set([1, 0]),
      new Set(['tab']),
      new Set([null]),
      new Set([null]),
    ]);
    expect((await get('/admin/auth.Rule/edit?id=1'))['row']).toMatchObject({ keepalive: 1, menu_type: 'tab' });
    expect(new Set(rows((await get('/admin/user.Rule/index'))['list']).map((rule) => rule['no_login_valid']))).toEqual(new Set([0]));
    expect((await get('/admin/user.Rule/edit?id=2'))['row'].no_login_valid).toBe(0);
    expect((await get('/admin/user.User/edit?id=8'))['row']).toMatchObject({ birthday: null, group_id: 1 });
    await server.request('/admin/goods.Goods/del?ids[]=2', { method: 'DELETE', token });
    expect((await get('/admin/security.DataRecycleLog/index'))['list'][0]).toMatchObject({ recycle_id: 0, recycle: null });
    const { list } = await get('/admin/security.DataRecycleLog/index');
    expect((await get(`/admin/security.DataRecycleLog/info?id=${list[0].id}`))['row']).toMatchObject({ recycle_id: 0, recycle: null });
  });

  it('write flags back as the numbers that they have read', async () => {
    const { row } = await get('/admin/user.Rule/edit?id=2');
    for (const [sent, stored] of [
      [1, '1'],
      [0, '0'],
    ] as const) {
      await post('/admin/user.Rule/edit', { ...row, version: undefined, no_login_valid: sent });
      const rule = server.database.kysely.selectFrom('member_rule').select('no_login_valid').where('id', '=', 2);
      expect(await rule.executeTakeFirst()).toEqual({ no_login_valid: stored });
    }
  });

  it('have an empty input for the password, which keeps it', async () => {
    for (const controller of ['auth.Admin', 'user.User']) {
      const { row } = await get(`/admin/${controller}/edit?id=1`);
      expect(row.password).toBe('');
      expect(await post(`/admin/${controller}/edit`, { ...row, motto: 'Tea' })).toMatchObject({ code: 1 });
    }
    await server.signIn();
    expect((await get('/admin/auth.Admin/index'))['list'].some((row: Row) => Object.hasOwn(row, 'password'))).toBe(false);
  });

  it('get the rules of a group of members as a text in a list, as ids in a form', async () => {
    await post('/admin/user.Group/add', { name: 'Some', status: '1', rules: [2, 3] });
    const { list } = await get('/admin/user.Group/index');
    expect(list.map(({ name, rules }: Row) => [name, rules])).toEqual(
      expect.arrayContaining([
        ['Some', '1,2,3'],
        ['Default group', '*'],
      ]),
    );
    const id = list.find(({ name }: Row) => name === 'Some').id;
    expect((await get(`/admin/user.Group/edit?id=${id}`))['row'].rules).toEqual(['2', '3']);
  });

  it('show administrators and groups of members with the newest first', async () => {
    await server.addAdmin('second', []);
    for (const controller of ['auth.Admin', 'user.Group']) {
      const ids = (await get(`/admin/${controller}/index`))['list'].map((row: Row) => row['id']);
      expect([controller, ids.length > 1, ids]).toEqual([controller, true, ids.toSorted((a: number, b: number) => b - a)]);
    }
  });

  it('are told who stored a file, and what tables are called', async () => {
    const { file } = (await upload(server, PNG, 'tea.png', { token })).body?.data ?? {};
    expect(file).toMatchObject({ admin_id: 1, user_id: 0 });
    for (const [action, controller] of [
      ['add', 'security.DataRecycle'],
      ['edit?id=1', 'security.SensitiveData'],
    ])
      expect((await get(`/admin/${controller}/${action}`))['tables']).toMatchObject({
        member: 'member - Member',
        admin: 'admin - Administrator',
      });
  });
});
