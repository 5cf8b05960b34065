import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILES_OF_A_MEMBER, FILE_REMOVALS } from '#server/base/limits';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { configure, filesBelow, formOf, wav } from '#tests/support/upload-samples.ts';

const en = { 'think-lang': 'en' } as const;
const sound = (mark: number) => {
  const bytes = wav(700);
  bytes[698] = mark;
  return bytes;
};
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

describe.each(dealtKinds())('the own files of members on %s', (kind) => {
  let server: TestServer;
  let [one, two]: TestMember[] = [];
  let tokens: Readonly<Record<'one' | 'two', string>>;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    await configure(server, { member_file_megabytes: '1' });
    one = await addMember(server, 'file_one');
    two = await addMember(server, 'file_two');
    tokens = { one: (await one.signIn()).token, two: (await two.signIn()).token };
  });
  afterAll(() => server.close());

  const upload = async (
    who: 'one' | 'two',
    bytes: Parameters<typeof formOf>[0],
    name: string,
  ): Promise<{ readonly id: number; readonly url: string }> => {
    const form = { method: 'POST', body: formOf(bytes, name), headers: { 'ba-user-token': tokens[who], ...en } } as const;
    const { body } = await server.request('/api/ajax/upload', form);
    return body?.data.file as { readonly id: number; readonly url: string };
  };
  const list = async (who: 'one' | 'two', query = '') =>
    (await askAsMember(server, 'GET', `/api/account/files${query}`, { token: tokens[who], headers: en })).body?.data;
  const remove = async (who: 'one' | 'two', id: unknown) =>
    await askAsMember(server, 'POST', '/api/account/removeFile', { token: tokens[who], json: { id }, headers: en });

  it('are listed with the space they take, newest first and by pages, and none of anybody else', async () => {
    await upload('two', sound(9), 'theirs.wav');
    const [first, second] = [await upload('one', sound(1), 'first.wav'), await upload('one', PIXEL, 'second.png')];
    const { list: files, total, space } = await list('one', `?user_id=${two!.id}&id=${two!.id}`);
    const common = { create_time: TEST_START_SECONDS, is_avatar: false };
    expect(files).toEqual([
      { ...common, id: second.id, name: 'second.png', url: second.url, full_url: `//test.invalid${second.url}`, size: PIXEL.length, mimetype: 'image/png', width: 1, height: 1 },
      { ...common, id: first.id, name: 'first.wav', url: first.url, full_url: `//test.invalid${first.url}`, size: 700, mimetype: 'audio/wav', width: 0, height: 0 },
    ]); // prettier-ignore
    expect({ total, space }).toEqual({
      total: 2,
      space: { bytes: 700 + PIXEL.length, max_bytes: 1_048_576, files: 2, max_files: FILES_OF_A_MEMBER },
    });
    const page = await list('one', '?page=2&limit=1');
    expect(page.list.map(({ name }: { readonly name: string }) => name)).toEqual(['first.wav']);
  });

  it('are not found where they are another one’s, as those that never were', async () => {
    const { id } = await upload('two', sound(8), 'secret.wav');
    const { body: mine, text } = await remove('one', id);
    const never = await remove('one', 999_999);
    expect([mine?.code, text.replace(/"time":\d+/u, '')]).toEqual([0, never.text.replace(/"time":\d+/u, '')]);
    expect((await list('two')).list.map(({ name }: { readonly name: string }) => name)).toContain('secret.wav');
    const print = createHash('sha1').update(sound(8)).digest('hex');
    const found = async (who: 'one' | 'two'): Promise<unknown> =>
      (await askAsMember(server, 'GET', `/api/ajax/findUpload?sha1=${print}&size=700&name=a.wav`, { token: tokens[who], headers: en })).body
        ?.data.file?.id;
    expect([await found('two'), await found('one')]).toEqual([id, undefined]);
  });

  it('go for good with their bytes, which stay as long as somebody else has the same', async () => {
    const before = (await filesBelow(server.filesDir)).length;
    const [mine, theirs] = [await upload('one', sound(7), 'shared.wav'), await upload('two', sound(7), 'same.wav')];
    expect((await filesBelow(server.filesDir)).length - before).toBe(1);
    const served = async (url: string) => (await server.request(url)).status;
    expect((await remove('one', mine.id)).body?.code).toBe(1);
    await server.ports.jobs.runDue();
    expect([await served(mine.url), await served(theirs.url)]).toEqual([404, 200]);
    expect((await filesBelow(server.filesDir)).length - before).toBe(1);
    expect((await remove('two', theirs.id)).body?.code).toBe(1);
    await server.ports.jobs.runDue();
    expect((await filesBelow(server.filesDir)).length - before).toBe(0);
    const kept = await server.database.kysely.selectFrom('recycle_entry').select('id').where('resource', '=', 'attachment').execute();
    expect(kept).toEqual([]);
  });

  it('stay while one is the member’s picture, and say so', async () => {
    const { url } = await upload('one', PIXEL, 'face.png');
    const save = await askAsMember(server, 'POST', '/api/account/profile', { token: tokens.one, json: { avatar: url }, headers: en });
    expect(save.body?.code).toBe(1);
    const face = (await list('one')).list.find((file: { readonly is_avatar: boolean }) => file.is_avatar) as { readonly id: number };
    const { body } = await remove('one', face.id);
    expect([body?.code, body?.msg]).toEqual([0, 'This file is your profile picture. Choose another picture first, then delete it.']);
  });

  it('cannot be deleted without end', async () => {
    const replies = [];
    for (let index = 0; index <= FILE_REMOVALS.count; index += 1) replies.push((await remove('two', 999_999)).body?.msg);
    expect(replies.at(-1)).toMatch(/^Too many attempts\./u);
  });
});
