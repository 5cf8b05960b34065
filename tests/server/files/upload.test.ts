import { createHash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findUploadAsAdmin } from '#api/contract/files/upload';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { attachment } from '#sections/attachment/attachment.resource.ts';
import { createFileStore } from '#server/adapters/files/file-store';
import { silentLogger } from '#server/base/logger';
import { DRAIN_BYTES, UPLOAD_IDLE_MS } from '#server/base/limits';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type RawReply, type TestServer } from '#tests/support/server.ts';
import * as sample from '#tests/support/upload-samples.ts';

const { upload, filesBelow, configure, formOf, rawForm, PNG } = sample;

/** What a refusal says. */
const refused = (reply: RawReply) => ({ code: reply.body?.code, msg: reply.body?.msg, data: reply.body?.data });

const otherThan = (type: string) => `The content of this file is not that of a ${type} file. It may be damaged, or of another type.`;

describe.each(dealtKinds())('uploads on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.kysely.deleteFrom('attachment').execute();
    await rm(server.filesDir, { recursive: true, force: true });
    await configure(server, {
      upload_max_size: '10mb',
      upload_suffixes: 'jpg,png,bmp,jpeg,gif,webp,zip,rar,wav,mp4,mp3',
      upload_mime_types: '',
      upload_save_name: '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}',
    });
  });

  const blobs = () => server.database.kysely.selectFrom('blob').select(['size', 'refs', 'file_id']).execute();
  const temporary = async () => (await filesBelow(server.filesDir)).filter((path) => path.startsWith('tmp'));
  const store = async (bytes: Uint8Array<ArrayBuffer>, name: string, query = '', as = token) => {
    const reply = await upload(server, bytes, name, { token: as, query });
    expect([name, reply.body?.msg]).toEqual([name, '']);
    return reply.body?.data.file;
  };

  it('stores a picture under the name of the template, in the local time of the site', async () => {
    expect(await store(PNG, '季度报告 final report (最终版) v12.PNG')).toEqual({
      id: expect.any(Number),
      topic: 'default',
      admin_id: 1,
      user_id: 0,
      url: '/storage/default/20260115/季度报告finalreportf673fc759d0afb4dfb243b9951cadca54cca30f7.png',
      full_url: '/storage/default/20260115/季度报告finalreportf673fc759d0afb4dfb243b9951cadca54cca30f7.png',
      name: '季度报告 final report (最终版) v12.png',
      suffix: 'png',
      size: PNG.byteLength,
      mimetype: 'image/png',
      sha1: 'f673fc759d0afb4dfb243b9951cadca54cca30f7',
      width: 2,
      height: 3,
      storage: 'local',
      last_upload_time: 1_768_435_200,
    });
    const [blob] = await blobs();
    expect(blob).toMatchObject({ size: PNG.byteLength, refs: 1 });
    // On the disk it has a name that says nothing.
    expect(blob?.file_id).toMatch(/^[0-9a-f]{32}$/u);
    expect(await filesBelow(server.filesDir)).toContain(`files/${blob?.file_id.slice(0, 2)}/${blob?.file_id}`);
    expect(await temporary()).toEqual([]);
  });

  it('answers the typed client, with the file type as it is', async () => {
    await store(PNG, 'a.png', '?topic=avatar');
    const known = { sha1: 'f673fc759d0afb4dfb243b9951cadca54cca30f7', size: PNG.byteLength, name: 'b.png', topic: 'avatar' };
    expect((await server.call(findUploadAsAdmin, known, { token })).file).toMatchObject({
      name: 'a.png',
      mimetype: 'image/png',
      topic: 'avatar',
    });
  });

  describe.each([
    [
      'en',
      'The data of the uploaded file is incomplete!',
      'The type of uploaded file is not allowed!',
      /^The size of the uploaded file exceeds the allowed range! \(file (.+), at most (.+)\)$/u,
      'This picture is damaged, or the file is not a picture.',
    ],
    [
      'zh-cn',
      '上传的文件不完整，请重新上传。',
      '不允许上传此类型的文件。',
      /^文件过大：(.+)，最大为 (.+)。$/u,
      '这个图片文件已损坏，或者并不是图片。',
    ],
  ] as const)('refuses in order and in %s', (language, incomplete, notAllowed, tooLarge, damaged) => {
    const options = () => ({ token, language });
    const raw = async (disposition: string, bytes: Uint8Array) => {
      const { headers, ...init } = rawForm(disposition, bytes);
      return server.request('/api/admin/ajax/upload', { ...init, method: 'POST', token, headers: { ...headers, 'think-lang': language } });
    };

    it('a file without a name, or no file', async () => {
      expect(refused(await raw('name="file"', PNG))).toEqual({ code: 0, msg: incomplete, data: null });
      expect(refused(await raw('name="file"; filename="  "', PNG))).toEqual({ code: 0, msg: incomplete, data: null });
      expect(refused(await raw('name="topic"', PNG))).toEqual({ code: 0, msg: incomplete, data: null });
    });

    it('a type that is not allowed, also where it is too large as well', async () => {
      await configure(server, { upload_max_size: '100' });
      for (const name of ['a.exe', 'a.pdf', 'a.jpg.exe', 'a', '.png', 'a.html', 'a.svg', 'a.PHP'])
        expect([name, refused(await upload(server, sample.wav(500), name, options()))]).toEqual([
          name,
          { code: 0, msg: notAllowed, data: null },
        ]);
      // The bytes are none of a picture, and that is said before their number.
      const other = refused(await upload(server, sample.wav(500), 'a.png', options()));
      expect(other).toEqual({ code: 0, msg: expect.stringContaining(' PNG ') as string, data: null });
    });

    it('one byte too many, saying how many there may be', async () => {
      await configure(server, { upload_max_size: '4kb' });
      const whole = await upload(server, sample.wav(4096), 'a.wav', options());
      expect(whole.body?.data.file).toMatchObject({ size: 4096, sha1: createHash('sha1').update(sample.wav(4096)).digest('hex') });
      const close = await upload(server, sample.wav(4097), 'b.wav', options());
      expect(tooLarge.exec(close.body?.msg ?? '')?.slice(1)).toEqual(['4097 B', '4096 B']);
      const far = await upload(server, sample.wav(3_000_000), 'b.wav', options());
      expect(tooLarge.exec(far.body?.msg ?? '')?.slice(1)).toEqual(['2.9 MB', '4 KB']);
      expect(await temporary()).toEqual([]);
    });

    it('a picture that cannot be read', async () => {
      expect(refused(await upload(server, PNG.slice(0, 20), 'a.png', options()))).toEqual({ code: 0, msg: damaged, data: null });
    });
  });

  it.each([
    ['a.png', sample.pngOf(60_000, 60_000)],
    ['a.png', sample.pngOf(2_147_483_647, 1)],
    ['a.png', sample.pngOf(20_001, 1)],
    ['a.png', sample.pngOf(7072, 7071)],
    ['a.gif', sample.gifOf(65_535, 65_535)],
    ['a.bmp', sample.bmpOf(30_000, 30_000)],
    ['a.avif', sample.avifOf([100, 100], [30_000, 30_000])],
    ['a.psd', sample.psdOf(25_000, 25_000)],
  ])('refuses %s for promising more pixels than can be shown (%#)', async (name, bytes) => {
    await configure(server, { upload_suffixes: '*' });
    expect((await upload(server, bytes, name, { token })).body).toMatchObject({
      code: 0,
      msg: 'This picture is too large to be shown: at most 50,000,000 pixels, and 20,000 along a side, are allowed.',
    });
    expect([await temporary(), await blobs()]).toEqual([[], []]);
  });

  it('takes a picture as large as one may be, and measures a container by its first sizes only', async () => {
    await configure(server, { upload_suffixes: '*' });
    expect(await store(sample.pngOf(7071, 7071), 'a.png')).toMatchObject({ width: 7071, height: 7071 });
    expect(await store(sample.avifOf([100, 50]), 'a.avif')).toMatchObject({ width: 100, height: 50 });
    const many = sample.avifOf(...Array.from({ length: 20 }, () => [10, 10] as const));
    expect((await upload(server, many, 'b.avif', { token })).body?.msg).toBe('This picture is damaged, or the file is not a picture.');
  });

  it.each([
    ['headers', Array.from({ length: 60 }, (_, index) => `x-${index}: y`)],
    ['words in its headers', ['x-a: '.padEnd(9000, 'y')]],
  ])('refuses a part with too many %s', async (_, lines) => {
    const sent = rawForm(`name="file"; filename="a.png"\r\n${lines.join('\r\n')}`, PNG);
    const { body } = await server.request('/api/admin/ajax/upload', { ...sent, method: 'POST', token });
    expect(body).toMatchObject({ code: 0, msg: 'The head of a part of this upload is too long.' });
    expect(await temporary()).toEqual([]);
  });

  it('takes no word of the sender for the type', async () => {
    await configure(server, { upload_suffixes: '*' });
    const NOT_ALLOWED = 'The type of uploaded file is not allowed!';
    const other: [string, Uint8Array<ArrayBuffer>, string][] = [
      ['a.jpg', sample.ZIP, 'JPG'],
      ['a.png', sample.SVG_SCRIPT, 'PNG'],
      ['a.png', sample.PAGE, 'PNG'],
      ['a.gif', PNG, 'GIF'],
      ['a.txt', PNG, 'TXT'],
      ['a.pdf', new TextEncoder().encode('no more than its end'), 'PDF'],
      ['a.svg', sample.PAGE, 'SVG'],
    ];
    for (const [name, bytes, type] of other)
      expect([name, (await upload(server, bytes, name, { token })).body?.msg]).toEqual([name, otherThan(type)]);
    const programs: [string, Uint8Array<ArrayBuffer>][] = [
      ['a.txt', sample.ELF],
      ['a.dat', sample.ELF],
      ['a.dat', sample.WINDOWS_PROGRAM],
      ['a', sample.ELF],
      ['a.dat', new TextEncoder().encode('#!/bin/sh\nrm -rf /\n')],
      ['a.txt', new TextEncoder().encode('<?php system($_GET[0]);')],
      ['a.sh', new TextEncoder().encode('hello')],
      ['a.htm', sample.PAGE],
    ];
    for (const [name, bytes] of programs)
      expect([name, (await upload(server, bytes, name, { token })).body?.msg]).toEqual([name, NOT_ALLOWED]);
    expect(await temporary()).toEqual([]);
    expect(await blobs()).toEqual([]);
  });

  it('tells the type from the bytes', async () => {
    await configure(server, { upload_suffixes: '*' });
    expect(await store(sample.GIF_PAGE, 'both.gif')).toMatchObject({ mimetype: 'image/gif', width: 1, height: 1 });
    expect(await store(sample.ZIP, 'a.zip')).toMatchObject({ mimetype: 'application/zip', width: 0 });
    expect(await store(sample.PDF, 'a.dat')).toMatchObject({ mimetype: 'application/pdf', suffix: 'dat' });
    expect(await store(sample.SVG_SCRIPT, 'a.svg')).toMatchObject({ mimetype: 'image/svg+xml' });
    expect(await store(new TextEncoder().encode('a,b\n1,2\n'), 'a.csv')).toMatchObject({ mimetype: 'text/csv' });
    expect(await store(sample.PAGE, 'strange.xyz')).toMatchObject({ mimetype: 'application/octet-stream' });
    expect(await store(new Uint8Array(), 'empty.txt')).toMatchObject({ mimetype: 'text/plain', size: 0 });
  });

  it('takes texts that begin with the letters of a signature', async () => {
    await configure(server, { upload_suffixes: 'csv,txt,vtt' });
    const texts = [
      ['a.csv', 'BMW,3 series\n', 'text/csv'],
      ['b.txt', 'BMI 24.5 and the rest of what was measured', 'text/plain'],
      ['c.csv', 'MZ-100,pump\n', 'text/csv'],
      ['d.txt', 'solid gold ring', 'text/plain'],
      ['e.txt', 'GIF is a format', 'text/plain'],
      ['f.csv', 'icns,price\n', 'text/csv'],
      ['g.txt', '<?xml version="1.0"?><a/>', 'text/plain'],
      ['h.txt', '-----BEGIN PGP MESSAGE-----\n', 'text/plain'],
      ['i.txt', 'BEGIN:VCARD\nVERSION:3.0\nEND:VCARD\n', 'text/plain'],
      ['j.vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\n茶', 'text/vtt'],
    ] as const;
    for (const [name, text, mimetype] of texts)
      expect(await store(new TextEncoder().encode(text), name)).toMatchObject({ name, mimetype, width: 0, height: 0 });
    // “BMW,茶” as Windows writes it in China.
    expect(await store(new Uint8Array([0x42, 0x4d, 0x57, 0x2c, 0xb2, 0xe8]), 'k.csv')).toMatchObject({ mimetype: 'text/csv' });
    const refused = (bytes: Uint8Array<ArrayBuffer>) => upload(server, bytes, 'l.csv', { token }).then(({ body }) => body?.msg);
    for (const bytes of [sample.bmpOf(2, 2), sample.GIF]) expect(await refused(bytes)).toBe(otherThan('CSV'));
    expect(await refused(sample.WINDOWS_PROGRAM)).toBe('The type of uploaded file is not allowed!');
  });

  it('allows by type where the settings name types', async () => {
    await configure(server, { upload_suffixes: 'jpg', upload_mime_types: 'image/*, application/pdf' });
    expect(await store(PNG, 'a.png')).toMatchObject({ mimetype: 'image/png' });
    expect(await store(sample.PDF, 'a.dat')).toMatchObject({ mimetype: 'application/pdf' });
    expect(await store(sample.GIF, '.jpg')).toMatchObject({ mimetype: 'image/gif', suffix: 'file' });
    expect((await upload(server, sample.ZIP, 'a.zip', { token })).body?.msg).toBe('The type of uploaded file is not allowed!');
  });

  it.each([
    ['../../../etc/passwd.png', 'passwd.png'],
    ['..\\..\\evil.png', 'evil.png'],
    ['C:\\Users\\x\\me.png', 'me.png'],
    ['a\u0000b.png', 'ab.png'],
    ['\u202Egnp.exe.png', 'gnp.exe.png'],
    ['👩‍👩‍👧 family.png', '👩👩👧 family.png'],
    [`${'字'.repeat(300)}.png`, `${'字'.repeat(96)}.png`],
    [`${'👍'.repeat(300)}.png`, `${'👍'.repeat(48)}.png`],
    ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
    ['....png', '....png'],
    ['{topic}{filesha1}.png', '{topic}{filesha1}.png'],
  ])('survives the name %j', async (name, shown) => {
    const { headers, body } = rawForm(`name="file"; filename="${name.replaceAll('\\', '\\\\')}"`, PNG);
    const reply = await server.request('/api/admin/ajax/upload', { method: 'POST', body, headers, token });
    expect(reply.body?.msg).toBe('');
    expect(reply.body?.data.file).toMatchObject({ name: shown, suffix: 'png' });
    const url: string = reply.body?.data.file.url;
    expect(url).toMatch(/^\/storage\/default\/20260115\/[^/]{0,15}f673fc759d0afb4dfb243b9951cadca54cca30f7\.png$/u);
    expect(url).not.toMatch(/\.\.|[\0\\<>"'\u202E]/u);
    expect((await server.request(encodeURI(url))).status).toBe(200);
  });

  it('keeps every address below its folder, whatever the template says', async () => {
    for (const [template, url] of [
      ['../../{filename}{.suffix}', '/storage/a.png'],
      ['/admin/{filename}{.suffix}', '/storage/admin/a.png'],
      ['{topic}/{year}-{mon}-{day}/{hour}{min}{sec}{.suffix}', '/storage/default/2026-01-15/080000.png'],
    ] as const) {
      await configure(server, { upload_save_name: template });
      expect((await store(PNG, 'a.png')).url).toBe(url);
      await server.database.kysely.deleteFrom('attachment').execute();
    }
  });

  it('gives another file of the same name a number', async () => {
    await configure(server, { upload_save_name: '/storage/{filename}{.suffix}' });
    expect((await store(sample.wav(100), 'a.wav')).url).toBe('/storage/a.wav');
    expect((await store(sample.wav(101), 'a.wav')).url).toBe('/storage/a-2.wav');
    expect((await store(sample.wav(102), 'a.wav')).url).toBe('/storage/a-3.wav');
  });

  it('counts a repetition instead of storing it, also under another name and day', async () => {
    const first = await store(PNG, 'a.png');
    server.clock.advanceSeconds(86_400);
    ({ token } = await server.signIn());
    const again = await store(PNG, 'b.png');
    expect(again).toEqual({ ...first, last_upload_time: first.last_upload_time + 86_400 });
    const rows = await server.database.kysely.selectFrom('attachment').select(['name', 'quote']).execute();
    expect(rows).toEqual([{ name: 'a.png', quote: 2 }]);
    expect(await blobs()).toMatchObject([{ refs: 1 }]);
    expect((await filesBelow(server.filesDir)).length).toBe(1);
  });

  it('stores the bytes again when their file is gone', async () => {
    await store(PNG, 'a.png');
    const [lost] = await blobs();
    await server.ports.files.remove(lost?.file_id ?? '');
    const known = { sha1: 'f673fc759d0afb4dfb243b9951cadca54cca30f7', size: PNG.byteLength, name: 'a.png' };
    expect(await server.call(findUploadAsAdmin, known, { token })).toEqual({ file: null });
    const { url } = await store(PNG, 'a.png');
    expect((await blobs())[0]?.file_id).not.toBe(lost?.file_id);
    expect((await server.request(url)).status).toBe(200);
  });

  it('keeps no lock while it is asked whether the bytes are still there', async () => {
    const first = await store(PNG, 'a.png');
    const { files } = server.ports;
    const sizeOf = files.sizeOf.bind(files);
    const free: unknown[] = [];
    const asked = vi.spyOn(files, 'sizeOf').mockImplementation(async (fileId) => {
      const rows = server.database.kysely.selectFrom('blob').select('file_id').forUpdate().skipLocked().execute();
      free.push(await Promise.race([rows, pause(3000, 'waits')]));
      return sizeOf(fileId);
    });
    expect((await store(PNG, 'b.png')).id).toBe(first.id);
    asked.mockRestore();
    expect(free).toEqual([[{ file_id: expect.any(String) }]]);
  });

  it('makes one blob of the same bytes that many send at once', async () => {
    const others = await Promise.all([1, 2].map((number) => server.addAdmin(`many${kind}${number}`, [])));
    const tokens = [token, ...others.map((other) => other.token)];
    const files = await Promise.all([...tokens, ...tokens].map((one) => store(PNG, 'a.png', '', one)));
    expect(await blobs()).toMatchObject([{ size: PNG.byteLength, refs: 3 }]);
    expect((await filesBelow(server.filesDir)).length).toBe(1);
    expect(new Set(files.map((file) => file.url)).size).toBe(3);
    const rows = await server.database.kysely.selectFrom('attachment').select(['uploader', 'quote']).orderBy('uploader').execute();
    expect(rows.map(({ quote }) => quote)).toEqual([2, 2, 2]);
  });

  it('tells an owner of their own files only', async () => {
    const stranger = await server.addAdmin(`stranger${kind}`, []);
    await store(PNG, 'a.png');
    const find = (query: string, as: string) => server.request(`/api/admin/ajax/findUpload?${query}`, { token: as });
    const query = `sha1=F673fc759d0afb4dfb243b9951cadca54cca30f7&size=${PNG.byteLength}&name=a.png`;
    expect((await find(query, token)).body?.data.file).toMatchObject({ name: 'a.png' });
    expect((await find(query, stranger.token)).body?.data).toEqual({ file: null });
    expect((await find(`${query}&topic=other`, token)).body?.data).toEqual({ file: null });
    expect((await find(query.replace(/size=\d+/u, 'size=1'), token)).body?.data).toEqual({ file: null });
    expect((await find(query.replace(/size=\d+/u, 'size=abc'), token)).body?.data).toEqual({ file: null });
    expect((await find('sha1=x&size=1&name=a', token)).body?.data).toEqual({ file: null });
    expect((await server.request(`/api/admin/ajax/findUpload?${query}`)).body?.code).toBe(302);
  });

  it('takes topic and driver from the query or the form, and nothing strange', async () => {
    expect(await store(PNG, 'a.png', '?topic=goods&driver=local&forceLocal=1&uuid=x')).toMatchObject({ topic: 'goods', storage: 'local' });
    const reply = await upload(server, PNG, 'a.png', { token, fields: { topic: 'from-form', other: 'x' } });
    expect(reply.body?.data.file).toMatchObject({ topic: 'from-form' });
    for (const topic of ['..', 'a/b', 'a b', 'x'.repeat(21), '%00'])
      expect((await upload(server, PNG, 'a.png', { token, query: `?topic=${encodeURIComponent(topic)}` })).body?.code).toBe(0);
    expect((await upload(server, PNG, 'a.png', { token, query: '?driver=ftp' })).body?.msg).toBe('There is no storage called “ftp”.');
  });

  it('judges the caller before it looks at the file', async () => {
    const locked = new ReadableStream({ pull: () => expect.unreachable('the body was read') }, { highWaterMark: 0 });
    const init = {
      method: 'POST',
      duplex: 'half',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '999999999' },
    };
    const reply = await server.request('/api/admin/ajax/upload', { ...init, body: locked });
    expect(refused(reply)).toMatchObject({ code: 302, msg: 'Please sign in first.' });
    // No member can be signed in yet.
    const member = await server.request('/api/api/ajax/upload', { method: 'POST', body: formOf(PNG, 'a.png'), token });
    expect(refused(member)).toMatchObject({ code: 302, data: { routePath: '/user/login' } });
  });

  /** What is said to a request with this body. */
  const said = async (init: RequestInit) => (await server.request('/api/admin/ajax/upload', { method: 'POST', token, ...init })).body?.msg;

  it.each([
    ['to its end', 5, 5],
    ['no further than allowed', 1000, DRAIN_BYTES / 1_048_576],
  ])('reads a refused body %s, so that its sender hears why', async (_, pieces, read) => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (sent === pieces) return controller.close();
          sent += 1;
          controller.enqueue(new Uint8Array(1_048_576));
        },
      },
      { highWaterMark: 0 },
    );
    const init = { method: 'POST', duplex: 'half', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body };
    const reply = await server.request('/api/admin/ajax/upload', init);
    expect([reply.body?.code, sent]).toEqual([302, read]);
  });

  it('refuses what is no form, and forms with too much in them', async () => {
    const unsupported = 'The request has a content type that is not supported.';
    expect(await said({ body: '{}', headers: { 'content-type': 'application/json' } })).toBe(unsupported);
    expect(await said({ body: 'x', headers: { 'content-type': 'multipart/form-data' } })).toBe(unsupported);
    expect(await said({ headers: { 'content-type': 'multipart/form-data; boundary=x' } })).toMatch(/interrupted|incomplete/u);
    const two = formOf(PNG, 'a.png');
    two.append('file', new File([PNG], 'b.png'));
    expect(await said({ body: two })).toBe('One file at a time, please, and only a few fields beside it.');
    const many = new FormData();
    for (let index = 0; index < 30; index += 1) many.append(`f${index}`, 'x');
    many.append('file', new File([PNG], 'a.png'));
    expect(await said({ body: many })).toBe('One file at a time, please, and only a few fields beside it.');
    const cut = rawForm('name="file"; filename="a.png"', PNG);
    expect(await said({ body: cut.body.slice(0, -12), headers: cut.headers })).toBe('The upload was interrupted; the file was not stored.');
    expect(await temporary()).toEqual([]);
    expect(await blobs()).toEqual([]);
  });

  it('stops for a sender who goes silent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { body, headers } = rawForm('name="file"; filename="a.png"', PNG);
      const stalled = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(body.slice(0, 150));
          queueMicrotask(() => void vi.advanceTimersByTimeAsync(0));
        },
      });
      const received = server.ports.files.receive(
        { contentType: headers['content-type'] ?? '', sizeBytes: null, stream: stalled },
        { maxSizeBytes: 1000, nameFor: (sent: string) => sent },
      );
      const refusal = received.catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(UPLOAD_IDLE_MS);
      expect(await refusal).toMatchObject({ failure: { message: 'refusals.upload.tooSlow' } });
      expect(stalled.locked).toBe(false);
    } finally {
      vi.useRealTimers();
    }
    expect(await temporary()).toEqual([]);
  });

  it('stores nothing while the disk is nearly full', async () => {
    const full = await createTestServer({ kind, sampleData: false, ports: { freeDiskShare: () => 0.01 } });
    try {
      const reply = await upload(full, PNG, 'a.png', { token: (await full.signIn()).token });
      expect(refused(reply)).toMatchObject({
        code: 0,
        msg: 'The server’s disk is full; the file was not stored. Please tell an administrator.',
      });
      expect(await filesBelow(full.filesDir)).toEqual([]);
    } finally {
      await full.close();
    }
  });
});

