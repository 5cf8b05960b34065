import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSavedViews, removeView, saveView } from '#api/contract/table/saved-view';
import { FailureError } from '#domain/base/failure';
import { MAX_SAVED_VIEWS, MAX_VIEW_COLUMNS, MAX_VIEW_PARAMS } from '#domain/table/saved-view';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const CONTENT = {
  params: { order: 'price,desc', status: 'on' },
  columns: { order: ['title', 'price'], shown: ['unit'], hidden: ['tags'], pinned: [], widthsPx: { price: 160 } },
};
const view = (name: string, more: Partial<{ scope: 'own' | 'group' | 'all'; is_default: boolean }> = {}) => ({
  resource: 'goods',
  name,
  scope: 'own' as const,
  is_default: false,
  ...CONTENT,
  ...more,
});

const keys = (count: number) => Array.from({ length: count }, (_, index) => `key${index}`);

const said = (error: unknown): string =>
  error instanceof FailureError && error.failure.kind === 'rejected' ? error.failure.message : String(error);

describe.each(dealtKinds())('saved views on %s', (kind) => {
  let server: TestServer;
  let boss: string;
  const tokens: Record<string, string> = {};

  const names = async (token: string): Promise<string[]> =>
    (await server.call(listSavedViews, { resource: 'goods' }, { token })).list.map(({ name }) => name);
  const all = async (token: string) => (await server.call(listSavedViews, { resource: 'goods' }, { token })).list;
  const remove = (id: number, token: string) => server.call(removeView, { id }, { token }).then(() => 'gone', said);
  const refused = (token: string, name: string, scope: 'group' | 'all') =>
    server.call(saveView, view(name, { scope }), { token }).then(() => 'kept', said);

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token: boss } = await server.signIn());
    const reader = await server.addAdmin('reader', ['goods/goods/index']);
    tokens['reader'] = reader.token;
    tokens['leader'] = (await server.addAdmin('leader', ['goods/goods/index', 'auth/group/edit'])).token;
    const mate = await server.addAdmin('mate', ['goods/goods/index']);
    tokens['mate'] = mate.token;
    tokens['stranger'] = (await server.addAdmin('stranger', ['goods/category/index'])).token;
    // The mate is in the leader's group as well.
    const leader = await server.database.kysely
      .selectFrom('admin_group')
      .select('id')
      .where('name', '=', 'leader')
      .executeTakeFirstOrThrow();
    await server.database.kysely.insertInto('admin_group_access').values({ uid: mate.id, group_id: leader.id }).execute();
  });
  afterAll(() => server.close());

  it('hold no more than a list has filters and columns', async () => {
    const token = tokens['reader'] ?? '';
    const kept = (params: number, widths: number) =>
      server
        .call(
          saveView,
          {
            ...view('Wide'),
            params: Object.fromEntries(keys(params).map((key) => [key, 'x'])),
            columns: { ...CONTENT.columns, widthsPx: Object.fromEntries(keys(widths).map((key) => [key, 160])) },
          },
          { token },
        )
        .then(({ id }) => remove(id, token), said);
    expect(await kept(MAX_VIEW_PARAMS, MAX_VIEW_COLUMNS)).toBe('gone');
    expect(await kept(MAX_VIEW_PARAMS + 1, 0)).toBe('The parameter params is not right.');
    expect(await kept(0, MAX_VIEW_COLUMNS + 1)).toBe('The parameter columns.widthsPx is not right.');
  });

  it('come back as they were kept, and a second save of the name replaces the first', async () => {
    const token = tokens['reader'] ?? '';
    const { id } = await server.call(saveView, view('Dear ones'), { token });
    // As views were before columns had widths.
    const other = { params: {}, columns: { order: [], shown: [], hidden: [] } };
    expect(await server.call(saveView, { ...view('Dear ones'), ...other, is_default: true }, { token })).toEqual({ id });
    await server.call(saveView, view('  On sale '), { token });
    expect(await server.call(listSavedViews, { resource: 'goods' }, { token })).toEqual({
      list: [
        {
          id,
          name: 'Dear ones',
          scope: 'own',
          is_default: true,
          is_mine: true,
          owner: 'reader',
          ...other,
          columns: { ...other.columns, pinned: [], widthsPx: {} },
        },
        { id: id + 2, name: 'On sale', scope: 'own', is_default: false, is_mine: true, owner: 'reader', ...CONTENT },
      ],
      scopes: ['own'],
    });
  });

  it('have one default for each of their scopes', async () => {
    const token = tokens['reader'] ?? '';
    await server.call(saveView, view('On sale', { is_default: true }), { token });
    const { list } = await server.call(listSavedViews, { resource: 'goods' }, { token });
    expect(list.filter((one) => one.is_default).map(({ name }) => name)).toEqual(['On sale']);
  });

  it('are seen by whom they are meant for', async () => {
    await server.call(saveView, view('mine'), { token: boss });
    await server.call(saveView, view('for all', { scope: 'all' }), { token: boss });
    await server.call(saveView, view('for my group', { scope: 'group' }), { token: tokens['leader'] ?? '' });
    expect(await names(boss)).toEqual(['for all', 'mine']);
    expect(await names(tokens['leader'] ?? '')).toEqual(['for all', 'for my group']);
    expect(await names(tokens['mate'] ?? '')).toEqual(['for all', 'for my group']);
    expect(await names(tokens['reader'] ?? '')).toEqual(['Dear ones', 'On sale', 'for all']);
  });

  it('are shared only by who may, and kept only of lists that the caller sees', async () => {
    const forbidden = "You don't have permission!";
    const replies = [
      await refused(tokens['reader'] ?? '', 'x', 'group'),
      await refused(tokens['reader'] ?? '', 'x', 'all'),
      await refused(tokens['leader'] ?? '', 'x', 'all'),
      await server.call(saveView, view('x'), { token: tokens['stranger'] ?? '' }).then(() => 'kept', said),
      await server.call(listSavedViews, { resource: 'goods' }, { token: tokens['stranger'] ?? '' }).then(() => 'shown', said),
      await server.call(saveView, { ...view('x'), resource: 'nonsense' }, { token: boss }).then(() => 'kept', said),
    ];
    expect(new Set(replies).size).toBe(1);
    expect(replies[0]).not.toBe('kept');
    expect(replies[0]?.length).toBeLessThanOrEqual(forbidden.length + 40);
    expect((await server.call(listSavedViews, { resource: 'goods' }, { token: boss })).scopes).toEqual(['own', 'group', 'all']);
  });

  it('are deleted by their owner; of others only what is shared, and only by a super administrator', async () => {
    const shared = (await all(boss)).find(({ name }) => name === 'for all')?.id ?? 0;
    const own = (await all(tokens['reader'] ?? '')).find(({ name }) => name === 'On sale')?.id ?? 0;
    expect(await remove(shared, tokens['leader'] ?? '')).not.toBe('gone');
    expect(await remove(own, boss)).not.toBe('gone');
    expect(await remove(own, tokens['reader'] ?? '')).toBe('gone');
    const group = (await all(tokens['leader'] ?? '')).find(({ name }) => name === 'for my group')?.id ?? 0;
    expect(await remove(group, boss)).toBe('gone');
    expect(await remove(shared, boss)).toBe('gone');
    expect(await names(tokens['mate'] ?? '')).toEqual([]);
  });

  it('are no more than so many', async () => {
    const token = tokens['mate'] ?? '';
    for (let count = 0; count < MAX_SAVED_VIEWS; count += 1) await server.call(saveView, view(`v${count}`), { token });
    expect(await server.call(saveView, view('one more'), { token }).then(() => 'kept', said)).toContain(String(MAX_SAVED_VIEWS));
    expect(await server.call(saveView, view('v7', { is_default: true }), { token }).then(() => 'kept', said)).toBe('kept');
  });

  it('go with their owner', async () => {
    await server.database.kysely
      .deleteFrom('admin_group_access')
      .where('uid', '=', (eb) => eb.selectFrom('admin').select('id').where('username', '=', 'mate'))
      .execute();
    await server.database.kysely.deleteFrom('admin').where('username', '=', 'mate').execute();
    const { total } = await server.database.kysely
      .selectFrom('saved_view')
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .where('name', 'like', 'v%')
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(0);
  });
});
