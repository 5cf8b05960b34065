import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { admin } from '#sections/admin/admin.resource.ts';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { adminRule } from '#sections/admin-rule/admin-rule.resource.ts';
import { explainRight, listAdminGroups } from '#api/contract/rights/rights';
import { adminInit } from '#api/contract/session/session';
import { FailureError } from '#domain/base/failure';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { refusalOf } from '#tests/support/refusals.ts';

const ADMINS = resourceEndpoints(admin);
const GROUPS = resourceEndpoints(adminGroup);
const RULES = resourceEndpoints(adminRule);
const AUTH_PAGES = ['auth', 'auth/admin', 'auth/group', 'auth/rule'];
const AUTH_NODES = [
  ...AUTH_PAGES,
  ...['index', 'add', 'edit', 'del'].flatMap((action) => AUTH_PAGES.slice(1).map((page) => `${page}/${action}`)),
];
/** More than the accounts of all tests of this file. */
const ALL = { limit: 100 };
const GOODS = ['goods', 'goods/goods', 'goods/goods/index', 'goods/goods/edit'];

type Row = Readonly<Record<string, unknown>>;

describe.each(dealtKinds())('administrators, groups and rules on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let boss: { id: number; groupId: number; token: string };
  const ruleIds = new Map<string, number>();
  const ids = (...names: readonly string[]): string[] => names.map((name) => String(ruleIds.get(name)));
  const flat = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...flat((row['children'] ?? []) as Row[])]);
  const rule = (name: string, extra: Row = {}): Row => ({ pid: ruleIds.get('goods/goods'), type: 'button', title: name, name, ...extra });
  const asSuper: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const asBoss: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token: boss.token, ...options });
  const addGroup = async (name: string, rules: readonly string[], pid = boss.groupId): Promise<number> =>
    (await asSuper(GROUPS.add, { name, pid, rules: [...rules] }))?.id ?? 0;
  const addAccount = async (username: string, groups: readonly number[]): Promise<number> =>
    (await asSuper(ADMINS.add, { username, nickname: username, password: 'horse-7-battery', group_arr: [...groups] }))?.id ?? 0;
  const refused = async (rows: Promise<{ readonly list?: readonly Row[] | undefined }>, key: string, what = 'refused_nodes') =>
    Object.fromEntries(flat((await rows).list ?? []).map((row) => [row[key], row[what]]));
  const renamed = (from: string, to: string) =>
    server.database.kysely.updateTable('admin_rule').set({ name: to }).where('name', '=', from).execute();
  const storedRules = async (id: number): Promise<string | null | undefined> =>
    (await server.database.kysely.selectFrom('admin_group').select('rules').where('id', '=', id).executeTakeFirst())?.rules;

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
    for (const rule of await server.database.kysely.selectFrom('admin_rule').select(['id', 'name']).execute())
      ruleIds.set(rule.name, rule.id);
    boss = await server.addAdmin('boss', [...AUTH_NODES, ...GOODS]);
  });
  afterAll(() => server.close());

  const refusedRights = () =>
    server.database.kysely
      .selectFrom('security_log')
      .select(['id', 'account_type', 'account_id', 'ip', 'detail'])
      .where('kind', '=', 'permission.refused')
      .orderBy('id')
      .execute();

  describe('groups', () => {
    it('stores every parent of what was chosen, and gives back only the lowest', async () => {
      const id = await addGroup('editors', ids('goods/goods/edit'), 1);
      expect(await storedRules(id)).toBe(
        ids('goods', 'goods/goods', 'goods/goods/edit')
          .toSorted((a, b) => Number(a) - Number(b))
          .join(','),
      );
      const { row } = await asSuper(GROUPS.read, { id });
      expect(row['rules']).toEqual(ids('goods/goods/edit'));
    });

    it('stores a complete choice as a star, and keeps it when it comes back', async () => {
      const id = await addGroup('all', [...ruleIds.values()].map(String), 1);
      expect(await storedRules(id)).toBe('*');
      const { row } = await asSuper(GROUPS.read, { id });
      expect(row['rules']).toEqual(['*']);
      await asSuper(GROUPS.save, { id, name: 'everything', rules: ['*'] });
      expect(await storedRules(id)).toBe('*');
      await asSuper(GROUPS.save, { id, rules: [] });
      expect(await storedRules(id)).toBe('*');
    });

    it('shows people what a group gives in words, and which groups are their own', async () => {
      const reply = await asBoss(listAdminGroups, {});
      expect(reply.group).toEqual([boss.groupId]);
      expect(flat(reply.list ?? []).find((row) => row['id'] === boss.groupId)?.['rules']).toBe('Permissions and more (20 in all)');
      const offered = async () => ((await asBoss(listAdminGroups, { absoluteAuth: 1, select: 1 })).options ?? []).map((row) => row['id']);
      const before = await offered();
      const weaker = await addGroup('writers', ids('goods/goods/edit'), 1);
      await addGroup('as strong', ids(...AUTH_NODES, ...GOODS), 1);
      const other = await addGroup('strangers', ids('routine/attachment/index'), 1);
      expect((await offered()).filter((id) => !before.includes(id))).toEqual([weaker]);
      expect([1, boss.groupId, other].filter((id) => before.includes(id))).toEqual([]);
    });

    it('shows only own groups and groups that one exceeds', async () => {
      const below = await addGroup('viewers', ids('goods/goods/index'));
      const other = await addGroup('files', ids('routine/attachment/index'), 1);
      const seen = flat((await asBoss(listAdminGroups, {})).list ?? []).map((row) => row['id']);
      expect(seen).toContain(below);
      expect(seen).toContain(boss.groupId);
      expect(seen).not.toContain(other);
      expect(seen).not.toContain(1);
      expect(await refusalOf(asBoss(GROUPS.read, { id: 1 }))).toContain('does not exist');
      expect(await refusalOf(asBoss(GROUPS.save, { id: other, name: 'mine' }))).toContain('does not exist');
      expect(await refusalOf(asBoss(GROUPS.remove, { ids: [other] }))).toContain('does not exist');
    });

    it('lets nobody give what they have not, nor as much as they have', async () => {
      const add = (rules: readonly string[], pid = boss.groupId) => refusalOf(asBoss(GROUPS.add, { name: 'x', pid, rules: [...rules] }));
      const beyond = { rules: 'You can only give rights that you have yourself.' };
      expect(await add(ids('routine/attachment/index'))).toEqual(beyond);
      expect(await add(['*'])).toEqual(beyond);
      expect(await add(ids(...AUTH_NODES, ...GOODS))).toEqual({ rules: 'A group cannot have all the rights that you have.' });
      expect(await add(['999999'])).toEqual({ rules: 'The chosen record does not exist' });
      expect(await add(ids('goods/goods/index'), 1)).toEqual({ pid: 'The chosen record does not exist' });
      expect(await add(ids('goods/goods/index'), 0)).toEqual({ pid: 'This field is required' });
      expect((await asBoss(GROUPS.add, { name: 'fine', pid: boss.groupId, rules: ids('goods/goods/index') }))?.id).toBeGreaterThan(0);
    });

    it('writes into the security log who wanted more than their rights, where and from where, and not what', async () => {
      // What was refused a minute ago is an entry of its own.
      server.clock.advanceSeconds(60);
      const before = (await refusedRights()).length;
      await refusalOf(asBoss(GROUPS.add, { name: 'secret plan', pid: boss.groupId, rules: ['*'] }));
      await refusalOf(asBoss(GROUPS.remove, { ids: [boss.groupId] }));
      // A mistake is none of its business.
      await refusalOf(asBoss(GROUPS.add, { name: '', pid: boss.groupId, rules: ids('goods/goods/index') }));
      const by = { id: expect.any(Number), account_type: 'admin', account_id: boss.id, ip: '127.0.0.1' };
      expect((await refusedRights()).slice(before)).toEqual([
        { ...by, detail: { node: 'auth/group/add', reason: 'refusals.auth.beyondOwn' } },
        { ...by, detail: { node: 'auth/group/del', reason: 'refusals.auth.ownGroup' } },
      ]);
    });

    it('lets nobody change or delete a group they belong to', async () => {
      const own = 'You cannot change or delete a group you belong to.';
      expect(await refusalOf(asBoss(GROUPS.save, { id: boss.groupId, name: 'x' }))).toBe(own);
      expect(await refusalOf(asBoss(GROUPS.remove, { ids: [boss.groupId] }))).toBe(own);
      expect(await refusalOf(asSuper(GROUPS.save, { id: 1, status: '0' }))).toBe(own);
    });

    it('keeps a group while groups or administrators hang on it, and out of its own branch', async () => {
      const parent = await addGroup('parent', ids('goods/goods/index'));
      const child = await addGroup('child', ids('goods/goods/index'), parent);
      expect(await refusalOf(asSuper(GROUPS.remove, { ids: [parent] }))).toContain('below it');
      expect(await refusalOf(asSuper(GROUPS.save, { id: parent, pid: child }))).toEqual({
        pid: 'Cannot be placed under itself or below itself',
      });
      await addAccount('inchild', [child]);
      expect(await refusalOf(asSuper(GROUPS.remove, { ids: [child, parent] }))).toBe(
        'Still used by 1 record of “Administrator”, so it cannot be deleted.',
      );
    });
  });

  describe('administrators', () => {
    it('keeps passwords apart, and shows groups with their names', async () => {
      const id = await addAccount('anna', [2, 3]);
      const { row } = await asSuper(ADMINS.read, { id });
      expect(row).toMatchObject({
        username: 'anna',
        group_arr: [2, 3],
        group_name_arr: ['Administrators, level 1', 'Administrators, level 2'],
        status: '1',
      });
      expect(row['password']).toBe('');
      expect((await server.signIn('anna', 'horse-7-battery')).token).toBeTruthy();
      await asSuper(ADMINS.save, { id, username: 'anna', nickname: 'Anna', group_arr: [3], password: '' });
      expect((await asSuper(ADMINS.read, { id })).row).toMatchObject({
        nickname: 'Anna',
        group_arr: [3],
        group_name_arr: ['Administrators, level 2'],
      });
      expect((await server.signIn('anna', 'horse-7-battery')).token).toBeTruthy();
      const change = await server.database.kysely.selectFrom('record_change').selectAll().where('resource', '=', 'admin').execute();
      expect(JSON.stringify(change)).not.toContain('horse');
    });

    it('refuses missing, common and telling passwords, and names that are taken, at the field', async () => {
      const add = (row: Row) => refusalOf(asSuper(ADMINS.add, { nickname: 'x', group_arr: [2], ...row }));
      expect(await add({ username: 'newone' })).toEqual({ password: 'This field is required' });
      expect(await add({ username: 'newone', password: 'Admin123' })).toEqual({
        password: 'This password is among the most used ones; please choose another',
      });
      expect(await add({ username: 'newone', password: 'NewOne' })).toEqual({ password: 'The password must not be the account name' });
      expect(await add({ username: 'newone', password: 'horse-7-battery', group_arr: [] })).toEqual({
        group_arr: 'This field is required',
      });
      expect(await add({ username: 'ADMIN', password: 'horse-7-battery' })).toEqual({ username: 'Already taken by another record' });
      await asSuper(ADMINS.add, {
        username: 'mailer',
        nickname: 'x',
        password: 'horse-7-battery',
        group_arr: [2],
        email: 'a@b.cn',
        mobile: '13800138000',
      });
      expect(await add({ username: 'mailer2', password: 'horse-7-battery', email: 'A@b.cn' })).toEqual({
        email: 'Already taken by another record',
      });
      expect(await add({ username: 'mailer3', password: 'horse-7-battery', mobile: '13800138000' })).toEqual({
        mobile: 'Already taken by another record',
      });
    });

    it.each([
      ['switched off', { status: '0' }],
      ['given a new password', { password: 'other-7-battery' }],
    ])('ends every session of an account that is %s', async (_, change) => {
      const name = `gone${'password' in change ? 'pass' : 'off'}`;
      const id = await addAccount(name, [2]);
      const session = await server.signIn(name, 'horse-7-battery');
      expect((await server.call(adminInit, {}, { token: session.token })).adminInfo.id).toBe(id);
      await asSuper(ADMINS.save, { id, ...change });
      const open = server.database.kysely.selectFrom('token').selectAll().where('account_id', '=', id).where('revoked_at', 'is', null);
      expect(await open.execute()).toEqual([]);
      await expect(server.call(adminInit, {}, { token: session.token })).rejects.toBeInstanceOf(FailureError);
    });

    it('ends every session of an account that is deleted, and skips the own one', async () => {
      const id = await addAccount('leaver', [2]);
      await server.signIn('leaver', 'horse-7-battery');
      expect(await asSuper(ADMINS.remove, { ids: [1, id] })).toEqual({ count: 1 });
      const tokens = await server.database.kysely.selectFrom('token').select('revoked_at').where('account_id', '=', id).execute();
      expect(tokens.map((row) => row.revoked_at)).not.toContain(null);
      expect(await refusalOf(asSuper(ADMINS.remove, { ids: [1] }))).toBe('You cannot delete your own account.');
      expect(await refusalOf(asSuper(ADMINS.save, { id: 1, status: '0' }))).toEqual({ status: 'You cannot switch off your own account.' });
    });

    it('leaves somebody who may do everything', async () => {
      const others = ((await asSuper(ADMINS.list, ALL)).list ?? []).filter(
        (row) => row['id'] !== 1 && (row['group_arr'] as readonly number[]).includes(1),
      );
      if (others.length > 0) await asSuper(ADMINS.remove, { ids: others.map((row) => Number(row['id'])) });
      expect(await refusalOf(asSuper(ADMINS.save, { id: 1, group_arr: [2] }))).toBe('At least one super administrator must remain.');
      expect((await asSuper(ADMINS.read, { id: 1 })).row['group_arr']).toEqual([1]);
    });

    it('takes no password for the caller themselves, as it asks for no old one', async () => {
      const id = await addAccount('selfish', [1]);
      const here = await server.signIn('selfish', 'horse-7-battery');
      const json = { id, password: 'other-7-battery', oldPassword: 'horse-7-battery' };
      const reply = await server.request('/api/admin/auth.Admin/edit', { method: 'POST', json, token: here.token });
      const reason = 'Change your own password in your profile, where you confirm the current one.';
      expect(reply.body).toMatchObject({ code: 0, msg: `Password: ${reason}`, data: { fields: { password: reason } } });
      await server.call(ADMINS.save, { id, nickname: 'Selfish', password: '' }, { token: here.token });
      expect((await server.signIn('selfish', 'horse-7-battery')).token).not.toBe('');
    });

    it('tells of each row what would be refused, and of a sign-in when it was, as text', async () => {
      const below = await addGroup('helpers', ids('goods/goods/index'));
      await addAccount('helper', [below]);
      await addAccount('chimera', [below, 1]);
      expect(await refused(asBoss(ADMINS.list, ALL), 'username')).toMatchObject({ boss: ['del'], helper: [], chimera: ['edit', 'del'] });
      expect(await refused(asSuper(ADMINS.list, ALL), 'username')).toMatchObject({ admin: ['del'], boss: [], chimera: [] });
      expect(await refused(asBoss(listAdminGroups, {}), 'id')).toMatchObject({ [boss.groupId]: ['edit', 'del'], [below]: [] });
      expect(await refused(asSuper(listAdminGroups, {}), 'id')).toMatchObject({ 1: ['del'], [below]: [] });
      expect(await refused(asSuper(RULES.list, {}), 'name')).toMatchObject({ auth: ['del'], 'auth/rule': ['del'], goods: ['del'] });
      expect(await refused(asSuper(ADMINS.list, ALL), 'username', 'refused_fields')).toMatchObject({ admin: ['status'], boss: [] });
      expect(await refused(asSuper(RULES.list, {}), 'name', 'refused_fields')).toMatchObject({ 'auth/rule': ['status'], goods: undefined });
      const times = (await asSuper(ADMINS.list, ALL)).list?.map((row) => [row['username'], row['last_login_time']]);
      expect(times).toContainEqual(['admin', '2026-01-15 08:00:00']);
      expect(times).toContainEqual(['chimera', '']);
      expect((await asSuper(ADMINS.read, { id: 1 })).row['last_login_time']).toBe('2026-01-15 08:00:00');
    });

    it('hashes a password before the transaction of its write opens', async () => {
      const order: string[] = [];
      const { database, passwords } = server.ports;
      const [transaction, hash] = [database.transaction.bind(database), passwords.hash.bind(passwords)];
      const spied = {
        transaction: vi.spyOn(database, 'transaction').mockImplementation(async (work) => {
          order.push('begin');
          const result = await transaction(work);
          order.push('commit');
          return result;
        }),
        hash: vi.spyOn(passwords, 'hash').mockImplementation((password) => {
          order.push('hash');
          return hash(password);
        }),
      };
      const id = await addAccount('hasher', [2]);
      await asSuper(ADMINS.save, { id, password: 'other-7-battery' });
      await asSuper(ADMINS.save, { id, nickname: 'Hash' });
      for (const spy of Object.values(spied)) spy.mockRestore();
      expect(order.filter((one) => one !== 'commit')).toEqual(['hash', 'begin', 'hash', 'begin', 'begin']);
      expect((await server.signIn('hasher', 'other-7-battery')).token).toBeTruthy();
    });

    it('takes blanks for no password', async () => {
      const id = await addAccount('blank', [2]);
      await asSuper(ADMINS.save, { id, password: 'other-7-battery' });
      await asSuper(ADMINS.save, { id, nickname: 'Blank', password: '        ' });
      expect((await server.signIn('blank', 'other-7-battery')).token).toBeTruthy();
    });

    it('lets nobody raise themselves or others, nor take over a stronger account', async () => {
      const below = await addGroup('clerks', ids('goods/goods/index'));
      const clerk = await addAccount('clerk', [below]);
      const mixed = await addAccount('mixed', [below, 1]);
      const foreign = { group_arr: 'You can only choose groups with fewer rights than yours.' };
      expect(await refusalOf(asBoss(ADMINS.save, { id: clerk, group_arr: [below, boss.groupId] }))).toEqual(foreign);
      expect(await refusalOf(asBoss(ADMINS.save, { id: clerk, group_arr: [1] }))).toEqual({
        group_arr: 'The chosen record does not exist',
      });
      expect(await refusalOf(asBoss(ADMINS.save, { id: 1, password: 'other-7-battery' }))).toContain('does not exist');
      const stronger = 'You cannot change this account because its rights equal or exceed yours.';
      expect(await refusalOf(asBoss(ADMINS.save, { id: mixed, password: 'other-7-battery' }))).toBe(stronger);
      expect(await refusalOf(asBoss(ADMINS.remove, { ids: [mixed] }))).toBe(stronger);
      expect(await asBoss(ADMINS.save, { id: clerk, nickname: 'Clerk', group_arr: [below] })).toEqual({ version: 2 });
      const seen = (await asBoss(ADMINS.list, ALL)).list?.map((row) => row['username']);
      expect(seen).toEqual(expect.arrayContaining(['boss', 'clerk', 'mixed']));
      expect(seen).not.toContain('admin');
    });
  });

  describe('menu rules', () => {
    it('shows titles in the language of the reader, finds them so, and keeps them when they are saved unchanged', async () => {
      const titles = flat((await asSuper(RULES.list, { quickSearch: '角色组' }, { language: 'zh-cn' })).list ?? []).map(
        (row) => row['title'],
      );
      expect(titles).toEqual(['角色组管理']);
      const { row } = await asSuper(RULES.read, { id: 3 });
      expect(row['title']).toBe('Groups');
      await asSuper(RULES.save, { id: 3, title: 'Groups', remark: 'Who may do what' });
      const stored = await server.database.kysely
        .selectFrom('admin_rule')
        .select(['title', 'remark'])
        .where('id', '=', 3)
        .executeTakeFirst();
      expect(stored).toEqual({ title: 'menu.auth.group', remark: 'Who may do what' });
    });

    it('offers only directories and pages as parents, and answers the older name', async () => {
      const options = (await asSuper(RULES.list, { select: 1 })).options ?? [];
      expect(new Set(options.map((row) => row['type']))).toEqual(new Set(['menu_dir', 'menu']));
      const { body } = await server.request('/api/admin/auth.Menu/index', { token });
      expect(body?.data.list.length).toBeGreaterThan(3);
    });

    it('gives a new rule to every group that has its parent, and takes a deleted one away', async () => {
      const holder = await addGroup('holder', ids('goods/goods/index'), 1);
      const id = (await asSuper(RULES.add, rule('goods/goods/export')))?.id ?? 0;
      expect((await storedRules(holder))?.split(',')).toContain(String(id));
      expect((await storedRules(4))?.split(',')).not.toContain(String(id));
      await asSuper(RULES.remove, { ids: [id] });
      expect((await storedRules(holder))?.split(',')).not.toContain(String(id));
    });

    it.each([
      [{ type: 'menu', menu_type: 'link', url: 'javascript:alert(1)' }, { url: 'Please enter a correct address' }],
      [{ type: 'menu', menu_type: 'iframe', url: 'data:text/html,x' }, { url: 'Please enter a correct address' }],
      [{ type: 'menu', menu_type: 'iframe', url: '' }, { url: 'This field is required' }],
      [{ type: 'menu', menu_type: 'tab', path: '' }, { path: 'This field is required' }],
      [{ name: 'goods/Goods/INDEX' }, { name: 'Already taken by another record' }],
    ])('refuses %o', async (extra, expected) => {
      expect(await refusalOf(asSuper(RULES.add, rule('goods/goods/odd', extra)))).toEqual(expected);
    });

    it.each(['a b', 'routine.config/index', '/routine/config/index', 'routine//index', 'routine/', '1st', 'a/-b', '角色'])(
      'refuses %j for a name, which no call ever asks for',
      async (name) => {
        expect(await refusalOf(asSuper(RULES.add, rule(name)))).toEqual({
          name: 'Letters, digits, _ and -, in parts between single slashes, such as routine/config/index',
        });
      },
    );

    it('shows a late save the rule as reading it does', async () => {
      const { row } = await asSuper(RULES.read, { id: 13 });
      const late = await asSuper(RULES.save, { id: 13, version: Number(row['version']) + 1, remark: 'late' }).catch(
        (error: unknown) => error,
      );
      expect(late).toMatchObject({ failure: { kind: 'rejected', current: row } });
    });

    it('refuses circles, parents that have children, and losing the page of the rules', async () => {
      const [goods, page] = [ruleIds.get('goods') ?? 0, ruleIds.get('goods/goods') ?? 0];
      expect(await refusalOf(asSuper(RULES.save, { id: goods, pid: page }))).toEqual({
        pid: 'Cannot be placed under itself or below itself',
      });
      const folder = (await asSuper(RULES.add, rule('folder', { type: 'menu_dir', pid: 0, path: 'folder' })))?.id ?? 0;
      const inside = (await asSuper(RULES.add, rule('folder/in', { pid: folder })))?.id ?? 0;
      expect(await refusalOf(asSuper(RULES.remove, { ids: [folder] }))).toContain('below it');
      await asSuper(RULES.remove, { ids: [inside, folder] });
      const lasting = 'The page of the menu rules must stay, or nobody could put the menu right again.';
      expect(await refusalOf(asSuper(RULES.save, { id: 13, status: '0' }))).toEqual({ status: lasting });
      expect(await refusalOf(asSuper(RULES.save, { id: 2, status: '0' }))).toEqual({ status: lasting });
      expect(await refusalOf(asSuper(RULES.save, { id: 13, extend: 'add_menu_only' }))).toEqual({ extend: lasting });
      // It may stand below something else, which then stays as well.
      const other = (await asSuper(RULES.add, rule('elsewhere', { type: 'menu_dir', pid: 0, path: 'elsewhere' })))?.id ?? 0;
      await asSuper(RULES.save, { id: 2, pid: other });
      expect(await refusalOf(asSuper(RULES.save, { id: other, status: '0' }))).toEqual({ status: lasting });
      expect(await refusalOf(asSuper(RULES.save, { id: other, type: 'button' }))).toEqual({ type: lasting });
      await asSuper(RULES.save, { id: 2, pid: 0 });
      await asSuper(RULES.save, { id: other, status: '0' });
      expect(await refusalOf(asSuper(RULES.save, { id: 2, pid: other }))).toEqual({ pid: lasting });
      await asSuper(RULES.remove, { ids: [other] });
    });

    it('keeps what the program knows its rules by, and no more', async () => {
      const shipped = 'This entry belongs to the program, which finds its page by this. It can be switched off instead.';
      const [page, right] = [ruleIds.get('goods/goods') ?? 0, ruleIds.get('goods/goods/edit') ?? 0];
      const { row } = await asSuper(RULES.read, { id: page });
      for (const [field, value] of Object.entries({ name: 'goods/wares', type: 'menu_dir', path: 'goods/wares', menu_type: 'link' })) {
        const change = { id: page, [field]: value, ...(field === 'menu_type' && { url: 'https://example.com/' }) };
        expect(await refusalOf(asSuper(RULES.save, change))).toEqual({ [field]: shipped });
      }
      expect(await refusalOf(asSuper(RULES.save, { id: page, component: ' ' }))).toEqual({ component: 'This field is required' });
      expect(await refusalOf(asSuper(RULES.save, { id: right, name: 'goods/goods/change' }))).toEqual({ name: shipped });
      expect(await refusalOf(asSuper(RULES.remove, { ids: [right] }))).toBe(
        'Entries that belong to the program can be switched off, but not deleted.',
      );
      // All of the form is sent; only what is other is looked at.
      await asSuper(RULES.save, {
        ...row,
        version: undefined,
        id: page,
        title: 'Wares',
        icon: 'fa fa-gift',
        pid: 0,
        status: '0',
        remark: 'x',
      });
      await asSuper(RULES.save, { ...row, version: undefined, id: page, pid: ruleIds.get('goods') });
      expect((await asSuper(RULES.read, { id: page })).row).toMatchObject({ name: 'goods/goods', status: '1', pid: ruleIds.get('goods') });
    });

    it('lets nobody open a right by naming a rule after it', async () => {
      // No rule has the name of the right.
      await renamed('routine/outbox/del', 'routine/outbox/gone');
      expect(await refusalOf(asBoss(RULES.add, rule('routine/Outbox/del')))).toEqual({
        name: 'This name stands for a right that you do not have.',
      });
      expect(await refusalOf(asBoss(RULES.save, { id: ruleIds.get('goods/goods/edit') ?? 0, name: 'routine/outbox/del' }))).toEqual({
        name: 'This name stands for a right that you do not have.',
      });
      const seen = flat((await asBoss(RULES.list, {})).list ?? []).map((row) => row['name']);
      expect(seen).toContain('goods/goods/edit');
      expect(seen).not.toContain('routine/attachment');
      await renamed('routine/outbox/gone', 'routine/outbox/del');
    });

    it('shows the rules they have to whoever gives them, and to nobody who has no use for them', async () => {
      const giver = await server.addAdmin('giver', ['auth', 'auth/group', 'auth/group/index', 'auth/group/edit', ...GOODS]);
      const names = flat((await server.call(RULES.list, {}, { token: giver.token })).list ?? []).map((row) => row['name']);
      expect(new Set(names)).toEqual(new Set(['auth', 'auth/group', 'auth/group/index', 'auth/group/edit', ...GOODS]));
      expect(await refusalOf(server.call(RULES.read, { id: 1 }, { token: giver.token }))).toContain('permission');
      const clerk = await server.addAdmin('noclerk', ['auth', 'auth/group', 'auth/group/index', ...GOODS]);
      expect(await refusalOf(server.call(RULES.list, {}, { token: clerk.token }))).toContain('permission');
    });

    it('stores forward slashes, and a way to open for pages only', async () => {
      const id =
        (
          await asSuper(
            RULES.add,
            rule('goods/shop', { type: 'menu', pid: ruleIds.get('goods'), path: 'goods/shop', component: '\\src\\x.vue' }),
          )
        )?.id ?? 0;
      expect((await asSuper(RULES.read, { id })).row).toMatchObject({ component: '/src/x.vue', menu_type: 'tab', keepalive: 0 });
      await asSuper(RULES.save, { id, type: 'menu_dir' });
      const stored = await server.database.kysely.selectFrom('admin_rule').select('menu_type').where('id', '=', id).executeTakeFirst();
      expect(stored).toEqual({ menu_type: null });
      await asSuper(RULES.remove, { ids: [id] });
    });
  });

  it('explains why somebody may do something, or not', async () => {
    const why = async (id: number, node: string) => {
      const { reason, isAllowed, rules } = await asSuper(explainRight, { id, node });
      return { reason, isAllowed, rules: rules.map(({ name }) => name) };
    };
    const chain = ['goods', 'goods/goods', 'goods/goods/edit'];
    expect(await why(1, 'goods/goods/edit')).toEqual({ reason: 'super', isAllowed: true, rules: chain });
    expect(await why(boss.id, 'goods/goods/edit')).toEqual({ reason: 'granted', isAllowed: true, rules: chain });
    expect(await why(boss.id, 'goods/category/edit')).toMatchObject({ reason: 'notGranted', isAllowed: false });
    expect(await why(boss.id, 'no/such/node')).toEqual({ reason: 'unknownNode', isAllowed: false, rules: [] });
    await asSuper(RULES.save, { id: ruleIds.get('goods/goods/edit') ?? 0, status: '0' });
    expect(await why(boss.id, 'goods/goods/edit')).toMatchObject({ reason: 'ruleOff', isAllowed: false });
    await asSuper(RULES.save, { id: ruleIds.get('goods/goods/edit') ?? 0, status: '1' });
    expect(await refusalOf(asBoss(explainRight, { id: 1, node: 'goods/goods/edit' }))).toContain('does not exist');
  });
});
