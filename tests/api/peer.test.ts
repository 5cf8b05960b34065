import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, toPromise, waitFor, type AnyActorLogic, type AnyStateMachine } from 'xstate';
import { createClient } from '#api/client';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { memberGroup } from '#sections/member-group/member-group.resource.ts';
import { dataRecycleLog } from '#sections/data-recycle-log/data-recycle-log.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { requireResource } from '#actors/base/resource-book';
import { adminInit, logout, refreshToken } from '#api/contract/session/session';
import { terminalTicket } from '#api/contract/terminal/terminal';
import { listInput } from '#api/list-input';
import { EMPTY_QUERY, searchOf, type SearchCondition } from '#domain/table/resource-query';
import { createTransport } from '#api/transport';
import { decodeRows } from '#actors/table/decode-rows';
import { fieldChangeLogic } from '#actors/table/field-change.actors';
import { recordFormLogic } from '#actors/table/record-form.actors';
import { appLogic } from '#actors/app/app.actors';
import { binSectionsLogic } from '#actors/changes/data-safety.actors';
import { ruleSubjectLogic } from '#actors/changes/rule-subject.actors';
import { attachmentUsesLogic } from '#actors/files/upload-uses.actors';
import { overviewLogic } from '#actors/members/overview.actors';
import { memberShellLogic } from '#actors/members/member-shell.actors';
import { proofMachine } from '#machines/members/proof.machine';
import { dashboardLogic } from '#actors/shell/dashboard.actors';
import { settingsBundle } from '#actors/settings/settings.bundle';
import type { AnyRecord } from '#domain/fields/field';
import { Secret } from '#domain/base/secret';
import '#tests/support/all-sections.ts';

interface Sent {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const NODE = { id: 1, pid: 0, type: 'menu', title: 'x', icon: '', menu_type: 'tab', url: '', component: 'x', keepalive: 0, extend: 'none' };
const START = {
  adminInfo: { id: 1, username: 'admin', lastlogintime: '2026-01-15 12:00:00' },
  menus: [
    { ...NODE, name: 'dashboard/dashboard', path: 'dashboard' },
    { ...NODE, name: 'auth/menu', path: 'auth/menu', children: [{ ...NODE, type: 'button', name: 'auth/menu/edit', path: '' }] },
  ],
  terminal: { npmPackageManager: 'pnpm', installServicePort: '8000' },
};
const SERVERS = {
  troupe: { software: 'troupe', upload: { maxSize: 1, maxsize: 1 } },
  v1: { upload: { maxsize: '10mb' } },
  v2: { upload: { maxSize: '10mb' } },
} as const;

/** What a server does not have. */
const MISSING = Symbol('404');
/** What it refuses by a rule. */
const REFUSED = Symbol('code 0');

/** A client that has been told by a start-up reply with whom it speaks. */
async function speakWith(server: keyof typeof SERVERS, answers: Readonly<Record<string, unknown>> = {}) {
  const sent: Sent[] = [];
  const fetch = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.replace('/api/admin/', '').replace('/api/', '');
    sent.push({ path, query: Object.fromEntries(searchParams), body: request.method === 'POST' ? await request.json() : null });
    if (answers[path] === MISSING) return Response.json({ code: 0, message: `controller not exists: ${path}` }, { status: 404 });
    if (answers[path] === REFUSED) return Response.json({ code: 0, msg: 'No', data: null, time: 1 });
    const data = path === 'Index/index' ? { ...START, siteConfig: SERVERS[server] } : (answers[path] ?? null);
    return Response.json({ code: 1, msg: '', data, time: 1 });
  };
  const transport = createTransport({ language: () => 'en', isOnline: () => true, fetch });
  const call = createClient(transport, { tokens: () => ({ admin: new Secret('access'), member: null }), announce: () => {} });
  const start = await call(adminInit, {});
  sent.length = 0;
  return { call, sent, start };
}

/** Opens a record's form, changes it and saves it. */
async function edit(call: Awaited<ReturnType<typeof speakWith>>['call'], resource: string, values: AnyRecord) {
  const input = { resource, id: 7, initial: {}, key: 'key-00000001' };
  const form = createActor(recordFormLogic({ call, resourceOf: requireResource }), { input }).start();
  await waitFor(form, (snapshot) => snapshot.matches('editing'));
  for (const [field, value] of Object.entries(values)) form.send({ type: 'form.fieldChanged', field, value } as never);
  form.send({ type: 'form.submitted' } as never);
  await waitFor(form, (snapshot) => snapshot.status !== 'active' || !snapshot.matches('saving'));
  return form.getSnapshot();
}

