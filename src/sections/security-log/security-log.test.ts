import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { COMMAND_LINE, SECURITY_EVENTS } from '#domain/session/security-event';
import { createSecurityLog } from '#server/features/base/security-log';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { admin } from '../admin/admin.resource.ts';
import { member } from '../member/member.resource.ts';
import { securityLog } from './security-log.resource.ts';

const calls = resourceEndpoints(securityLog);
const browser = { ip: '198.51.100.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0', language: 'en' } as const;

const told = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => [row['kind'], row['account'], row['admin_id'] ?? null, row['member_id'] ?? null, row['about'], row['count']]);
const by = (field: string, operator: 'eq' | 'RANGE', val: string, render?: string) => ({
  search: [{ field, operator, val, ...(render !== undefined && { render }) }],
});

interface Owned {
  readonly admin_id: number | null;
  readonly member_id: number | null;
}

describe('the events', () => {
  it('are all written somewhere in the server', () => {
    const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^(?:boot|features|http)\/.*\.ts$/u.test(name),
    );
    const code = files.map((name) => readFileSync(`server/${name}`, 'utf8')).join('\n');
    expect(SECURITY_EVENTS.filter((kind) => !code.includes(`'${kind}'`))).toEqual([]);
  });
});

describe.each(dealtKinds())('the page of the security log on %s', (kind) => {
  let server: TestServer;
  let clerk: Awaited<ReturnType<TestServer['addAdmin']>>;
  let memberId: number;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    clerk = await server.addAdmin('clerk', ['auth/adminLog', 'user/user', 'user/user/edit']);
    memberId = (await addMember(server, 'lin')).id;
    await sql`truncate security_log, throttle_counter`.execute(server.database.kysely);
    const log = createSecurityLog(server.ports);
    const ofAdmin = { accountType: 'admin', accountId: clerk.id } as const;
    const ofMember = { accountType: 'user', accountId: memberId } as const;
    await log.write('session.signInRefused', browser);
    await log.write('permission.refused', browser, { ...ofAdmin, detail: { node: 'goods/goods/del', reason: 'refusals.auth.ownGroup' } });
    await log.write('permission.refused', browser, { ...ofAdmin, detail: { node: 'goods/goods/del', reason: 'refusals.auth.ownGroup' } });
    await log.write('permission.refused', browser, { ...ofMember, detail: { node: 'somewhere/else' } });
    await log.write('session.ended', browser, { ...ofAdmin, detail: { by: 1 } });
    await log.write('session.allEnded', browser, { ...ofMember, detail: { by: memberId } });
    await log.write('sensitive.revealed', browser, { ...ofAdmin, detail: { entry: 3, resource: 'member', recordId: 9, field: 'mobile' } });
    await log.write('changes.erased', browser, { ...ofAdmin, detail: { resource: 'goods', id: 4, count: 2, deletions: 0, watched: 0 } });
    await log.write('member.addressChanged', browser, { ...ofMember, detail: { channel: 'mobile' } });
    await log.write('account.unlocked', { ip: '', userAgent: COMMAND_LINE, language: 'en' }, { accountType: 'admin', accountId: 999 });
  });
  afterAll(() => server.close());

  const asked = async (language: 'zh-cn' | 'en', query = {}) => {
    const { token } = await server.signIn();
    const { list } = await server.call(calls.list, { limit: 50, ...query }, { token, language });
    return (list as readonly Record<string, unknown>[]).filter((row) => row['kind'] !== 'session.signedIn');
  };

  const kinds = async (query: object) => (await asked('en', query)).map((row) => row['kind']);

  it('says of each event whose account it was and what it was about, in the language of the reader', async () => {
    expect(told(await asked('en')).toReversed()).toEqual([
      ['session.signInRefused', '', null, null, '', 1],
      ['permission.refused', 'clerk', clerk.id, null, 'Goods: Delete · You cannot change or delete a group you belong to.', 2],
      ['permission.refused', 'lin', null, memberId, 'somewhere/else', 1],
      ['session.ended', 'clerk', clerk.id, null, 'by admin', 1],
      ['session.allEnded', 'lin', null, memberId, '', 1],
      ['sensitive.revealed', 'clerk', clerk.id, null, 'Member #9', 1],
      ['changes.erased', 'clerk', clerk.id, null, 'Goods #4', 1],
      ['member.addressChanged', 'lin', null, memberId, 'Mobile number', 1],
      ['account.unlocked', '', 999, null, '', 1],
    ]);
    expect((await asked('zh-cn')).toReversed().map((row) => row['about'])).toEqual([
      '',
      '商品-删除 · 不能修改或删除自己所在的角色组。',
      'somewhere/else',
      '由 admin 操作',
      '',
      '会员 #9',
      '商品 #4',
      '手机号',
      '',
    ]);
  });

  it('is narrowed by event, account, address and time', async () => {
    expect(await kinds(by('kind', 'eq', 'session.ended'))).toEqual(['session.ended']);
    expect(await kinds(by('admin_id', 'eq', '999'))).toEqual(['account.unlocked']);
    expect(await kinds(by('member_id', 'eq', String(memberId)))).toEqual([
      'member.addressChanged',
      'session.allEnded',
      'permission.refused',
    ]);
    expect(await kinds(by('ip', 'eq', browser.ip))).toHaveLength(8);
    expect(await kinds({ quickSearch: '51.100' })).toHaveLength(8);
    expect(await kinds(by('at', 'RANGE', '2026-01-15 07:00:00,2026-01-15 09:00:00', 'datetime'))).toHaveLength(9);
    expect(await kinds(by('at', 'RANGE', '2026-01-15 09:00:00,2026-01-15 10:00:00', 'datetime'))).toEqual([]);
  });

  it('is for super administrators, and nobody changes or deletes what it tells', async () => {
    const call = async (token: string, path: string, json?: unknown) => {
      const { body } = await server.request(
        `/admin/auth.SecurityLog/${path}`,
        json === undefined ? { token } : { method: 'POST', token, json },
      );
      return body?.code;
    };
    expect(await call(clerk.token, 'index')).toBe(401);
    const { token } = await server.signIn();
    expect(await call(token, 'index')).toBe(1);
    const before = (await asked('en')).length;
    for (const [path, json] of [
      ['add', { kind: 'session.ended' }],
      ['edit', { id: 1, kind: 'session.ended' }],
      ['del', { ids: [1] }],
    ] as const)
      expect(await call(token, path, json)).not.toBe(1);
    expect(await asked('en')).toHaveLength(before);
  });

  it('shows who has a right to the page alone what happened to accounts that they may see', async () => {
    const reader = async (username: string, rules: readonly string[]) => {
      const { id, token } = await server.addAdmin(username, ['auth/securityLog', 'auth/securityLog/index', ...rules]);
      await createSecurityLog(server.ports).write('session.ended', browser, { accountType: 'admin', accountId: id });
      const { list, total } = (await server.request('/admin/auth.SecurityLog/index?limit=50', { token })).body?.data ?? {};
      const accounts = new Set((list as readonly Owned[]).map((row) => `${row.admin_id}/${row.member_id}`));
      return { id, total: total === list.length, accounts: [...accounts].toSorted() };
    };
    const alone = await reader('reader', []);
    expect(alone).toEqual({ id: alone.id, total: true, accounts: [`${alone.id}/null`] });
    const ofMembers = await reader('members', ['user/user', 'user/user/index']);
    expect(ofMembers.accounts).toEqual([`${ofMembers.id}/null`, `null/${memberId}`].toSorted());
    // The page of administrators shows those whose groups have less.
    const ofAdmins = await reader('admins', ['auth/admin', 'auth/admin/index']);
    const page = await server.request('/admin/auth.Admin/index?limit=50', { token: (await server.signIn('admins', TEST_PASSWORD)).token });
    const shown = ((page.body?.data.list ?? []) as readonly { readonly id: number }[]).map(({ id }) => `${id}/null`);
    expect(ofAdmins.accounts.filter((account) => !shown.includes(account))).toEqual([]);
    expect(ofAdmins.accounts).not.toContain('1/null');
    expect(ofAdmins.accounts).toContain(`${ofAdmins.id}/null`);
  });

  it('shows no secret: neither what folds entries nor what was stored beside the account', async () => {
    const rows = await asked('en');
    const columns = [
      'id',
      'at',
      'kind',
      'account',
      'admin_id',
      'member_id',
      'about',
      'ip',
      'useragent',
      'count',
      'last_at',
      'admin',
      'member',
    ];
    expect([...new Set(rows.flatMap((row) => Object.keys(row)))].toSorted()).toEqual(columns.toSorted());
    const { fold_key: fold } = await server.database.kysely
      .selectFrom('security_log')
      .select('fold_key')
      .where('kind', '=', 'permission.refused')
      .executeTakeFirstOrThrow();
    expect(fold).toMatch(/^[\da-f]{64}$/u);
    expect(JSON.stringify(rows)).not.toContain(fold);
  });

  it('tells of passwords that administrators give to others', async () => {
    await sql`truncate security_log, throttle_counter`.execute(server.database.kysely);
    // The member's number is that of the administrator who gives the password.
    expect(memberId).toBe(clerk.id);
    await server.call(resourceEndpoints(member).save, { id: memberId, password: 'other-7-battery' }, { token: clerk.token });
    const { token } = await server.signIn();
    await server.call(resourceEndpoints(admin).save, { id: clerk.id, password: 'other-7-battery' }, { token });
    expect(told(await asked('en')).toReversed()).toEqual([
      ['password.reset', 'lin', null, memberId, 'by clerk', 1],
      ['password.reset', 'clerk', clerk.id, null, 'by admin', 1],
    ]);
  });
});
