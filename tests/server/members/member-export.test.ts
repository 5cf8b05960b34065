import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi, type MockInstance } from 'vitest';
import { sweepExports } from '#server/features/members/own-data/member-exports.service';
import { sweepFiles } from '#server/features/files/sweep-files';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { PNG } from '#tests/support/upload-samples.ts';

describe.each(dealtKinds())('what a member takes along, on %s', (kind) => {
  let server: TestServer;
  let lin: TestMember;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    lin = await addMember(server, 'lin', { email: 'lin@example.com', mobile: '13800000001', nickname: '林=1' });
    ({ token } = await lin.signIn());
  });
  afterAll(() => server.close());

  const ask = async (method: 'GET' | 'POST', name: string, json?: object, own = token) =>
    (await askAsMember(server, method, `/api/account/${name}`, { token: own, json })).body;
  const prove = (own = token) => ask('POST', 'prove', { password: TEST_PASSWORD }, own);
  const bytesOf = async (uuid: string, own = token) => {
    const request = new Request(`http://test.invalid/api/account/exportFile?uuid=${uuid}`, {
      headers: { 'ba-user-token': own, 'think-lang': 'en', server: 'true' },
    });
    const reply = await server.app.fetch(request, { remoteAddress: '127.0.0.1' });
    return { type: reply.headers.get('content-type'), name: reply.headers.get('content-disposition'), body: await reply.arrayBuffer() };
  };
  const upload = async () => {
    const form = new FormData();
    form.append('file', new File([PNG], '照片 1.png', { type: 'image/png' }));
    return (await server.request('/api/ajax/upload', { method: 'POST', body: form, headers: { 'ba-user-token': token } })).body;
  };

  it('is known as failed where its job was cancelled, leaves no file, and can be asked for at once', async () => {
    const other = await addMember(server, `cancelled_${kind}`, { email: 'cancelled@example.com' });
    const own = (await other.signIn()).token;
    await prove(own);
    const cancelNewest = async () => {
      const [job] = await server.ports.jobs.list(1);
      expect([job?.kind, await server.ports.jobs.cancel(job?.id ?? '')]).toEqual(['member.export', true]);
      await server.ports.jobs.cancel(job?.id ?? '');
    };
    expect((await ask('POST', 'exportData', {}, own))?.data).toMatchObject({ state: 'queued', progress: null });
    await cancelNewest();
    await server.ports.jobs.runDue();
    expect((await ask('GET', 'exports', undefined, own))?.data).toMatchObject({ state: 'failed', progress: null });

    // This one is cancelled when its file is written and nobody knows it yet.
    expect((await ask('POST', 'exportData', {}, own))?.data).toMatchObject({ state: 'queued' });
    const { files } = server.ports;
    const store = files.store.bind(files);
    const written: string[] = [];
    const meanwhile = vi.spyOn(files, 'store').mockImplementationOnce(async (chunks) => {
      const stored = await store(chunks);
      written.push(stored.fileId);
      await cancelNewest();
      return stored;
    });
    await server.ports.jobs.runDue();
    meanwhile.mockRestore();
    expect((await ask('GET', 'exports', undefined, own))?.data).toMatchObject({ state: 'failed' });
    expect(await Promise.all(written.map((id) => files.read(id)))).toEqual([null]);
    expect(await server.ports.jobs.list(10)).toEqual([]);
  });

  it('wants a proof, is made by a job, holds everything once, and is fetched with a proof by nobody else', async () => {
    expect((await ask('GET', 'exports'))?.data).toEqual({
      state: 'none',
      uuid: null,
      size: null,
      create_time: null,
      expire_time: null,
      progress: null,
    });
    expect(await ask('POST', 'exportData', {})).toMatchObject({ code: 0, data: { fields: { proof: expect.any(String) as string } } });
    await prove();
    const admin = await server.signIn();
    // More than one portion.
    const entries = Array.from({ length: 1203 }, (_, index) => index + 1);
    await server.database.kysely
      .insertInto('score_log')
      .values(
        entries.map((place) => ({
          user_id: lin.id,
          score: 1,
          before: place - 1,
          after: place,
          memo: `p${place}`,
          reason: 'test',
          ref: String(place),
          create_time: TEST_START_SECONDS,
        })),
      )
      .execute();
    await server.database.kysely.updateTable('member').set({ score: 1203 }).where('id', '=', lin.id).execute();
    const booked = { user_id: lin.id, money: '0.30', memo: '=gift' };
    expect((await server.request('/admin/user.MoneyLog/add', { method: 'POST', token: admin.token, json: booked })).body?.code).toBe(1);
    const letter = { audience: 'chosen', ids: [lin.id], title: '维护', text: '周六', titleEn: 'Maintenance', textEn: 'On Saturday' };
    expect((await server.request('/admin/user.User/message', { method: 'POST', token: admin.token, json: letter })).body?.code).toBe(1);
    await server.ports.jobs.runDue();
    const stored = (await upload())?.data.file;
    const key = { credential_id: 'c', rp_id: 'localhost', public_key: 'k', counter: 0, transports: '', is_synced: false };
    await server.database.kysely
      .insertInto('passkey')
      .values({ ...key, member_id: lin.id, name: 'Phone', create_time: TEST_START_SECONDS, used_time: null })
      .execute();
    const elsewhere = { account_type: 'user', issuer: 'https://id.example', create_time: TEST_START_SECONDS, used_time: null } as const;
    await server.database.kysely
      .insertInto('external_identity')
      .values([
        { ...elsewhere, account_id: lin.id, subject: '1', label: 'lin@id.example' },
        { ...elsewhere, account_id: lin.id + 1, subject: '2', label: 'wang@id.example' },
      ])
      .execute();

    const asked = (await ask('POST', 'exportData', {}))?.data;
    expect(asked).toMatchObject({ state: 'queued', size: null, create_time: TEST_START_SECONDS, expire_time: null });
    expect(await ask('POST', 'exportData', {})).toMatchObject({ code: 0, msg: 'Your archive is being prepared already.' });
    expect((await bytesOf(asked.uuid)).type).toContain('application/json');
    await server.ports.jobs.runDue();
    const ready = (await ask('GET', 'exports'))?.data;
    expect(ready).toMatchObject({ state: 'ready', uuid: asked.uuid, expire_time: TEST_START_SECONDS + 86_400 });
    expect(await ask('POST', 'exportData', {})).toMatchObject({ code: 0, msg: expect.stringContaining('is ready') as string });

    const { type, name, body } = await bytesOf(asked.uuid);
    expect([type, name, body.byteLength]).toEqual([
      'application/zip',
      `attachment; filename="my-data-2026-01-15.zip"; filename*=UTF-8''my-data-2026-01-15.zip`,
      ready.size,
    ]);
    const files = unzipSync(new Uint8Array(body));
    const json = (part: string) => JSON.parse(strFromU8(files[`${part}.json`] ?? new Uint8Array())) as Record<string, unknown>[];
    const csv = (part: string) =>
      Buffer.from(files[`${part}.csv`] ?? [])
        .toString()
        .split('\r\n');
    const parts = ['profile', 'balance', 'points', 'sign-ins', 'passkeys', 'sign-in-services', 'messages', 'chats', 'files'];
    const picture = `files/${stored.id}-照片 1.png`;
    expect(Object.keys(files).sort()).toEqual(['readme.txt', picture, ...parts.flatMap((part) => [`${part}.json`, `${part}.csv`])].sort());
    expect(files[picture]).toEqual(new Uint8Array(PNG));
    expect(json('profile')).toEqual([
      expect.objectContaining({
        number: lin.id,
        username: 'lin',
        email: 'lin@example.com',
        mobile: '13800000001',
        balance: '0.30',
        points: 1203,
      }),
    ]);
    expect(json('balance')).toEqual([{ time: '2026-01-15 08:00:00', memo: '=gift', change: '0.30', before: '0.00', after: '0.30' }]);
    expect(csv('balance')).toEqual(['\uFEFFTime,Reason,Change,Before,After', "2026-01-15 08:00:00,'=gift,0.30,0.00,0.30", '']);
    expect(json('points').map(({ memo }) => memo)).toEqual(entries.map((place) => `p${place}`));
    expect(csv('points')).toHaveLength(1203 + 2);
    expect(json('sign-ins')).toMatchObject([{ outcome: 'Signed in', ip: '127.0.0.1', count: 1 }]);
    expect(json('passkeys')).toEqual([{ name: 'Phone', added: '2026-01-15 08:00:00', used: null }]);
    expect(json('sign-in-services')).toEqual([
      { service: 'https://id.example', account: 'lin@id.example', added: '2026-01-15 08:00:00', used: null },
    ]);
    expect(json('messages')).toMatchObject([
      { title: 'Your balance has changed', text: expect.stringContaining('Your balance changed by') },
      { title: 'Maintenance', text: 'On Saturday', advice: '' },
    ]);
    expect(json('files')).toMatchObject([{ name: '照片 1.png', bytes: PNG.byteLength, file: picture }]);
    expect(strFromU8(files['readme.txt'] ?? new Uint8Array())).toContain('points.json, points.csv: all entries of your points');
    expect((await ask('GET', 'messages'))?.data.list[0]).toMatchObject({ kind: 'security', title: 'Your data is ready to download' });

    const wang = await addMember(server, 'wang');
    const theirs = (await wang.signIn()).token;
    await prove(theirs);
    const never = await bytesOf('00000000-0000-4000-8000-000000000000', theirs);
    expect(await bytesOf(asked.uuid, theirs)).toEqual(never);
    expect(never.type).toContain('application/json');
    expect((await ask('GET', 'exports', undefined, theirs))?.data.state).toBe('none');
    // Another sign-in of the same member has proved nothing.
    expect((await bytesOf(asked.uuid, (await lin.signIn()).token)).type).toContain('application/json');
  });

  it('stays through the sweep of files while it can be fetched, and goes with its day', async () => {
    const row = () => server.database.kysely.selectFrom('member_export').selectAll().where('member_id', '=', lin.id).executeTakeFirst();
    const fileId = (await row())?.file_id ?? '';
    const size = () => server.ports.files.sizeOf(fileId);
    await server.ports.files.sweep(-1000, async (ids) => {
      const found = await server.database.kysely
        .selectFrom('member_export')
        .select('file_id')
        .where('file_id', 'in', [...ids])
        .execute();
      return new Set(found.map((one) => one.file_id ?? ''));
    });
    await sweepFiles(server.ports);
    expect(await size()).toBeGreaterThan(0);
    await sweepExports(server.ports);
    expect((await row())?.state).toBe('ready');
    server.clock.advanceSeconds(86_400);
    let own = (await lin.signIn()).token;
    expect((await ask('GET', 'exports', undefined, own))?.data.state).toBe('expired');
    await prove(own);
    expect((await bytesOf((await row())?.uuid ?? '', own)).type).toContain('application/json');
    await sweepExports(server.ports);
    expect([await row(), await size()]).toEqual([expect.objectContaining({ state: 'expired', file_id: null }), null]);

    // A job that nobody finishes is not believed in for ever.
    expect((await ask('POST', 'exportData', {}, own))?.data.state).toBe('queued');
    server.clock.advanceSeconds(3600);
    own = (await lin.signIn()).token;
    expect((await ask('GET', 'exports', undefined, own))?.data.state).toBe('failed');
    await prove(own);
    expect((await ask('POST', 'exportData', {}, own))?.data.state).toBe('queued');
    expect(await server.database.kysely.selectFrom('member_export').select('id').where('member_id', '=', lin.id).execute()).toHaveLength(1);
    // The job of the one that is gone does nothing.
    await server.ports.jobs.runDue();
    expect((await ask('GET', 'exports', undefined, own))?.data.state).toBe('ready');
    server.clock.advanceSeconds(31 * 86_400);
    await sweepExports(server.ports);
    expect(await row()).toBeUndefined();
  });

  it('keeps the file where nobody says whether its row was written, and gives up one that has gone', async () => {
    const { files, database } = server.ports;
    const qian = await addMember(server, 'qian');
    const own = (await qian.signIn()).token;
    await prove(own);
    expect((await ask('POST', 'exportData', {}, own))?.data.state).toBe('queued');
    const store = files.store.bind(files);
    const transaction = database.transaction.bind(database);
    let lost: MockInstance<typeof database.transaction> | undefined;
    const written = vi.spyOn(files, 'store').mockImplementationOnce(async (chunks) => {
      const stored = await store(chunks);
      // The answer to the commit is lost on its way.
      lost = vi.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
        await transaction(work);
        throw new Error('the connection is gone');
      });
      return stored;
    });
    await server.ports.jobs.runDue();
    written.mockRestore();
    lost?.mockRestore();
    const row = () =>
      server.database.kysely
        .selectFrom('member_export')
        .select(['uuid', 'state', 'file_id'])
        .where('member_id', '=', qian.id)
        .executeTakeFirst();
    const ready = await row();
    expect(ready?.state).toBe('ready');
    await prove(own);
    expect((await bytesOf(ready?.uuid ?? '', own)).type).toContain('application/zip');
    await files.remove(ready?.file_id ?? '');
    await prove(own);
    const gone = await bytesOf(ready?.uuid ?? '', own);
    expect(gone.type).toContain('application/json');
    expect((await row())?.state).toBe('failed');
    await prove(own);
    expect((await ask('POST', 'exportData', {}, own))?.data.state).toBe('queued');
  });

  it('leaves no archive for an account that was disabled meanwhile, and is asked for five times a day at most', async () => {
    const zhao = await addMember(server, 'zhao');
    const own = (await zhao.signIn()).token;
    await prove(own);
    for (let time = 0; time < 5; time += 1) {
      expect((await ask('POST', 'exportData', {}, own))?.data.state).toBe('queued');
      await server.database.kysely.updateTable('member_export').set({ state: 'expired' }).where('member_id', '=', zhao.id).execute();
    }
    expect((await ask('POST', 'exportData', {}, own))?.msg).toContain('Too many attempts');
    await server.database.kysely.updateTable('member_export').set({ state: 'queued' }).where('member_id', '=', zhao.id).execute();
    await server.database.kysely.updateTable('member').set({ status: 'disable' }).where('id', '=', zhao.id).execute();
    await server.ports.jobs.runDue();
    expect(await server.database.kysely.selectFrom('member_export').select('state').where('member_id', '=', zhao.id).execute()).toEqual([
      { state: 'making' },
    ]);
    expect(await server.database.kysely.selectFrom('member_message').select('id').where('member_id', '=', zhao.id).execute()).toEqual([]);
  });
});
