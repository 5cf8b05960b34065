import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberGroup } from '#sections/member-group/member-group.resource.ts';
import { notice } from '#sections/notice/notice.resource.ts';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { dealtKinds } from '#tests/support/dealt.ts';
import { holdNext } from '#tests/support/hold.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400;
const notices = resourceEndpoints(notice);
const groups = resourceEndpoints(memberGroup);

describe.each(dealtKinds())('notices to members on %s', (kind) => {
  let server: TestServer;
  let admin: string;
  let lin: TestMember;
  let wang: TestMember;
  let group = 0;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, wrap: (database) => ({ ...database }) });
    ({ token: admin } = await server.signIn());
    group = (await server.call(groups.add, { name: 'gold', rules: ['1', '2'] }, { token: admin }))?.id ?? 0;
    lin = await addMember(server, 'lin');
    wang = await addMember(server, 'wang', { group_id: group });
  });
  afterAll(() => server.close());

  const add = async (row: Readonly<Record<string, unknown>>): Promise<number> => {
    const words = { status: 'on', body: `<p>${String(row['title'])}<script>1</script></p>`, publish_time: TEST_START_SECONDS };
    return (await server.call(notices.add, { ...words, ...row }, { token: admin }))?.id ?? 0;
  };
  const ask = async (token: string, method: 'GET' | 'POST', name: string, json?: object, language = 'en') =>
    (await askAsMember(server, method, `/api/account/${name}`, { token, json, headers: { 'think-lang': language } })).body;
  const list = async (token: string, query = '') => (await ask(token, 'GET', `notices${query}`))?.data;
  const titles = async (token: string): Promise<string[]> =>
    (await list(token)).list.map(({ title }: { title: { text: string } }) => title.text);

  it('are those of the site, those for all members, and those of the own group, in their time', async () => {
    await add({ title: 'old', publish_time: TEST_START_SECONDS - DAY });
    await add({ title: 'all', title_en: 'Everybody', body_en: '<p>English</p>' });
    const ofMembers = await add({ title: 'members', audience: 'members', is_pinned: '1' });
    const ofGold = await add({ title: 'gold', audience: 'members', group_id: group, publish_time: TEST_START_SECONDS - 60 });
    const draft = await add({ title: 'draft', audience: 'members', status: 'draft' });
    const [{ token }, { token: gold }] = [await lin.signIn(), await wang.signIn()];
    expect([await titles(token), await titles(gold)]).toEqual([
      ['members', 'Everybody', 'old'],
      ['members', 'Everybody', 'gold', 'old'],
    ]);
    expect((await list(token)).list[0]).toMatchObject({
      title: { text: 'members', is_translated: false },
      excerpt: { text: 'members', is_translated: false },
      is_pinned: true,
      is_for_members: true,
      time: TEST_START_SECONDS,
    });
    expect((await ask(token, 'GET', `notice?id=${ofMembers}`))?.data.body).toEqual({ text: '<p>members</p>', is_translated: false });
    const never = await ask(token, 'GET', 'notice?id=987654');
    for (const id of [ofGold, draft]) {
      expect(await ask(token, 'GET', `notice?id=${id}`)).toMatchObject({ code: 0, msg: never?.msg });
      expect(await ask(token, 'POST', 'readNotices', { ids: [ofMembers, id] })).toMatchObject({ code: 0, msg: never?.msg });
    }
    expect((await ask(gold, 'GET', `notice?id=${ofGold}`))?.code).toBe(1);
    expect(await server.database.kysely.selectFrom('notice_read').selectAll().execute()).toEqual([]);
    // What another group has chosen since is told to nobody else.
    await server.call(notices.save, { id: ofGold, version: 1, audience: 'public' }, { token: admin });
    expect(await titles(token)).toContain('gold');
    await server.call(notices.save, { id: ofGold, version: 2, audience: 'members' }, { token: admin });
    expect((await list(token, '?page=2&limit=2')).list.map(({ title }: { title: { text: string } }) => title.text)).toEqual(['old']);
  });

  it('wait for each member apart, once they came after the member did, until they are read', async () => {
    const [{ token }, { token: gold }] = [await lin.signIn(), await wang.signIn()];
    const unread = async (of: string) => (await ask(of, 'GET', 'unread'))?.data.notices;
    // Those of yesterday, and of before the member joined, wait for nobody.
    expect([await unread(token), await unread(gold)]).toEqual([2, 2]);
    const [first] = (await list(token)).list;
    expect((await ask(token, 'POST', 'readNotices', { ids: [first.id] }))?.data).toEqual({ unread: 1 });
    expect((await ask(token, 'POST', 'readNotices', { ids: [first.id] }))?.data).toEqual({ unread: 1 });
    expect((await list(token)).list.map((one: { is_new: boolean }) => one.is_new)).toEqual([false, true, false]);
    expect([await unread(token), await unread(gold)]).toEqual([1, 2]);
    expect((await ask(token, 'POST', 'readNotices', {}))?.data).toEqual({ unread: 0 });
    expect([await unread(token), await unread(gold)]).toEqual([0, 2]);
    const soon = await add({ title: 'soon', publish_time: TEST_START_SECONDS + 60 });
    expect(await unread(token)).toBe(0);
    server.clock.advanceSeconds(60);
    const { token: later } = await lin.signIn();
    expect([await unread(later), (await titles(later)).includes('soon')]).toEqual([1, true]);
    for (const ids of [[], ['1'], Array.from({ length: 101 }, () => soon)])
      expect((await ask(later, 'POST', 'readNotices', { ids }))?.code).toBe(0);
  });

  it('are not marked by a sign-in that is ended meanwhile, and their marks go with them', async () => {
    const { kysely } = server.database;
    const { token } = await lin.signIn();
    const id = await add({ title: 'late', audience: 'members' });
    const held = holdNext(server.ports.database, 'transaction', 'before');
    const late = ask(token, 'POST', 'readNotices', { ids: [id] });
    await held.reached;
    await kysely.updateTable('token').set({ revoked_at: 1 }).where('type', '<>', 'admin').where('account_id', '=', lin.id).execute();
    held.release();
    expect((await late)?.code).not.toBe(1);
    const marks = () => kysely.selectFrom('notice_read').select('member_id').where('notice_id', '=', id).execute();
    expect(await marks()).toEqual([]);
    const { token: again } = await lin.signIn();
    await ask(again, 'POST', 'readNotices', { ids: [id] });
    expect(await marks()).toEqual([{ member_id: lin.id }]);
    await server.call(notices.remove, { ids: [id] }, { token: admin });
    expect(await marks()).toEqual([]);
  });

  it('hold the group that they are for: it does not go while they would be for everybody then', async () => {
    const id = (await server.call(groups.add, { name: 'silver', rules: ['1'] }, { token: admin }))?.id ?? 0;
    await add({ title: 'silver', audience: 'members', group_id: id });
    await expect(server.call(groups.remove, { ids: [id] }, { token: admin })).rejects.toThrow('');
    expect(await server.database.kysely.selectFrom('member_group').select('name').where('id', '=', id).execute()).toHaveLength(1);
  });
});
