import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sign, signingKey } from '#server/adapters/files/aws-signature';
import { parseObjectList } from '#server/adapters/files/object-list';
import { sweepCloud } from '#server/features/files/cloud-forms';
import { releaseFiles } from '#server/features/files/release-files';
import { createCloudStore } from '#server/adapters/files/cloud-store';
import { silentLogger } from '#server/base/logger';
import { CLOUD_FORM_SECONDS } from '#server/base/limits';
import { holdNext } from '#tests/support/hold.ts';
import { S3_BUCKET, S3_CREDENTIALS, S3_NETWORKS, startS3, type RunningS3 } from '#tests/support/servers/s3-server.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { configure, PNG, upload, wav, ZIP } from '#tests/support/upload-samples.ts';

/** The signature of the day's requests is of today, whatever the test's clock says. */
const cloud = createCloudStore({ credentials: S3_CREDENTIALS, logger: silentLogger, privateNetworks: S3_NETWORKS });
const SHA1 = 'f673fc759d0afb4dfb243b9951cadca54cca30f7';

interface UploadConfig {
  readonly mode: string;
  readonly url: string;
  readonly saveName: string;
  readonly cdn: string;
  readonly params: Readonly<Record<string, string>>;
}

describe('uploads to a cloud store', () => {
  let s3: RunningS3;
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    s3 = await startS3();
    server = await createTestServer({ sampleData: false, ports: { cloud }, wrap: (database) => ({ ...database }) });
    ({ token } = await server.signIn());
  });
  afterAll(async () => {
    await server.close();
    await s3.close();
  });
  beforeEach(async () => {
    await server.database.kysely.deleteFrom('attachment').execute();
    await configure(server, {
      upload_mode: 'cloud',
      upload_cloud_url: `${s3.url}/`,
      upload_cloud_bucket: S3_BUCKET,
      upload_cdn_url: 'https://cdn.example/',
    });
  });

  const config = async (): Promise<UploadConfig> =>
    (await server.request('/api/admin/Index/index', { token })).body?.data.siteConfig.upload;

  /** As a browser posts it: the key, the params, the file last; no token. */
  async function post(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
    const { url, params } = await config();
    const form = new FormData();
    form.append('key', key);
    for (const [name, value] of Object.entries(params)) form.append(name, value);
    form.append('file', new File([bytes], 'a.png'));
    return (await fetch(url, { method: 'POST', body: form })).status;
  }

  const notify = (key: string, notice: object = {}, as = token, path = '/api/admin/Alioss/callback') =>
    server.request(path, {
      method: 'POST',
      token: as,
      json: { url: `/${key}`, name: 'a.png', size: PNG.byteLength, type: 'image/png', sha1: SHA1, ...notice },
    });
  const rows = () => server.database.kysely.selectFrom('attachment').select(['url', 'quote', 'storage']).execute();

  it('are offered to people who are signed in, with a form that is good for half a day and holds no secret', async () => {
    const upload = await config();
    expect(upload).toMatchObject({
      mode: 'cloud',
      url: s3.url,
      saveName: '/storage/a1/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}',
      cdn: 'https://cdn.example',
      params: {
        success_action_status: '200',
        'x-amz-algorithm': 'AWS4-HMAC-SHA256',
        'x-amz-credential': 'S3RVER/20260115/us-east-1/s3/aws4_request',
        'x-amz-date': '20260115T000000Z',
      },
    });
    const { policy = '', 'x-amz-signature': signature } = upload.params;
    expect(JSON.parse(Buffer.from(policy, 'base64').toString())).toEqual({
      expiration: new Date((TEST_START_SECONDS + CLOUD_FORM_SECONDS) * 1000).toISOString(),
      conditions: [
        { bucket: S3_BUCKET },
        ['starts-with', '$key', 'storage/a1/'],
        ['content-length-range', 0, 10_485_760],
        { success_action_status: '200' },
        { 'x-amz-algorithm': 'AWS4-HMAC-SHA256' },
        { 'x-amz-credential': 'S3RVER/20260115/us-east-1/s3/aws4_request' },
        { 'x-amz-date': '20260115T000000Z' },
        { 'x-amz-meta-troupe-form': upload.params['x-amz-meta-troupe-form'] },
      ],
    });
    expect(signature).toBe(sign(S3_CREDENTIALS.secret, '20260115/us-east-1/s3/aws4_request', policy));
    const front = (await server.request('/api/api/index/index')).body?.data.site;
    expect(front.upload).toMatchObject({ mode: 'local' });
    expect(JSON.stringify(front)).not.toMatch(/policy|amz|127\.0\.0\.1/u);
  });

  it('derive the signing key as the specification of the signature does', () => {
    const key = signingKey('wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', '20150830/us-east-1/iam/aws4_request').toString('hex');
    expect(key).toBe('c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9');
  });

  it('are registered once, with the size and type that the store tells', async () => {
    const key = 'storage/a1/default/20260115/季度 报告+(1).png';
    expect(await post(key, PNG)).toBe(200);
    const first = await notify(key, { type: 'text/html' });
    expect(first.body).toMatchObject({
      code: 1,
      data: {
        file: {
          url: `/${key}`,
          full_url: `https://cdn.example/${key}`,
          name: 'a.png',
          suffix: 'png',
          size: PNG.byteLength,
          mimetype: 'image/png',
          width: 2,
          height: 3,
          storage: 'cloud',
          sha1: SHA1,
        },
      },
    });
    const again = await Promise.all([notify(key), notify(key), notify(key, {}, token, '/admin/alioss/callback')]);
    expect(again.map(({ body }) => body?.data.file.id)).toEqual(Array.from({ length: 3 }, () => first.body?.data.file.id));
    expect(await rows()).toEqual([{ url: `/${key}`, quote: 1, storage: 'cloud' }]);
    const found = await server.request(encodeURI(`/${key}`));
    expect([found.status, found.headers.get('location')]).toEqual([302, encodeURI(`https://cdn.example/${key}`)]);
  });

  it('are not registered for a sign-in that was ended while the store was asked', async () => {
    const key = 'storage/a1/late.png';
    expect(await post(key, PNG)).toBe(200);
    const { token: ending } = await server.signIn();
    const held = holdNext(server.ports.database, 'transaction', 'before');
    const reply = notify(key, {}, ending);
    await held.reached;
    expect((await server.request('/admin/routine.AdminInfo/endOtherSessions', { method: 'POST', json: {}, token })).body?.code).toBe(1);
    held.release();
    expect((await reply).body?.code).not.toBe(1);
    expect(await rows()).toEqual([]);
  });

  it('make one record of notices that come at the same time', async () => {
    const key = 'storage/a1/at-once.png';
    await post(key, PNG);
    const replies = await Promise.all(Array.from({ length: 5 }, () => notify(key)));
    expect(replies.map(({ body }) => body?.code)).toEqual([1, 1, 1, 1, 1]);
    expect(await rows()).toHaveLength(1);
  });

  it('are no other file that has the same name', async () => {
    const key = 'storage/a1/photo.png';
    await post(key, PNG);
    expect((await notify(key)).body?.code).toBe(1);
    const refused = { code: 0, msg: 'Another file already has this name in the cloud store. Rename yours and upload it again.' };
    const other = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';
    expect((await notify(key, { sha1: other })).body).toMatchObject(refused);
    expect((await notify(key, { size: PNG.byteLength + 1 })).body).toMatchObject(refused);
    // Of two that come at the same time the store has one.
    await server.database.kysely.deleteFrom('attachment').execute();
    const replies = await Promise.all([notify(key), notify(key, { sha1: other })]);
    expect(replies.filter(({ body }) => body?.code === 1)).toHaveLength(1);
    expect(await rows()).toEqual([{ url: `/${key}`, quote: 1, storage: 'cloud' }]);
  });

  it('are given names that no other file has, whatever the template leaves out', async () => {
    await configure(server, { upload_save_name: '/storage/{topic}/{filename}{.suffix}' });
    expect((await config()).saveName).toBe('/storage/a1/{topic}/{filesha1}-{filename}{.suffix}');
    await configure(server, { upload_save_name: '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}' });
  });

  it('never become the file of somebody else at the same address', async () => {
    const friend = await server.addAdmin('friend', []);
    const local = (await upload(server, PNG, 'a.png', { token: friend.token, query: '?topic=a1' })).body?.data.file;
    const key: string = local.url.slice(1);
    await post(key, PNG);
    expect((await notify(key)).body).toMatchObject({ code: 0, msg: 'This file is not in your folder of the cloud store.' });
    expect(await rows()).toEqual([{ url: local.url, quote: 1, storage: 'local' }]);
  });

  it.each([
    'storage/a2/x.png',
    'storage/x.png',
    'other/x.png',
    'storage/a1/../a2/x.png',
    'storage/a1//x.png',
    'storage/a1/x.png?acl',
    'storage/a1/\\x.png',
    '',
  ])('are refused outside the own folder: %j', async (key) => {
    expect((await notify(key)).body).toMatchObject({ code: 0, msg: 'This file is not in your folder of the cloud store.' });
    expect(await rows()).toEqual([]);
  });

  it('are refused when the store has no such file, or another one', async () => {
    const refusal = { code: 0, msg: 'The cloud store does not have this file, or its size is different.' };
    expect((await notify('storage/a1/never-sent.png')).body).toMatchObject(refusal);
    await post('storage/a1/other-size.png', wav(500));
    expect((await notify('storage/a1/other-size.png')).body).toMatchObject(refusal);
    expect(await rows()).toEqual([]);
  });

  it('lose what may not be stored', async () => {
    const notAllowed = { code: 0, msg: 'The type of uploaded file is not allowed!' };
    const otherContent = { code: 0, msg: 'The content of this file is not that of a PNG file. It may be damaged, or of another type.' };
    for (const [key, name, refusal] of [
      ['storage/a1/zip.png', 'a.png', otherContent],
      ['storage/a1/page.html', 'a.png', otherContent],
      ['storage/a1/fine.zip', 'a.exe', notAllowed],
    ] as const) {
      await post(key, ZIP);
      expect((await notify(key, { name, size: ZIP.byteLength })).body).toMatchObject(refusal);
      expect(await cloud.inspect({ url: s3.url, bucket: S3_BUCKET, region: 'us-east-1' }, key)).toBeNull();
    }
    expect(await rows()).toEqual([]);
  });

  it('wait in the store while the recycle bin keeps their record, come back with it, and go when it is purged', async () => {
    const key = 'storage/a1/gone.png';
    const isThere = async () => (await cloud.inspect({ url: s3.url, bucket: S3_BUCKET, region: 'us-east-1' }, key)) !== null;
    const bin = async () =>
      (await server.request('/api/admin/security.DataRecycleLog/index', { token })).body?.data.list.map((row: { id: number }) => row.id);
    const del = async (path: string, id: number) =>
      (await server.request(`/api/admin/${path}/del?ids=${id}`, { method: 'DELETE', token })).body?.code;
    await post(key, PNG);
    const { id } = (await notify(key)).body?.data.file ?? {};
    expect([await del('routine.Attachment', id), await isThere()]).toEqual([1, true]);
    const [entry] = await bin();
    expect(
      (await server.request('/api/admin/security.DataRecycleLog/restore', { method: 'POST', json: { ids: [entry] }, token })).body?.code,
    ).toBe(1);
    expect(await rows()).toMatchObject([{ url: `/${key}`, storage: 'cloud' }]);
    await releaseFiles(server.ports);
    expect([await del('routine.Attachment', id), await isThere()]).toEqual([1, true]);
    expect([await del('security.DataRecycleLog', (await bin())[0]), await isThere()]).toEqual([1, true]);
    // The call itself waits for no other server.
    await server.ports.jobs.runDue();
    expect(await isThere()).toBe(false);
    expect(await server.database.kysely.selectFrom('recycled_file').select('url').execute()).toEqual([]);
  });

  it('go from the store with their record where no bin keeps it', async () => {
    const key = 'storage/a1/gone-at-once.png';
    await configure(server, { recycle_all: '0' });
    await post(key, PNG);
    const { id } = (await notify(key)).body?.data.file ?? {};
    const isThere = async () => (await cloud.inspect({ url: s3.url, bucket: S3_BUCKET, region: 'us-east-1' }, key)) !== null;
    expect((await server.request(`/api/admin/routine.Attachment/del?ids=${id}`, { method: 'DELETE', token })).body?.code).toBe(1);
    await configure(server, { recycle_all: '1' });
    // The call itself waits for no other server.
    expect(await isThere()).toBe(true);
    await server.ports.jobs.runDue();
    expect(await isThere()).toBe(false);
    expect(await server.database.kysely.selectFrom('recycled_file').select('url').execute()).toEqual([]);
  });

  it('leave the way through the server open', async () => {
    expect((await upload(server, PNG, 'a.png', { token, query: '?forceLocal=1' })).body?.data.file).toMatchObject({ storage: 'local' });
  });

  it('need somebody signed in, and the cloud switched on', async () => {
    expect((await server.request('/api/admin/Alioss/callback', { method: 'POST', json: {} })).body?.code).toBe(302);
    expect((await notify('storage/a1/x.png', {}, token, '/api/api/Alioss/callback')).body?.code).toBe(302);
    await configure(server, { upload_mode: 'local' });
    expect((await notify('storage/a1/x.png')).body).toMatchObject({ code: 0, msg: 'The cloud store is not switched on.' });
  });

  it('may be posted from the pages of people who upload', async () => {
    const shell = '<script nonce="__CSP_NONCE__"></script>';
    const pages = await createTestServer({ sampleData: false, ports: { cloud, pages: { read: () => null, shell, documents: null } } });
    try {
      await configure(pages, {
        upload_mode: 'cloud',
        upload_cloud_url: s3.url,
        upload_cloud_bucket: S3_BUCKET,
        upload_cdn_url: 'https://cdn.example/x',
      });
      const policy = async (path: string) =>
        (await pages.app.fetch(new Request(`http://test.invalid${path}`))).headers.get('content-security-policy');
      expect(await policy('/admin/dashboard')).toContain(`connect-src 'self' ${new URL(s3.url).origin};`);
      expect(await policy('/admin/dashboard')).toContain("img-src 'self' data: blob: https: https://cdn.example;");
      expect(await policy('/')).toContain("connect-src 'self';");
    } finally {
      await pages.close();
    }
  });
});

