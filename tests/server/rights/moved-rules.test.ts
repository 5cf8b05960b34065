import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { adminInit } from '#api/contract/session/session';
import { CODE } from '#api/contract/base/wire';
import { failureOf } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { adminRule } from '#sections/admin-rule/admin-rule.resource.ts';
import { memberGroup } from '#sections/member-group/member-group.resource.ts';
import { memberRule } from '#sections/member-rule/member-rule.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const GOODS = ['goods', 'goods/goods', 'goods/goods/index', 'goods/goods/edit'];
const changeOf = (reply: object | null | undefined): number => Number(reply && 'change' in reply ? reply.change : 0);

describe.each(dealtKinds())('rules and the groups that hold them, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const ruleIds = new Map<string, number>();
  const ids = (...names: readonly string[]): number[] => names.map((name) => ruleIds.get(name) ?? 0).toSorted((a, b) => a - b);
  const on = (resource: Resource) => {
    const [calls, writes] = [resourceEndpoints(resource), resourceWriteEndpoints(resource)];
    return {
      add: async (row: object): Promise<number> => (await server.call(calls.add, { ...row }, { token }))?.id ?? 0,
      save: async (row: { readonly id: number; readonly [field: string]: unknown }, as = token): Promise<number> =>
        changeOf(await server.call(calls.save, row, { token: as })),
      read: async (id: number) => (await server.call(calls.read, { id }, { token })).row,
      undo: async (change: number): Promise<number> => changeOf(await server.call(writes.undo, { change }, { token })),
    };
  };
  const stored = (table: 'admin_group' | 'member_group', id: number) =>
    server.database.kysely.selectFrom(table).select(['rules', 'version']).where('id', '=', id).executeTakeFirstOrThrow();
  const held = async (table: 'admin_group' | 'member_group', id: number): Promise<readonly number[]> =>
    ((await stored(table, id)).rules ?? '')
      .split(',')
      .map(Number)
      .toSorted((a, b) => a - b);
  const menuOf = async (as: string) => (await server.call(adminInit, {}, { token: as })).menus;
  const directory = (name: string, pid = 0) => on(adminRule).add({ pid, type: 'menu_dir', title: name, name, path: name });

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
    for (const { id, name } of await server.database.kysely.selectFrom('admin_rule').select(['id', 'name']).execute())
      ruleIds.set(name, id);
  });
  afterAll(() => server.close());

  it('gives what stands above a rule that is moved to whoever holds it, in the write that moves it, taken back with it', async () => {
    const clerk = await server.addAdmin('movedClerk', GOODS);
    const [other, all] = [await on(adminGroup).add({ name: 'other', pid: 1, rules: ids('routine/attachment/index').map(String) }), 1];
    const shop = await directory('shop');
    const shelf = await directory('shelf', shop);
    const before = await stored('admin_group', clerk.groupId);
    const others = [await stored('admin_group', other), await stored('admin_group', all)];

    const change = await on(adminRule).save({ id: ruleIds.get('goods') ?? 0, pid: shelf });
    const after = await stored('admin_group', clerk.groupId);
    expect(await held('admin_group', clerk.groupId)).toEqual([...ids(...GOODS), shop, shelf]);
    expect(after.version).toBe(before.version + 1);
    expect([await stored('admin_group', other), await stored('admin_group', all)]).toEqual(others);
    expect(await menuOf(clerk.token)).toMatchObject([{ name: 'shop', children: [{ name: 'shelf', children: [{ name: 'goods' }] }] }]);

    const undone = await on(adminRule).undo(change);
    expect(await held('admin_group', clerk.groupId)).toEqual(ids(...GOODS));
    expect(await menuOf(clerk.token)).toMatchObject([{ name: 'goods' }]);
    const redone = await on(adminRule).undo(undone);
    expect(await held('admin_group', clerk.groupId)).toEqual([...ids(...GOODS), shop, shelf]);
    await on(adminRule).undo(redone);
    expect(await held('admin_group', clerk.groupId)).toEqual(ids(...GOODS));
  });

  it('gives it to groups of members as well', async () => {
    const added = { pid: 0, type: 'menu_dir', no_login_valid: '0' };
    const [moved, above] = [
      await on(memberRule).add({ ...added, title: 'Moved', name: 'movedBelow', path: 'movedBelow' }),
      await on(memberRule).add({ ...added, title: 'Above', name: 'above', path: 'above' }),
    ];
    const group = await on(memberGroup).add({ name: 'moved', rules: [String(moved)] });
    const { version } = await stored('member_group', group);
    await on(memberRule).save({ id: moved, pid: above });
    expect(await held('member_group', group)).toEqual([moved, above]);
    expect((await stored('member_group', group)).version).toBe(version + 1);
  });

  it('gives it to a group that was left without when the group is saved as it was shown', async () => {
    const group = await on(adminGroup).add({ name: 'left without', pid: 1, rules: ids('goods/goods/index').map(String) });
    const lone = await stored('admin_group', group);
    const without = (lone.rules ?? '').split(',').filter((id) => Number(id) !== ruleIds.get('goods'));
    await server.database.kysely
      .updateTable('admin_group')
      .set({ rules: without.join(',') })
      .where('id', '=', group)
      .execute();
    const row = await on(adminGroup).read(group);
    await on(adminGroup).save({ ...row, id: group, name: 'left with' });
    expect(await held('admin_group', group)).toEqual(ids('goods', 'goods/goods', 'goods/goods/index'));
  });

  it('tells whoever has a group open that it was given a rule, or lost one', async () => {
    const group = await on(adminGroup).add({ name: 'open in a form', pid: 1, rules: ids('goods/goods/index').map(String) });
    const row = await on(adminGroup).read(group);
    const given = await on(adminRule).add({ pid: ruleIds.get('goods/goods'), type: 'button', title: 'Count', name: 'goods/goods/count' });
    const saved = await on(adminGroup)
      .save({ ...row, id: group, name: 'over it' })
      .then(
        () => null,
        (error: unknown) => failureOf(error),
      );
    expect(saved).toMatchObject({ kind: 'rejected', code: CODE.rejected, current: { id: group, version: Number(row['version']) + 1 } });
    const now = await stored('admin_group', group);
    await server.call(resourceEndpoints(adminRule).remove, { ids: [given] }, { token });
    expect(await stored('admin_group', group)).toEqual({
      rules: ids('goods', 'goods/goods', 'goods/goods/index').join(','),
      version: now.version + 1,
    });
  });

  it('gives no right that a button above it stands for, only the pages', async () => {
    const group = await on(adminGroup).add({ name: 'below a button', pid: 1, rules: ids('routine/attachment/index').map(String) });
    const before = await held('admin_group', group);
    expect(before).toContain(ruleIds.get('routine/attachment/index'));
    const change = await on(adminRule).save({ id: ruleIds.get('routine/attachment/index') ?? 0, pid: ruleIds.get('auth/admin/edit') });
    expect(await held('admin_group', group)).toEqual([...before, ...ids('auth', 'auth/admin')].toSorted((a, b) => a - b));
    await on(adminRule).undo(change);
    expect(await held('admin_group', group)).toEqual(before);
  });

  it('gives a button that is moved what it stands on now', async () => {
    const group = await on(adminGroup).add({ name: 'with a button', pid: 1, rules: ids('goods/goods/edit').map(String) });
    const change = await on(adminRule).save({ id: ruleIds.get('goods/goods/edit') ?? 0, pid: ruleIds.get('auth/admin') });
    expect(await held('admin_group', group)).toEqual(ids('goods', 'goods/goods', 'goods/goods/edit', 'auth', 'auth/admin'));
    await on(adminRule).undo(change);
  });

  // The embedded database lets a single transaction in at a time.
  it.runIf(kind === 'postgresql').each([
    ['one right', GOODS.filter((name) => name !== 'goods/goods/edit')],
    ['the rule itself', ['routine/attachment', 'routine/attachment/index']],
  ])('brings nothing back that is being taken from a group while the rule is moved: %s', async (_what, left) => {
    const group = await on(adminGroup).add({ name: 'being saved', pid: 1, rules: ids(...GOODS, 'routine/attachment/index').map(String) });
    const shelf = await directory(`shelfOf${group}`);
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const saving = server.database.transaction(async (trx) => {
      const set = { rules: ids(...left).join(',') };
      await trx
        .updateTable('admin_group')
        .set((old) => ({ ...set, version: old('version', '+', 1) }))
        .where('id', '=', group)
        .execute();
      reached.resolve();
      await released.promise;
    });
    await reached.promise;
    let hasMoved = false;
    const moved = on(adminRule)
      .save({ id: ruleIds.get('goods') ?? 0, pid: shelf })
      .finally(() => (hasMoved = true));
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => hasMoved || (await waiting.execute(server.database.kysely)).rows.length === 1).toBe(true);
    expect(hasMoved).toBe(false);
    released.resolve();
    await saving;
    const change = await moved;
    expect(await held('admin_group', group)).toEqual([...ids(...left), ...(left.includes('goods') ? [shelf] : [])]);
    await on(adminRule).undo(change);
    expect(await held('admin_group', group)).toEqual(ids(...left));
  });
});
