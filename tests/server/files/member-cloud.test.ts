import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCloudStore } from '#server/adapters/files/cloud-store';
import { MEMBER_FORM_KNOWN_SECONDS, MEMBER_FORM_SECONDS, MEMBER_FORMS } from '#server/base/limits';
import { silentLogger } from '#server/base/logger';
import { releaseFiles } from '#server/features/files/release-files';
import { memberFiles } from '#server/features/files/erase-member-files';
import { leaveBytes } from '#server/features/files/remove-bytes';
import { sweepMemberForms } from '#server/features/files/member-forms';
import { dealtKinds } from '#tests/support/dealt.ts';
import { holdNext } from '#tests/support/hold.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { S3_BUCKET, S3_CREDENTIALS, S3_NETWORKS, startS3, type RunningS3 } from '#tests/support/servers/s3-server.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { startStrictStore, type StrictStore } from '#tests/support/strict-store.ts';
import { configure, formOf, PNG, wav, ZIP } from '#tests/support/upload-samples.ts';

/** Files that members send to a cloud store themselves: a real S3-compatible one, behind a door that reads policies as those of the trade do. */

const en = { 'think-lang': 'en' } as const;
const cloud = createCloudStore({ credentials: S3_CREDENTIALS, logger: silentLogger, privateNetworks: S3_NETWORKS });
const sha1 = (letter: string) => letter.repeat(40);

interface Form {
  readonly url: string;
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
}
interface FileFacts {
  readonly name: string;
  readonly size: number;
  readonly sha1: string;
}
const PICTURE: FileFacts = { name: '我的 照片.png', size: PNG.byteLength, sha1: sha1('a') };

const profile = (avatar: string) => ({ avatar, username: 'lin_cloud', nickname: 'Lin', gender: 0, motto: '' });