describe('files that were sent and never registered', () => {
  const DAY_MS = 86_400_000;
  let s3: RunningS3;
  let server: TestServer;
  let token: string;
  let nowMs = 0;
  beforeAll(async () => {
    s3 = await startS3();
    server = await createTestServer({ sampleData: false, ports: { cloud } });
    ({ token } = await server.signIn());
  });
  afterAll(async () => {
    await server.close();
    await s3.close();
  });
  beforeEach(async () => {
    await server.database.kysely.deleteFrom('attachment').execute();
    await server.database.kysely.deleteFrom('cloud_form').execute();
    await configure(server, { upload_mode: 'cloud', upload_cloud_url: s3.url, upload_cloud_bucket: S3_BUCKET, cloud_stray_days: '1' });
    for (const { key } of (await cloud.list(target(), '', '')).objects) await cloud.remove(target(), key);
  });

  const target = () => ({ url: s3.url, bucket: S3_BUCKET, region: 'us-east-1' });
  const keys = async () => (await cloud.list(target(), '', '')).objects.map(({ key }) => key);
  const paramsOf = async (as = token): Promise<Readonly<Record<string, string>>> =>
    (await server.request('/api/admin/Index/index', { token: as })).body?.data.siteConfig.upload.params;
  async function post(key: string, params: Readonly<Record<string, string>>): Promise<void> {
    const form = new FormData();
    form.append('key', key);
    for (const [name, value] of Object.entries(params)) form.append(name, value);
    form.append('file', new File([PNG], 'a.png'));
    await fetch(s3.url, { method: 'POST', body: form });
  }
  const register = (key: string, as = token) =>
    server.request('/api/admin/Alioss/callback', {
      method: 'POST',
      token: as,
      json: { url: `/${key}`, name: 'a.png', size: PNG.byteLength, type: 'image/png', sha1: SHA1 },
    });
  const forms = () => server.database.kysely.selectFrom('cloud_form').select('admin_id').execute();
  /** The store goes by the real clock, the server by one that is so far ahead of it; what it has registered last came after what lies there. */
  const sweepAfter = async (aheadMs: number, ports: object = {}, registeredAtMs = Date.now() + 1000): Promise<number> => {
    nowMs = Date.now() + aheadMs;
    await server.database.kysely
      .updateTable('attachment')
      .set({ create_time: Math.ceil(registeredAtMs / 1000) })
      .execute();
    return sweepCloud({ ...server.ports, clock: { nowMs: () => nowMs }, ...ports });
  };

  it('are gone after a day: not before it, not those that were registered, and not what is not ours', async () => {
    const params = await paramsOf();
    const odd = 'storage/a1/季度 报告+(1).png';
    for (const key of ['storage/a1/kept.png', 'storage/a1/lost.png', odd]) await post(key, params);
    const foreign = { ...params, 'x-amz-meta-troupe-form': 'of-another-house' };
    await post('storage/a1/foreign.png', foreign);
    await post('storage/a2/other-folder.png', params);
    expect((await register('storage/a1/kept.png')).body?.code).toBe(1);
    // What waits in the recycle bin is registered still.
    await post('storage/a1/waiting.png', params);
    const { id } = (await register('storage/a1/waiting.png')).body?.data.file ?? {};
    expect((await server.request(`/api/admin/routine.Attachment/del?ids=${id}`, { method: 'DELETE', token })).body?.code).toBe(1);
    expect(await sweepAfter(DAY_MS - 60_000)).toBe(0);
    expect((await keys()).length).toBe(6);
    expect(await sweepAfter(DAY_MS + 60_000)).toBe(2);
    expect(await keys()).toEqual([
      'storage/a1/foreign.png',
      'storage/a1/kept.png',
      'storage/a1/waiting.png',
      'storage/a2/other-folder.png',
    ]);
  });

  it('are left to the next round at a stop: a store that does not answer holds nobody up', async () => {
    const forms = ['a', 'b', 'c'].map((bucket) => ({
      admin_id: 1,
      url: 'https://s.example.com',
      bucket,
      region: 'r',
      mark: 'm',
      signed_at: 1,
    }));
    await server.database.kysely.insertInto('cloud_form').values(forms).execute();
    const stopping = new AbortController();
    let asked = 0;
    const silent = {
      ...server.ports.cloud,
      list: async () => {
        asked += 1;
        stopping.abort();
        throw new Error('no answer');
      },
    };
    const sweep = (stopped?: AbortSignal) => sweepCloud({ ...server.ports, cloud: silent as never }, stopped);
    await sweep(stopping.signal);
    expect(asked).toBe(1);
    await sweep();
    expect(asked).toBeGreaterThan(forms.length);
    await server.database.kysely.deleteFrom('cloud_form').where('url', '=', 'https://s.example.com').execute();
  });

  it('stay where they came after everything that this database knows: a newer one may know them', async () => {
    for (const key of ['storage/a1/kept.png', 'storage/a1/later.png']) await post(key, await paramsOf());
    expect((await register('storage/a1/kept.png')).body?.code).toBe(1);
    // The form is still in use.
    await server.database.kysely
      .updateTable('cloud_form')
      .set({ signed_at: Math.ceil(Date.now() / 1000) + 86_400 })
      .execute();
    const both = ['storage/a1/kept.png', 'storage/a1/later.png'];
    expect([await sweepAfter(2 * DAY_MS, {}, Date.now() - 60_000), await keys()]).toEqual([0, both]);
    expect([await sweepAfter(2 * DAY_MS), await keys()]).toEqual([1, ['storage/a1/kept.png']]);
  });

  it('are known by their form as long as one came after everything that this database knows', async () => {
    const both = ['storage/a1/kept.png', 'storage/a1/later.png'];
    for (const key of both) await post(key, await paramsOf());
    expect((await register('storage/a1/kept.png')).body?.code).toBe(1);
    expect([await sweepAfter(400 * DAY_MS, {}, Date.now() - 60_000), await keys(), await forms()]).toEqual([0, both, [{ admin_id: 1 }]]);
    expect([await sweepAfter(400 * DAY_MS), await keys(), await forms()]).toEqual([1, ['storage/a1/kept.png'], []]);
  });

  it('stay for ever where the setting says so', async () => {
    await post('storage/a1/lost.png', await paramsOf());
    await configure(server, { cloud_stray_days: '0' });
    expect([await sweepAfter(400 * DAY_MS), await keys()]).toEqual([0, ['storage/a1/lost.png']]);
  });

  it('are known by one row for each person and store, which goes when nothing can come any more', async () => {
    const marks = [await paramsOf(), await paramsOf()].map((params) => params['x-amz-meta-troupe-form']);
    expect([marks[0], /^[\w-]{22}$/u.test(marks[0] ?? '')]).toEqual([marks[1], true]);
    server.clock.advanceSeconds(2 * 3600);
    ({ token } = await server.signIn());
    await paramsOf();
    const rows = () =>
      server.database.kysely.selectFrom('cloud_form').select(['admin_id', 'mark', 'signed_at']).where('admin_id', '=', 1).execute();
    const signedAt = Math.floor(server.clock.nowMs() / 1000);
    expect(await rows()).toEqual([{ admin_id: 1, mark: marks[0], signed_at: signedAt }]);
    const until = (signedAt + 3600 + CLOUD_FORM_SECONDS + 86_400) * 1000 - Date.now();
    await sweepAfter(until - 1000);
    expect(await rows()).toHaveLength(1);
    await sweepAfter(until + 2000);
    expect(await rows()).toEqual([]);
  });

  it('wait for the next round where the store does not answer, and keep nobody else waiting', async () => {
    for (const key of ['storage/a1/kept.png', 'storage/a1/lost.png']) await post(key, await paramsOf());
    await register('storage/a1/kept.png');
    await server.database.kysely
      .insertInto('cloud_form')
      .values({ admin_id: 7, url: 'http://127.0.0.1:1/b', bucket: 'b', region: 'us-east-1', mark: 'x', signed_at: 0 })
      .execute();
    expect([await sweepAfter(2 * DAY_MS), await keys()]).toEqual([1, ['storage/a1/kept.png']]);
    expect(await server.database.kysely.selectFrom('cloud_form').select('admin_id').where('admin_id', '=', 7).execute()).toHaveLength(1);
  });

  it('go on where the last round ended, in a folder with more files than one round looks at', async () => {
    const asked: string[] = [];
    const listing = {
      ...cloud,
      list: (_target: unknown, _prefix: string, after: string) => {
        asked.push(after);
        const from = after === '' ? 0 : Number(after.slice(11));
        return Promise.resolve({ objects: [{ key: `storage/a1/${from + 1}`, changedAtMs: Date.now() }], isLast: from + 1 >= 30 });
      },
    };
    await paramsOf();
    await sweepAfter(0, { cloud: listing });
    expect([asked.length, asked[0], asked.at(-1)]).toEqual([20, '', 'storage/a1/19']);
    asked.length = 0;
    await sweepAfter(0, { cloud: listing });
    expect([asked.length, asked[0], asked.at(-1)]).toEqual([10, 'storage/a1/20', 'storage/a1/29']);
  });
});