const fails = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

describe('a disk that refuses', () => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  /** A server whose new files fail in the middle. */
  async function withFault(spoil: (handle: FileHandle) => void): Promise<TestServer> {
    const base = await createTestServer({ sampleData: false });
    const openNew = async (path: string): Promise<FileHandle> => {
      const handle = await open(path, 'wx');
      spoil(handle);
      return handle;
    };
    const files = createFileStore({ dir: base.filesDir, randomBytes: base.ports.randomBytes, logger: silentLogger, openNew });
    servers.push(base);
    Object.assign(base.ports, { files });
    return base;
  }

  it.each([
    ['write', 'ENOSPC', 'The server’s disk is full; the file was not stored. Please tell an administrator.'],
    ['write', 'EIO', 'The server could not store the file. Please tell an administrator.'],
    ['sync', 'EDQUOT', 'The server’s disk is full; the file was not stored. Please tell an administrator.'],
  ] as const)('at %s with %s is told plainly, and leaves nothing', async (method, code, message) => {
    const server = await withFault((handle) => Object.assign(handle, { [method]: fails(code) }));
    const { createServerApp: createApp } = await import('#server/app');
    const app = createApp(server.ports);
    const { token } = await server.signIn();
    const response = await app.fetch(
      new Request('http://test.invalid/api/admin/ajax/upload', {
        method: 'POST',
        body: formOf(PNG, 'a.png'),
        headers: { batoken: token, 'think-lang': 'en' },
      }),
    );
    expect(await response.json()).toMatchObject({ code: 0, msg: message });
    expect(await filesBelow(server.filesDir)).toEqual([]);
    const list = await server.call(resourceEndpoints(attachment).list, {}, { token });
    expect(list.total).toBe(0);
  });
});