describe.each(dealtKinds())('files that members send to the cloud store on %s', (kind) => {
  let s3: RunningS3;
  let door: StrictStore;
  let server: TestServer;
  let lin: TestMember;
  let mei: TestMember;
  let tokens: Map<TestMember, string>;

  beforeAll(async () => {
    s3 = await startS3();
    server = await createTestServer({ kind, sampleData: false, ports: { cloud } });
    door = await startStrictStore(s3.url, () => server.clock.nowMs());
    lin = await addMember(server, 'lin_cloud');
    mei = await addMember(server, 'mei_cloud');
  });
  afterAll(async () => {
    await server.close();
    await door.close();
    await s3.close();
  });
  beforeEach(async () => {
    const { kysely } = server.database;
    server.clock.advanceSeconds(86_400);
    await kysely.deleteFrom('attachment').execute();
    await kysely.deleteFrom('member_cloud_form').execute();
    for (const { key } of (await cloud.list(target(), '', '')).objects) await cloud.remove(target(), key);
    await setStore();
    tokens = new Map([
      [lin, (await lin.signIn()).token],
      [mei, (await mei.signIn()).token],
    ]);
  });

  const target = () => ({ url: s3.url, bucket: S3_BUCKET, region: 'us-east-1' });
  const setStore = (settings: Readonly<Record<string, string>> = {}) =>
    configure(server, {
      upload_mode: 'cloud', upload_cloud_url: s3.url, upload_cloud_bucket: S3_BUCKET, upload_cdn_url: 'https://cdn.example', upload_max_size: '10mb', member_file_megabytes: '100', ...settings,
    }); // prettier-ignore
  const say = async (who: TestMember, path: string, json?: unknown) => {
    const more = { token: tokens.get(who) ?? '', headers: en, ...(json !== undefined && { json }) };
    return (await askAsMember(server, json === undefined ? 'GET' : 'POST', path, more)).body;
  };
  const ask = (file: Partial<FileFacts> = {}, who = lin) => say(who, '/api/account/uploadForm', { ...PICTURE, ...file });
  const formFor = async (file: Partial<FileFacts> = {}, who = lin): Promise<Form> => (await ask(file, who))?.data;
  /** As a browser posts it, past our server. */
  async function post({ key, params }: Form, bytes: Uint8Array<ArrayBuffer> = PNG, url = door.url): Promise<number> {
    const form = new FormData();
    form.append('key', key);
    for (const [name, value] of Object.entries(params)) form.append(name, value);
    form.append('file', new File([bytes], 'a'));
    return (await fetch(url, { method: 'POST', body: form })).status;
  }
  const register = (key: string, notice: object = {}, who = lin) =>
    say(who, '/api/Alioss/callback', { url: `/${key}`, ...PICTURE, type: 'image/png', ...notice });
  const stored = async (who: TestMember) => {
    const form = await formFor({}, who);
    await post(form);
    return (await register(form.key, {}, who))?.data.file;
  };
  const files = async (who = lin) => (await say(who, '/api/account/files'))?.data;
  const keys = async () => (await cloud.list(target(), '', '')).objects.map(({ key }) => key);
  const forms = () => server.database.kysely.selectFrom('member_cloud_form').select(['user_id', 'state']).execute();
  const sweepAfter = (seconds: number) =>
    sweepMemberForms({ ...server.ports, clock: { nowMs: () => server.clock.nowMs() + seconds * 1000 } });

  const REFUSED = {
    notOurs: { code: 0, msg: 'This file is not in your folder of the cloud store.' },
    notThere: { code: 0, msg: 'The cloud store does not have this file, or its size is different.' },
    type: { code: 0, msg: 'The type of uploaded file is not allowed!' },
    content: { code: 0, msg: 'The content of this file is not that of a PNG file. It may be damaged, or of another type.' },
    room: { code: 0, msg: 'Your space for files is used up.' },
    off: { code: 0, msg: 'The cloud store is not switched on.' },
  } as const;

  it('go by a form for one key of the server’s, one size and a quarter of an hour, which names nobody’s file', async () => {
    const form = await formFor();
    expect(form.key).toMatch(new RegExp(`^storage/u${lin.id}/incoming/[\\w-]{22}\\.png$`, 'u'));
    expect(form.url).toBe(s3.url);
    const policy = JSON.parse(Buffer.from(form.params['policy'] ?? '', 'base64').toString());
    expect(policy.expiration).toBe(new Date(server.clock.nowMs() + MEMBER_FORM_SECONDS * 1000).toISOString());
    const { policy: _policy, 'x-amz-signature': _signature, ...fields } = form.params;
    expect(fields['Content-Type']).toBe('image/png');
    expect(policy.conditions).toEqual([
      { bucket: S3_BUCKET },
      { key: form.key },
      ['content-length-range', PNG.byteLength, PNG.byteLength],
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
    ]);
    const row = await server.database.kysely.selectFrom('member_cloud_form').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify([form, row])).not.toMatch(/照片|secret/iu);
    // Of visitors nobody is told where the store is.
    const front = (await server.request('/api/api/index/index')).body?.data.site.upload;
    expect(front).toMatchObject({ mode: 'local', memberForms: true });
    expect(JSON.stringify(front)).not.toMatch(/policy|amz|127\.0\.0\.1/u);
  });

  it('count once they were told of and looked at, once however often they are told of, and lie where no form leads', async () => {
    const form = await formFor();
    expect(await post(form)).toBe(200);
    expect((await files()).list).toEqual([]);
    const replies = [await register(form.key), ...(await Promise.all([register(form.key), register(form.key)]))];
    const { file } = replies[0]?.data ?? {};
    expect(file).toMatchObject({
      name: '我的 照片.png', suffix: 'png', size: PNG.byteLength, mimetype: 'image/png', width: 2, height: 3, storage: 'cloud', user_id: lin.id, admin_id: 0, sha1: sha1('a'),
    }); // prettier-ignore
    expect(file.url).toMatch(new RegExp(`^/storage/u${lin.id}/default/`, 'u'));
    expect(file.full_url).toBe(`https://cdn.example${file.url}`);
    expect(replies.map((reply) => [reply?.code, reply?.data.file.id])).toEqual(replies.map(() => [1, file.id]));
    expect((await files()).list.map(({ id }: { readonly id: number }) => id)).toEqual([file.id]);
    expect(await keys()).toEqual([file.url.slice(1)]);
    // Its form is good for a while yet; what counts is not touched by it.
    const other = PNG.slice();
    other[20] = 0xff;
    expect(await post(form, other)).toBe(200);
    expect((await register(form.key))?.data.file.id).toBe(file.id);
    const bytes = await cloud.inspect(target(), file.url.slice(1));
    expect(Buffer.from(bytes?.head ?? [])).toEqual(Buffer.from(PNG));
    expect(await sweepAfter(MEMBER_FORM_KNOWN_SECONDS + 1)).toBe(1);
    expect([await keys(), await forms()]).toEqual([[file.url.slice(1)], []]);
  });

  it('are copied by one call at a time: what was looked at and counts is not overwritten by another that began before', async () => {
    const form = await formFor();
    await post(form);
    const held = holdNext(cloud, 'copy', 'before');
    const first = register(form.key);
    await held.reached;
    const lies = async (reply: Awaited<typeof first>) => {
      const key = reply?.code === 1 ? String(reply.data.file.url).slice(1) : '';
      return key === '' ? null : Buffer.from((await cloud.inspect(target(), key))?.head ?? []).toString('hex');
    };
    const meanwhile = await register(form.key);
    const then = await lies(meanwhile);
    const other = PNG.slice();
    other[other.length - 1] = 0xff;
    await post(form, other);
    held.release();
    const done = await first;
    expect([meanwhile?.code, done?.code]).toEqual([0, 1]);
    const counted = then ?? (await lies(done));
    expect(await lies(await register(form.key))).toBe(counted);
  });

  it('lie each by itself, though they are said to be the same and the template names them alike', async () => {
    await configure(server, { upload_save_name: '/storage/{topic}/{filesha1}{.suffix}' });
    const small = await formFor();
    const large = await formFor({ size: PNG.byteLength + 1 });
    const kept = await server.database.kysely.selectFrom('member_cloud_form').select(['sent_key', 'kept_key', 'sha1']).execute();
    expect(kept.map(({ sent_key: key }) => key).sort()).toEqual([small.key, large.key].sort());
    expect([new Set(kept.map(({ sha1: print }) => print)).size, new Set(kept.map(({ kept_key: key }) => key)).size]).toEqual([1, 2]);
  });

  it('become a picture of the member, and go from the store with their record', async () => {
    const form = await formFor();
    await post(form);
    const { url, id } = (await register(form.key))?.data.file ?? {};
    expect((await say(mei, '/api/account/profile', { ...profile(url), username: 'mei_cloud' }))?.code).toBe(0);
    expect((await say(lin, '/api/account/profile', profile(url)))?.code).toBe(1);
    expect((await say(lin, '/api/account/profile', profile('')))?.code).toBe(1);
    expect((await say(lin, '/api/account/removeFile', { id }))?.code).toBe(1);
    await server.ports.jobs.runDue();
    expect(await keys()).toEqual([]);
  });

  it('are nothing of another member’s, and nothing of an administrator’s', async () => {
    const form = await formFor();
    await post(form);
    const { token } = await server.signIn();
    const asAdmin = (
      await server.request('/api/admin/Alioss/callback', { method: 'POST', token, json: { url: `/${form.key}`, ...PICTURE, type: '' }, headers: en })
    ).body; // prettier-ignore
    expect([await register(form.key, {}, mei), asAdmin]).toMatchObject([REFUSED.notOurs, REFUSED.notOurs]);
    expect((await register(form.key))?.code).toBe(1);
    expect(await register(form.key, {}, mei)).toMatchObject(REFUSED.notOurs);
    for (const key of [`storage/u${lin.id}/incoming/made-up.png`, 'storage/a1/x.png', '', '../x'])
      expect(await register(key)).toMatchObject(REFUSED.notOurs);
    expect((await files(mei)).list).toEqual([]);
  });

  it('are refused by the store’s door under another key, with more or fewer bytes, and later', async () => {
    const form = await formFor();
    const longer = new Uint8Array([...PNG, 0]);
    expect([await post({ ...form, key: `storage/u${mei.id}/incoming/x.png` }), await post(form, longer), await post(form, PNG.slice(1))]) // prettier-ignore
      .toEqual([403, 403, 403]);
    server.clock.advanceSeconds(MEMBER_FORM_SECONDS + 1);
    expect([await post(form), await keys()]).toEqual([403, []]);
    // The same file again has the same place, so that a second try leaves no second copy.
    const again = await formFor();
    expect([again.key, await post(again), await forms()]).toEqual([form.key, 200, [{ user_id: lin.id, state: 'open' }]]);
  });

  it('do not count when nothing came, or other bytes than were announced, and those are gone', async () => {
    const form = await formFor();
    expect(await register(form.key)).toMatchObject(REFUSED.notThere);
    await post(form, new Uint8Array([...PNG, 0]), s3.url);
    expect(await register(form.key)).toMatchObject(REFUSED.notThere);
    expect(await keys()).toEqual([]);
    // What a form brought to the store that the site had then is not looked for in the one that it has now.
    const earlier = await formFor({ sha1: sha1('d') });
    await post(earlier);
    await server.database.kysely.updateTable('member_cloud_form').set({ bucket: 'earlier' }).where('sent_key', '=', earlier.key).execute();
    expect(await register(earlier.key)).toMatchObject(REFUSED.notThere);
    await cloud.remove(target(), earlier.key);
    const zip = await formFor({ size: ZIP.byteLength, sha1: sha1('b') });
    expect(await post(zip, ZIP)).toBe(200);
    expect(await register(zip.key, { size: ZIP.byteLength })).toMatchObject(REFUSED.content);
    // Nor under a name that promises something else.
    const named = await formFor({ sha1: sha1('c') });
    await post(named);
    expect(await register(named.key, { name: 'a.exe' })).toMatchObject(REFUSED.type);
    expect([await keys(), (await files()).list]).toEqual([[], []]);
  });

  it('have no form where they would be refused: programs, what is too large, what there is no room for, a store that is off', async () => {
    expect(await ask({ name: 'a.exe' })).toMatchObject(REFUSED.type);
    expect(await ask({ size: 10_485_761 })).toMatchObject({ code: 0, msg: expect.stringContaining('exceeds the allowed range') });
    for (const size of [-1, 1.5, 1e19, '5']) expect((await ask({ size } as never))?.code).toBe(0);
    expect((await ask({ sha1: 'zz' }))?.code).toBe(0);
    await setStore({ upload_mode: 'local' });
    expect(await ask()).toMatchObject(REFUSED.off);
    expect(await forms()).toEqual([]);
  });

  it('have their room from when the form is signed, whether by the store or by the server, until it is forgotten', async () => {
    await setStore({ member_file_megabytes: '1' });
    const most = 700_000;
    const sound = { name: 'a.wav', size: most };
    const replies = await Promise.all(['d', 'e', 'f'].map((letter) => ask({ ...sound, sha1: sha1(letter) })));
    expect(replies.filter((body) => body?.code === 1)).toHaveLength(1);
    expect(replies.find((body) => body?.code === 0)).toMatchObject(REFUSED.room);
    const send = async () => {
      const headers = { 'ba-user-token': tokens.get(lin) ?? '', ...en };
      return (await server.request('/api/ajax/upload', { method: 'POST', body: formOf(wav(most), 'b.wav'), headers })).body;
    };
    expect(await send()).toMatchObject(REFUSED.room);
    expect((await ask({ ...sound, sha1: sha1('d') }, mei))?.code).toBe(1);
    expect(await sweepAfter(MEMBER_FORM_KNOWN_SECONDS - 1)).toBe(0);
    expect(await sweepAfter(MEMBER_FORM_KNOWN_SECONDS + 1)).toBe(2);
    expect((await send())?.code).toBe(1);
    // Room that was given away since is not taken: it is measured once more.
    await setStore({ member_file_megabytes: '100' });
    const late = await formFor({ ...sound, sha1: sha1('1') });
    await post(late, wav(most));
    await setStore({ member_file_megabytes: '1' });
    expect(await register(late.key, { name: 'a.wav', size: most })).toMatchObject(REFUSED.room);
    // What a form has taken is not taken once more by the file that comes by it.
    const fits = await formFor({ ...sound, sha1: sha1('2') }, mei);
    await post(fits, wav(most));
    expect((await register(fits.key, { name: 'a.wav', size: most }, mei))?.code).toBe(1);
  });

  it('go when they were sent and never told of; a store that does not answer is asked again', async () => {
    const form = await formFor();
    await post(form);
    await server.database.kysely.updateTable('member_cloud_form').set({ url: 'http://127.0.0.1:1/b' }).execute();
    expect([await sweepAfter(MEMBER_FORM_KNOWN_SECONDS + 1), await forms()]).toEqual([0, [{ user_id: lin.id, state: 'released' }]]);
    expect(await register(form.key)).toMatchObject(REFUSED.notOurs);
    await server.database.kysely.updateTable('member_cloud_form').set({ url: s3.url }).execute();
    expect([await sweepAfter(MEMBER_FORM_KNOWN_SECONDS + 1), await keys(), await forms()]).toEqual([1, [], []]);
  });

  it('are so many forms an hour and no more', async () => {
    await server.database.kysely.deleteFrom('throttle_counter').execute();
    expect((await ask({}, mei))?.code).toBe(1);
    const counted = server.database.kysely.updateTable('throttle_counter').where('key', '=', `upload-form:${mei.id}`);
    const { numUpdatedRows } = await counted.set({ count: MEMBER_FORMS.count - 1 }).executeTakeFirstOrThrow();
    expect([Number(numUpdatedRows), (await ask({}, mei))?.code, (await ask({}, mei))?.code, (await ask())?.code]).toEqual([1, 1, 0, 1]);
  });

  it('that were deleted while the site had no store, by themselves or with their account, go when it has one again', async () => {
    const gone = await addMember(server, 'gone_without_store');
    tokens.set(gone, (await gone.signIn()).token);
    const [own, ended] = [await stored(lin), await stored(gone)];
    await setStore({ upload_mode: 'local' });
    expect((await say(lin, '/api/account/removeFile', { id: own.id }))?.code).toBe(1);
    await server.database.transaction(async (trx) => {
      await memberFiles(server.ports).erase?.(trx, gone.id, { at: 0, by: 0 });
    });
    await server.ports.jobs.runDue();
    await releaseFiles(server.ports);
    const both = [own.url.slice(1), ended.url.slice(1)].toSorted((a, b) => (a < b ? -1 : 1));
    expect(await keys()).toEqual(both);
    await setStore();
    await releaseFiles(server.ports);
    expect(await keys()).toEqual([]);
    expect(await server.database.kysely.selectFrom('recycled_file').select('url').execute()).toEqual([]);
  });

  it('go by what a former version has left behind, and what is left now can be read by one', async () => {
    const [held, gone, local] = [await stored(lin), await stored(mei), await server.ports.files.store(new Blob(['local']).stream())];
    await server.database.kysely.deleteFrom('attachment').where('id', '=', gone.id).execute();
    const left = (fileIds: readonly string[], urls: readonly string[]) =>
      server.database.transaction((trx) =>
        server.ports.jobs.send(trx, 'files.removeBytes', { fileIds: JSON.stringify(fileIds), keys: JSON.stringify(urls) }),
      );
    await left([], [held.url]);
    await left([local.fileId], [gone.url]);
    await server.ports.jobs.runDue();
    expect([await keys(), await server.ports.files.sizeOf(local.fileId)]).toEqual([[held.url.slice(1)], null]);
    expect(await server.database.kysely.selectFrom('recycled_file').select('url').execute()).toEqual([]);
    await server.database.transaction((trx) => leaveBytes(server.ports, trx, [local.fileId]));
    expect(await server.ports.jobs.underWay(['files.removeBytes'])).toEqual([{ fileIds: JSON.stringify([local.fileId]), keys: '[]' }]);
    await server.ports.jobs.runDue();
    expect([await server.ports.jobs.underWay(['files.removeBytes']), await server.ports.jobs.list(10)]).toEqual([[], []]);
  });

  it('of an account that ends are gone from the store, and so is what the server knew of them', async () => {
    const gone = await addMember(server, 'gone_cloud');
    tokens.set(gone, (await gone.signIn()).token);
    const [open, kept] = [await formFor({}, gone), await formFor({ sha1: sha1('b') }, gone)];
    await post(open);
    await post(kept);
    expect((await register(kept.key, {}, gone))?.code).toBe(1);
    await server.database.transaction(async (trx) => {
      await memberFiles(server.ports).erase?.(trx, gone.id, { at: 0, by: 0 });
    });
    await server.ports.jobs.runDue();
    expect(await sweepAfter(MEMBER_FORM_KNOWN_SECONDS + 1)).toBe(2);
    expect([await keys(), await forms()]).toEqual([[], []]);
  });
});