const listOf = (contents: string, isTruncated = 'false') =>
  `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${contents}<IsTruncated>${isTruncated}</IsTruncated></ListBucketResult>`;

describe('the list of a store', () => {
  it('is read with its keys and times', () => {
    const one =
      '<Contents><Key>a/b &amp; c.png</Key><LastModified>2026-01-15T00:00:00.000Z</LastModified><Owner><ID>7</ID></Owner></Contents>';
    expect(parseObjectList(listOf(one, 'true'))).toEqual({
      objects: [{ key: 'a/b & c.png', changedAtMs: Date.UTC(2026, 0, 15) }],
      isLast: false,
    });
    expect(parseObjectList(listOf(''))).toEqual({ objects: [], isLast: true });
  });

  it('without a time for a file leaves that file alone', () => {
    expect(parseObjectList(listOf('<Contents><Key>a</Key></Contents>')).objects).toEqual([]);
  });

  it.each(['', 'no list', '<html></html>', '<Error><Code>AccessDenied</Code></Error>'])('is no list: %j', (text) =>
    expect(() => parseObjectList(text)).toThrow('refusals.upload.cloudUnreachable'),
  );
});

describe('a store that misbehaves', () => {
  let answer: (path: string) => { status: number; headers?: Record<string, string> };
  const asked: string[] = [];
  let fake: Server;
  let target: { url: string; bucket: string; region: string };
  beforeAll(async () => {
    fake = createServer(({ url = '', method = '' }, response) => {
      asked.push(`${method} ${url}`);
      const { status, headers } = answer(url);
      response.writeHead(status, headers).end();
    });
    await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve));
    target = { url: `http://127.0.0.1:${(fake.address() as AddressInfo).port}/b`, bucket: 'b', region: 'us-east-1' };
  });
  afterAll(() => void fake.close());
  beforeEach(() => (asked.length = 0));

  const unreachable = { failure: { message: 'refusals.upload.cloudUnreachable' } };

  it('leads nowhere else', async () => {
    answer = () => ({ status: 302, headers: { location: `${target.url}/elsewhere` } });
    await expect(cloud.inspect(target, 'k')).rejects.toMatchObject(unreachable);
    expect(asked).toEqual(['HEAD /b/k']);
  });

  it('is not asked inside our own network, by address or by name, unless that network is meant', async () => {
    answer = () => ({ status: 404 });
    const careful = createCloudStore({ credentials: S3_CREDENTIALS, logger: silentLogger });
    const port = new URL(target.url).port;
    const inside = [
      '127.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f.1',
      '0.0.0.0',
      '169.254.169.254',
      '10.0.0.1',
      'localhost',
    ];
    const refusals = inside.map((host) => careful.inspect({ ...target, url: `http://${host}:${port}/b` }, 'k'));
    expect(await Promise.allSettled(refusals)).toMatchObject(inside.map(() => ({ status: 'rejected', reason: unreachable })));
    expect(asked).toEqual([]);
    expect(await cloud.inspect({ ...target, url: `http://localhost:${port}/b` }, 'k')).toBeNull();
    expect(asked).toEqual(['HEAD /b/k']);
  });

  it('and refuses us is said to be unreachable', async () => {
    answer = () => ({ status: 403 });
    await expect(cloud.inspect(target, 'k')).rejects.toMatchObject(unreachable);
    await expect(cloud.inspect({ ...target, url: 'http://127.0.0.1:1/b' }, 'k')).rejects.toMatchObject(unreachable);
  });
});