const QUERY = {
  page: 1,
  limit: 10,
  order: { field: 'createTime', direction: 'desc' },
  quickSearch: 'tea',
  search: [{ field: 'createTime', operator: 'RANGE', value: 'a,b' }],
  alternatives: [],
} as const;

const byGroups = (...groups: readonly (readonly SearchCondition[])[]) => listInput(member, { ...EMPTY_QUERY, ...searchOf(groups) });

describe('the words that a server is spoken to with', () => {
  it.each([
    ['troupe', 'create_time'],
    ['v1', 'createtime'],
    ['v2', 'create_time'],
  ] as const)('are those of its start-up reply: %s', async (server, name) => {
    const { call, sent } = await speakWith(server);
    await call(resourceEndpoints(member).list, listInput(member, QUERY)).catch(() => null);
    expect(sent[0]?.query).toMatchObject({ order: `${name},desc`, 'search[0][field]': name, quickSearch: 'tea', quick_search: 'tea' });
    await call(refreshToken, { refreshToken: 'r' }).catch(() => null);
    await call(logout, { refreshToken: 'r' });
    expect(sent.slice(1).map(({ body }) => body)).toEqual([
      { refreshToken: 'r', refresh_token: 'r' },
      { refreshToken: 'r', refresh_token: 'r' },
    ]);
  });

  it.each([
    ['v1', 'auth.Menu/index', ['dashboard', 'auth/rule', 'auth/rule/edit']],
    ['v2', 'auth.Rule/index', ['dashboard', 'auth/rule', 'auth/rule/edit']],
    ['troupe', 'auth.Rule/index', ['dashboard/dashboard', 'auth/menu', 'auth/menu/edit']],
  ] as const)('lead to its controllers, and from its menu to our pages: %s', async (server, path, names) => {
    const { call, sent, start } = await speakWith(server);
    await call(resourceEndpoints({ controller: 'auth.Rule', name: 'adminRule' }).list, {}).catch(() => null);
    expect(sent[0]?.path).toBe(path);
    expect(start.menus.flatMap((rule) => [rule.name, ...(rule.children ?? []).map((child) => child.name)])).toEqual(names);
  });

  const not: SearchCondition = { field: 'status', operator: 'ne', value: '1' };
  it.each(['v1', 'v2'] as const)('say of a search what it can say: %s', async (server) => {
    const { call, sent } = await speakWith(server);
    await call(resourceEndpoints(member).list, byGroups([not])).catch(() => null);
    expect(sent[0]?.query).toMatchObject({ 'search[0][field]': 'status', 'search[0][operator]': 'ne', 'search[0][val]': '1' });
    // Passed over, these would list everybody.
    for (const input of [byGroups([not], [not]), byGroups([{ field: 'email', operator: 'EMPTY', value: 'true' }])])
      await expect(call(resourceEndpoints(member).list, input)).rejects.toThrow('errors.searchUnknown');
    expect(sent).toHaveLength(1);
  });

  it('are ours where it is ours', async () => {
    const { call, sent } = await speakWith('troupe');
    await call(resourceEndpoints(member).list, byGroups([not], [{ field: 'email', operator: 'EMPTY', value: 'true' }])).catch(() => null);
    expect(sent[0]?.query).toMatchObject({
      'anyOf[0][0][field]': 'status',
      'anyOf[0][0][operator]': 'ne',
      'anyOf[1][0][operator]': 'EMPTY',
    });
    expect(Object.keys(sent[0]?.query ?? {}).filter((name) => name.startsWith('search'))).toEqual([]);
  });

  it('are understood in its rows', async () => {
    const rows = [{ id: 1, createtime: 5, children: [{ id: 2, lastlogintime: 6 }] }];
    const { call } = await speakWith('v1', { 'user.User/index': { list: rows, total: 1, remark: '' } });
    const { list } = await call(resourceEndpoints(member).list, {});
    expect(list).toEqual([{ id: 1, create_time: 5, children: [{ id: 2, last_login_time: 6 }] }]);
  });
});

