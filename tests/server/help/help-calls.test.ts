import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicHelp, staffHelp } from '#api/contract/help/help';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

describe.each(dealtKinds())('the calls of the help on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let memberToken: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
    ({ token: memberToken } = await (await addMember(server, 'reader')).signIn());
  });
  afterAll(() => server.close());

  const asMember = async (path: string, own?: string, headers = {}) =>
    (await askAsMember(server, 'GET', path, { token: own, headers })).body;

  it('answers staff in their language', async () => {
    const question = 'I deleted a record by mistake';
    const en = await server.call(staffHelp.search, { question }, { token });
    expect(en.list[0]).toMatchObject({ slug: 'recycle-bin', title: 'The recycle bin: bring back what was deleted' });
    const zh = await server.call(staffHelp.search, { question }, { token, language: 'zh-cn' });
    expect(zh.list[0]).toMatchObject({ slug: 'recycle-bin', title: '回收站：找回删除的记录' });
    expect(await server.call(staffHelp.read, { slug: 'recycle-bin' }, { token })).toMatchObject({
      route: '/admin/security/dataRecycleLog',
      audience: 'admin',
      body: expect.stringContaining('Open **Recycle bin**') as unknown,
    });
    expect((await server.call(staffHelp.search, { question: 'What is the weather like?' }, { token })).list).toEqual([]);
  });

  it('tells staff only of pages that they may open', async () => {
    const clerk = await server.addAdmin('clerk', ['goods/goods', 'goods/goods/index']);
    const slugsOf = async (own: string) => (await server.call(staffHelp.contents, {}, { token: own })).list.map(({ slug }) => slug);
    expect(await slugsOf(clerk.token)).toEqual(expect.arrayContaining(['goods', 'undo', 'register']));
    expect(await slugsOf(clerk.token)).not.toContain('recycle-bin');
    expect(await slugsOf(token)).toContain('recycle-bin');
    const found = await server.call(staffHelp.search, { question: 'recycle bin' }, { token: clerk.token });
    expect(found.list.map(({ slug }) => slug)).not.toContain('recycle-bin');
    await expect(server.call(staffHelp.read, { slug: 'recycle-bin' }, { token: clerk.token })).rejects.toThrow('There is no such article.');
  });

  it('answers visitors and members with what is theirs', async () => {
    const read = (slug: string, own?: string) => asMember(`/api/help/read?slug=${slug}`, own);
    expect(await read('register')).toMatchObject({ code: 1, data: { title: 'Register as a new member', audience: 'visitor' } });
    for (const slug of ['goods', 'nothing', '../en/goods', 'constructor']) {
      expect(await read(slug)).toMatchObject({ code: 0, msg: 'There is no such article.' });
      expect(await read(slug, memberToken)).toMatchObject({ code: 0, msg: 'There is no such article.' });
    }
    expect((await asMember('/api/help/search?question=register'))?.data.list[0]).toMatchObject({ slug: 'register' });
    expect(await asMember('/api/help/search?question=goods', memberToken)).toMatchObject({ code: 1, data: { list: [] } });
    const contents = await asMember('/api/help/contents');
    expect(contents?.data.list.every(({ audience }: { audience: string }) => audience === 'visitor')).toBe(true);
  });

  it('takes a member whose token has run out for no visitor: the token is renewed first, also before a code is sent', async () => {
    const { token: own } = await (await addMember(server, 'sitter')).signIn();
    server.clock.advanceSeconds(31 * 60);
    const OURS = { 'refresh-token-rotation': 'true' };
    for (const path of ['contents', 'search?question=register', 'read?slug=register'])
      expect(await asMember(`/api/help/${path}`, own, OURS)).toMatchObject({ code: 409 });
    expect(await asMember('/api/help/contents', 'nobodys-token', OURS)).toMatchObject({ code: 1 });
    // Before a captcha would be used up.
    for (const path of ['/api/Sms/send', '/api/Ems/send']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await askAsMember(server, 'POST', path, { token: own, json: {}, headers: OURS })).body).toMatchObject({ code: 409 });
    }
  });

  it('has bounds', async () => {
    expect(await asMember(`/api/help/search?question=${'x'.repeat(301)}`)).toMatchObject({ code: 0 });
    expect(await asMember(`/api/help/read?slug=${'x'.repeat(61)}`)).toMatchObject({ code: 0 });
    expect(await asMember('/api/help/search')).toMatchObject({ code: 0 });
    await expect(server.call(staffHelp.contents, {})).rejects.toMatchObject({ failure: { kind: 'rejected' } });
  });

  it('is open to anyone by two declarations that agree', () => {
    expect(Object.keys(publicHelp)).toEqual(Object.keys(staffHelp));
  });
});