/** The list of the bin as it arrives. */
const binOf = async (server: 'v1' | 'v2', ...rows: readonly object[]) => {
  const { call } = await speakWith(server, { 'security.DataRecycleLog/index': { list: rows, total: rows.length, remark: '' } });
  const { list } = await call(resourceEndpoints(dataRecycleLog).list, {});
  return decodeRows(dataRecycleLog.fields, list ?? []).map(({ id, resource, recordId, title, createTime }) => ({
    id,
    resource,
    recordId,
    title,
    createTime,
  }));
};

describe('the bin of another server', () => {
  const entry = { id: 4, data_table: 'ba_user', primary_key: 'id', data: '{"id":7,"nickname":"Lil"}', recycle: { name: 'Members' } };

  it.each([
    ['v1', { createtime: 5 }],
    ['v2', { create_time: 5 }],
  ] as const)('names what was deleted by its rule and its key: %s', async (server, time) => {
    expect(await binOf(server, { ...entry, ...time })).toEqual([{ id: 4, resource: 'Members', recordId: 7, title: '', createTime: 5 }]);
  });

  it('names it by the table where the rule is gone, and by a key that is a word, or by the entry where there is none', async () => {
    const told = await binOf(
      'v2',
      { ...entry, recycle: null, data: { id: '8' } },
      { ...entry, primary_key: 'code', data: '{"code":"CN"}' },
      { ...entry, data: '{"id":' },
      { ...entry, primary_key: 'constructor' },
    );
    expect(told.map(({ resource, recordId, title }) => [resource, recordId ?? null, title])).toEqual([
      ['ba_user', 8, ''],
      ['Members', null, 'CN'],
      ['Members', null, '#4'],
      ['Members', null, '#4'],
    ]);
  });
});

describe('the output of a command', () => {
  const task = { command: 'version.npm', uuid: 'task-0001' };

  it.each([
    ['v1', '/admin/Terminal/index'],
    ['v2', '/admin/ajax/terminal'],
  ] as const)('is opened with the token itself where the server knows no tickets: %s', async (server, path) => {
    const { call, sent } = await speakWith(server);
    expect(await call(terminalTicket, task)).toEqual({ ticket: 'access', path });
    expect(sent).toEqual([]);
  });

  it('is opened with a ticket of ours', async () => {
    const { call, sent } = await speakWith('troupe', { 'Terminal/ticket': { ticket: 'once' } });
    expect(await call(terminalTicket, task)).toEqual({ ticket: 'once' });
    expect(sent.map(({ path }) => path)).toEqual(['Terminal/ticket']);
  });
});

describe('a record that is changed', () => {
  const group = { id: 7, pid: 1, name: 'Clerks', rules: [4], status: '1', createtime: 1 };
  const rules = [{ id: 1, pid: 0, title: 'a', children: [{ id: 2, pid: 1, title: 'b', children: [{ id: 4, pid: 2, title: 'c' }] }] }];
  const answers = { 'auth.Group/edit': { row: group }, 'auth.Menu/index': { list: rules }, 'auth.Rule/index': { list: rules } };

  it.each(['v1', 'v2'] as const)('goes as a whole to a stock server, with the parents of its rules: %s', async (server) => {
    const { call, sent } = await speakWith(server, answers);
    await edit(call, adminGroup.name, { name: 'Sellers' });
    expect(sent.at(-1)).toMatchObject({ path: 'auth.Group/edit', body: { id: 7, pid: 1, name: 'Sellers', status: '1', rules: [4, 2, 1] } });
    // The choices of a select are without the rights that are buttons.
    expect(sent.flatMap(({ query }) => query['select'] ?? [])).toEqual([]);
  });

  it.each([
    [
      'v1',
      [
        { path: 'auth.Group/edit', body: null },
        { path: 'auth.Menu/index' },
        { path: 'auth.Group/edit', body: { rules: [4, 2, 1], status: '0' } },
      ],
    ],
    [
      'v2',
      [
        { path: 'auth.Group/edit', body: null },
        { path: 'auth.Rule/index' },
        { path: 'auth.Group/edit', body: { rules: [4, 2, 1], status: '0' } },
      ],
    ],
    ['troupe', [{ path: 'auth.Group/edit', body: { id: 7, status: '0' } }]],
  ] as const)('by a switch in a list that tells rules in words keeps its rules: %s', async (server, expected) => {
    const { call, sent } = await speakWith(server, answers);
    const reports: unknown[] = [];
    const owner = createActor(fromCallback(({ receive }) => receive((report) => reports.push(report)))).start();
    const change = { id: 7, field: 'status', value: false };
    const row = { id: 7, parentId: 1, name: 'Clerks', rules: ['1 权限'], status: true };
    const saving = createActor(fieldChangeLogic({ call, resourceOf: requireResource, newKey: () => 'key-00000001' }), {
      input: { owner, resource: adminGroup.name, change, row },
    }).start();
    await waitFor(saving, ({ status }) => status === 'done');
    expect(sent).toMatchObject(expected);
    expect(sent).toHaveLength(expected.length);
    expect(reports).toEqual([{ type: 'change.saved', id: 7, values: {} }]);
  });

  it('goes by what has changed to ours', async () => {
    const { call, sent } = await speakWith('troupe', answers);
    await edit(call, adminGroup.name, { name: 'Sellers' });
    expect(sent.map(({ path }) => path)).toEqual(['auth.Group/edit', 'auth.Group/edit']);
    expect(sent.at(-1)?.body).toEqual({ id: 7, isForm: true, name: 'Sellers' });
  });

  it('is the own account, too: a picture by itself, words all together', async () => {
    const words = { nickname: 'Lily', email: 'l@shop.example', mobile: '', motto: 'x' };
    const info = { id: 3, username: 'lily', avatar: '/storage/a.png', ...words };
    const { call, sent } = await speakWith('v2', { 'routine.AdminInfo/index': { info } });
    const { profile } = settingsBundle({ call, refreshed: () => {}, tabsOf: () => undefined, keep: () => () => {} });
    const save = async (changed: AnyRecord) => {
      const settings = createActor(profile).start();
      await waitFor(settings, (snapshot) => snapshot.matches('editing'));
      for (const [field, value] of Object.entries(changed)) settings.send({ type: 'settings.fieldChanged', field, value });
      settings.send({ type: 'settings.submitted' });
      await waitFor(settings, (snapshot) => snapshot.matches('loading'));
      settings.stop();
      return sent.splice(0).flatMap(({ path, body }) => (path === 'routine.AdminInfo/edit' ? [body] : []));
    };
    expect(await save({ motto: '' })).toEqual([{ ...words, motto: '', id: 3 }]);
    expect(await save({ avatar: '/storage/b.png', nickname: 'Lil' })).toEqual([
      { ...words, nickname: 'Lil', id: 3 },
      { avatar: '/storage/b.png', id: 3 },
    ]);
    expect(await save({ avatar: '' })).toEqual([{ ...words, avatar: '', id: 3 }]);
  });

  it('is the own account whose picture is none that may be shown: nobody has touched it, and the words are saved', async () => {
    const words = { nickname: 'Lily', email: '', mobile: '', motto: 'x' };
    const avatar = 'http://shop.example/static/images/avatar.png';
    const { call, sent } = await speakWith('v2', { 'routine.AdminInfo/index': { info: { id: 3, username: 'lily', avatar, ...words } } });
    const settings = createActor(
      settingsBundle({ call, refreshed: () => {}, tabsOf: () => undefined, keep: () => () => {} }).profile,
    ).start();
    const { context } = await waitFor(settings, (snapshot) => snapshot.matches('editing'));
    expect(context.values['avatar']).toBe('');
    settings.send({ type: 'settings.fieldChanged', field: 'motto', value: 'y' });
    settings.send({ type: 'settings.submitted' });
    await waitFor(settings, (snapshot) => snapshot.matches('loading'));
    settings.stop();
    expect(sent.flatMap(({ path, body }) => (path === 'routine.AdminInfo/edit' ? [body] : []))).toMatchObject([{ motto: 'y', id: 3 }]);
  });

  it.each(['v1', 'v2'] as const)(
    'and one that is added goes with the parents of its rules, also a group of members: %s',
    async (server) => {
      const rules = [{ id: 1, pid: 0, title: 'a', children: [{ id: 2, pid: 1, title: 'b' }] }];
      const { call, sent } = await speakWith(server, { 'user.Rule/index': { list: rules }, 'user.Group/add': null });
      const initial = { name: '', rules: [], status: true };
      const input = { resource: memberGroup.name, id: null, initial, key: 'key-00000001' };
      const form = createActor(recordFormLogic({ call, resourceOf: requireResource }), { input }).start();
      form.send({ type: 'form.fieldChanged', field: 'name', value: 'Regulars' });
      form.send({ type: 'form.fieldChanged', field: 'rules', value: [2] });
      form.send({ type: 'form.submitted' });
      await waitFor(form, ({ status }) => status === 'done');
      expect(sent.at(-1)).toEqual({ path: 'user.Group/add', query: {}, body: { name: 'Regulars', rules: [2, 1], status: '1' } });
    },
  );

  it.each(['v1', 'v2'] as const)('adds what the form holds by now where the answer to the first save was lost: %s', async (server) => {
    const answers: Record<string, unknown> = { 'user.Rule/index': { list: [] }, 'user.Group/add': MISSING };
    const { call, sent } = await speakWith(server, answers);
    const input = { resource: memberGroup.name, id: null, initial: { name: '', rules: [], status: true }, key: 'key-00000001' };
    const form = createActor(recordFormLogic({ call, resourceOf: requireResource }), { input }).start();
    form.send({ type: 'form.fieldChanged', field: 'name', value: 'Regulars' });
    form.send({ type: 'form.fieldChanged', field: 'rules', value: [2] });
    form.send({ type: 'form.submitted' });
    await waitFor(form, ({ context }) => context.unanswered.length > 0);
    answers['user.Group/add'] = REFUSED;
    form.send({ type: 'form.fieldChanged', field: 'name', value: 'Guests' });
    form.send({ type: 'form.submitted' });
    await waitFor(form, (snapshot) => snapshot.hasTag('editable') && snapshot.context.failure?.kind === 'rejected');
    answers['user.Group/add'] = null;
    form.send({ type: 'form.fieldChanged', field: 'name', value: 'Friends' });
    form.send({ type: 'form.submitted' });
    await waitFor(form, ({ status }) => status === 'done');
    expect(sent.flatMap(({ path, body }) => (path === 'user.Group/add' ? [(body as AnyRecord)['name']] : []))).toEqual([
      'Regulars',
      'Guests',
      'Friends',
    ]);
  });

  it('leaves out what is empty and no text, and is not held up by a picture that nobody has touched', async () => {
    const avatar = 'http://shop.example/static/images/avatar.png';
    const must = { username: 'lily', nickname: 'Lily', group_id: 1, gender: 0, status: 'enable' };
    const row = { id: 7, ...must, avatar, birthday: '', motto: '' };
    const { call, sent } = await speakWith('v1', { 'user.User/edit': { row } });
    await edit(call, member.name, { nickname: 'Lil' });
    const body = sent.at(-1)?.body as Readonly<Record<string, unknown>>;
    expect(sent.at(-1)?.path).toBe('user.User/edit');
    expect(body).toMatchObject({ id: 7, username: 'lily', nickname: 'Lil', motto: '', avatar });
    expect(Object.keys(body)).not.toContain('birthday');
  });
});

/** What one of a machine's effects comes to, by itself. */
function effect(machine: AnyStateMachine, name: string, input?: unknown): Promise<unknown> {
  const logic = machine.implementations.actors[name] as AnyActorLogic;
  return toPromise(createActor(logic, { input }).start());
}

/** Whose calls a stock server has answered with a 404, or with less than ours. */
describe('a page of ours before a stock server', () => {
  it('is told beside the site whether there is a member centre', async () => {
    const site = { siteName: 'Shop', upload: {} };
    const asked = async (openMemberCenter: boolean) => {
      const { call } = await speakWith('v2', { 'api/index/index': { site, openMemberCenter, userInfo: [], rules: [], menus: [] } });
      const root = appLogic({ call, page: {} as never, embeddedSite: () => null, children: {}, loadTerminal: null as never });
      return effect(root, 'loadSite');
    };
    expect(await asked(true)).toMatchObject({ siteName: 'Shop', isMemberCentreOpen: true });
    expect(await asked(false)).toMatchObject({ siteName: 'Shop', isMemberCentreOpen: false });
  });

  const userInfo = {
    id: 4,
    username: 'lily',
    nickname: 'Lily',
    email: '',
    mobile: '',
    avatar: '/static/images/avatar.png',
    gender: 2,
    birthday: null,
    money: '1.00',
    score: 2,
    lastlogintime: 1_768_435_200,
    lastloginip: '127.0.0.1',
    jointime: null,
    motto: '',
    token: 'access',
    refreshToken: '',
  };
  const newer = { ...userInfo, last_login_time: userInfo.lastlogintime, refresh_token: '' };
  const rule = {
    pid: 0,
    icon: 'fa fa-home',
    menu_type: 'tab',
    url: '',
    component: '/src/views/frontend/user/account/overview.vue',
    no_login_valid: 0,
    extend: 'none',
  };
  const overview = { ...rule, id: 3, pid: 2, type: 'menu', title: 'Overview', name: 'account/overview', path: 'account/overview' };
  const menus = [{ ...rule, id: 2, type: 'menu_dir', title: 'Account', name: 'account', path: 'account', children: [overview] }];
  it.each([
    ['v1', { 'api/index/index': { site: {}, openMemberCenter: true, rules: [] }, 'api/user/index': { userInfo, menus } }, 2],
    ['v2', { 'api/index/index': { site: {}, openMemberCenter: true, rules: [], userInfo: newer, menus }, 'api/user/index': MISSING }, 1],
  ] as const)('asks who the member is where its dialect says it: %s', async (server, answers, calls) => {
    const { call, sent } = await speakWith(server, answers);
    const shell = memberShellLogic({ proofLogic: proofMachine, call, media: {} as never });
    expect(await effect(shell, 'loadShell')).toMatchObject({
      isOpen: true,
      member: { id: 4, username: 'lily', lastLoginTime: 1_768_435_200 },
      menu: { items: [{ title: 'Account' }] },
    });
    expect(sent).toHaveLength(calls);
  });

  it('tells a member seven days where there are no thirty', async () => {
    const days = ['2026-01-14', '2026-01-15'];
    const { call, sent } = await speakWith('v2', {
      'api/account/summary': MISSING,
      'api/account/overview': { days, score: [0, '7'], money: [0, '12.30'] },
    });
    const overview = overviewLogic({ call });
    expect(await effect(overview, 'loadOverview')).toEqual({
      days,
      score: [0, 7],
      money: ['0.00', '12.30'],
      group: '',
      safety: null,
      daily: null,
      previous: null,
      chats: null,
    });
    expect(sent.map(({ path }) => path)).toEqual(['api/account/summary', 'api/account/chats', 'api/account/overview']);
  });

  it('does not wait for what is ours alone', async () => {
    const { call } = await speakWith('v2', {
      'routine.Attachment/uses': MISSING,
      'security.DataRecycleLog/sections': MISSING,
      'security.DataRecycle/reach': MISSING,
      'security.DataRecycle/add': { controllers: { 'user/User.php': 'user/User.php', 'crud/Log.php': 'crud/Log.php' } },
      'Dashboard/index': { remark: 'x' },
    });
    expect(await effect(attachmentUsesLogic({ call }), 'findUses', { ids: [3] })).toEqual({ list: [], more: 0, hidden: 0 });
    expect(await effect(binSectionsLogic({ call }), 'loadContent')).toEqual({ sections: [], days: null });
    const rules = ruleSubjectLogic({ call });
    expect(await effect(rules, 'loadChoices', { kind: 'recycle' })).toEqual([
      { controller: 'user/User.php', resource: 'member', rule: null },
      { controller: 'crud/Log.php', resource: '', rule: null },
    ]);
    const subject = { controller: 'user/User.php', columns: [] };
    expect(await effect(rules, 'countEarlier', { kind: 'recycle', subject })).toBe(0);
    expect(await effect(dashboardLogic({ call }), 'loadFigures')).toEqual({
      goods: null,
      members: null,
      answers: null,
      waiting: null,
      memberSignIns: null,
      adminSignIns: null,
      changes: null,
      changesBefore: 0,
      recent: null,
      actions: null,
      layout: null,
    });
  });
});
