import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyChanges, planChanges } from '#api/contract/changes/change';
import { recycleRuleReach, restoreDeleted } from '#api/contract/changes/data-safety';
import { ATTACHMENTS, attachmentUses, removeAttachments } from '#api/contract/files/attachment';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { attachment } from '#sections/attachment/attachment.resource.ts';
import { dataRecycle } from '#sections/data-recycle/data-recycle.resource.ts';
import { dataRecycleLog } from '#sections/data-recycle-log/data-recycle-log.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { attachments } from '#server/db/migrations/0004-attachments';
import { tidyUp } from '#server/boot/upkeep/housekeeping';
import { bytesLeft } from '#server/features/files/member-quota';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { configure, filesBelow, PNG, GIF, upload, wav } from '#tests/support/upload-samples.ts';

const { list, read, save, remove, add, sort } = resourceEndpoints(attachment);
const bin = resourceEndpoints(dataRecycleLog);

describe.each(dealtKinds())('the attachments section on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    for (const table of ['attachment', 'goods', 'goods_category'] as const) await server.database.kysely.deleteFrom(table).execute();
    server.clock.advanceSeconds(86_400);
    ({ token } = await server.signIn());
  });

  const store = async (bytes: Uint8Array<ArrayBuffer>, name: string, as = token): Promise<{ id: number; url: string }> => {
    const reply = await upload(server, bytes, name, { token: as });
    server.clock.advanceSeconds(1);
    return reply.body?.data.file ?? expect.unreachable(reply.text);
  };
  const category = async (image: string): Promise<number> =>
    (await server.call(resourceEndpoints(goodsCategory).add, { name: 'Tea', image }, { token }))?.id ?? expect.unreachable();
  /** Beside what no row knows, which is set aside for a while. */
  const inUse = async () => (await filesBelow(server.filesDir)).filter((path) => !path.startsWith('strays'));
  const stored = async () => (await inUse()).length;
  const names = async (query: object = {}) => (await server.call(list, query, { token })).list?.map((row) => row['name']);

  const waiting = async () =>
    ((await server.call(bin.list, { limit: 100 }, { token })).list ?? []).filter((row) => row['resource'] === 'attachment');
  const restore = async (id: number, more: object = {}) => server.call(restoreDeleted, { ids: [id], ...more }, { token });
  const blobs = () =>
    server.database.kysely.selectFrom('blob').select(['size', 'refs']).where('size', 'in', [PNG.byteLength, GIF.byteLength]).execute();
  const keepAll = async (value: string) =>
    server.database.kysely.updateTable('config').set({ value }).where('name', '=', 'recycle_all').execute();

  it('lists the last uploaded first, with all of the protocol', async () => {
    await store(PNG, 'old.png');
    const { id, url } = await store(GIF, 'new.gif');
    await store(PNG, 'again.png');
    expect(await names()).toEqual(['old.png', 'new.gif']);
    const { row } = await server.call(read, { id }, { token });
    expect(row).toMatchObject({
      id,
      url,
      full_url: url,
      name: 'new.gif',
      suffix: 'gif',
      mimetype: 'image/gif',
      size: GIF.byteLength,
      width: 1,
      height: 1,
    });
    expect(row).toMatchObject({ topic: 'default', admin_id: 1, user_id: 0, uploader: 'admin', quote: 1, storage: 'local', version: 1 });
    expect(row).toMatchObject({ admin: { id: 1, username: 'admin', nickname: 'Admin' }, user: null });
  });

  it('is searched by who has stored a file', async () => {
    await store(PNG, 'mine.png');
    const clerk = await server.addAdmin(`clerk_${Math.random().toString(36).slice(2, 8)}`, []);
    await server.database.kysely.updateTable('admin').set({ nickname: 'Lin' }).where('id', '=', clerk.id).execute();
    await store(GIF, 'theirs.gif', clerk.token);
    const found: string[] = [];
    for (const [field, val] of [
      ['admin.nickname', 'lin'],
      ['admin.nickname', 'adm'],
      ['user.nickname', 'lin'],
    ])
      found.push(String(await names({ search: [{ field, operator: 'LIKE', val }] })));
    expect(found).toEqual(['theirs.gif', 'mine.png', '']);
  });

  it('is searched by name, type and time', async () => {
    await store(PNG, 'tea.png');
    await store(wav(100), 'sound.wav');
    expect(await names({ quickSearch: 'sound' })).toEqual(['sound.wav']);
    expect(await names({ search: [{ field: 'mimetype', operator: 'LIKE', val: 'image' }], limit: 8 })).toEqual(['tea.png']);
    expect(
      await names({ search: [{ field: 'last_upload_time', operator: 'RANGE', val: '2030-01-01 00:00:00,', render: 'datetime' }] }),
    ).toEqual([]);
  });

  it('lets people change the name and nothing else', async () => {
    const { id, url } = await store(PNG, 'a.png');
    await server.call(
      save,
      { id, name: 'Better.png', url: '/x', mimetype: 'text/html', size: 1, quote: 99, admin_id: 7 },
      {
        token,
      },
    );
    const { row } = await server.call(read, { id }, { token });
    expect(row).toMatchObject({ name: 'Better.png', url, mimetype: 'image/png', size: PNG.byteLength, quote: 1, admin_id: 1 });
  });

  it('has no way to add or to sort', async () => {
    for (const { path } of [add, sort]) {
      const reply = await server.request(`/api${path}`, { method: 'POST', json: { name: 'x' }, token });
      expect([path, reply.status]).toEqual([path, 404]);
    }
  });

  it('asks for its nodes', async () => {
    const { id } = await store(PNG, 'a.png');
    const reader = await server.addAdmin(`reader${kind}`, ['routine/attachment/index']);
    const nobody = await server.addAdmin(`nobody${kind}`, []);
    expect((await server.call(list, {}, { token: reader.token })).total).toBe(1);
    expect((await server.call(attachmentUses, { id }, { token: reader.token })).list).toEqual([]);
    const forbidden = { failure: { code: 401 } };
    await expect(server.call(removeAttachments, { ids: [id] }, { token: reader.token })).rejects.toMatchObject(forbidden);
    await expect(server.call(list, {}, { token: nobody.token })).rejects.toMatchObject(forbidden);
    await expect(server.call(attachmentUses, { id }, { token: nobody.token })).rejects.toMatchObject(forbidden);
  });

  it('says where a file is used, as far as the caller may see it', async () => {
    const { id, url } = await store(PNG, 'a.png');
    const other = await store(GIF, 'b.gif');
    const categoryId = await category(url);
    const { id: goodsId } = (await server.call(
      resourceEndpoints(goods).add,
      { title: 'Longjing', category_id: categoryId, price: '1.00', stock: 1, images: [other.url, url] },
      { token },
    )) ?? { id: 0 };
    const uses = [
      { resource: 'goods', recordId: goodsId, title: 'Longjing' },
      { resource: 'goodsCategory', recordId: categoryId, title: 'Tea' },
    ];
    expect(await server.call(attachmentUses, { id }, { token })).toEqual({ list: uses, more: 0, hidden: 0 });
    expect(await server.call(attachmentUses, { id: other.id }, { token })).toEqual({ list: uses.slice(0, 1), more: 0, hidden: 0 });
    expect(await server.call(attachmentUses, { ids: [id, other.id] }, { token })).toEqual({ list: uses, more: 0, hidden: 0 });
    const half = await server.addAdmin(`half${kind}`, ['routine/attachment/index', 'goods/category/index']);
    expect(await server.call(attachmentUses, { id }, { token: half.token })).toEqual({ list: uses.slice(1), more: 0, hidden: 1 });
    await expect(server.call(attachmentUses, { id: 999_999 }, { token })).rejects.toMatchObject({
      failure: { message: expect.stringContaining('does not exist') },
    });
  });

  it('says how many further records use a file, and counts them where it is to be deleted', async () => {
    const { id, url } = await store(PNG, 'a.png');
    const categoryId = await category('');
    const rows = Array.from({ length: 53 }, (_, index) => ({
      title: `Tea ${index}`,
      category_id: categoryId,
      price: 1,
      images: JSON.stringify([url]),
      create_time: 1,
      update_time: 1,
    }));
    await server.database.kysely.insertInto('goods').values(rows).execute();
    const { list: shown, ...counts } = await server.call(attachmentUses, { id }, { token });
    expect([shown.length, counts]).toEqual([50, { more: 3, hidden: 0 }]);
    await expect(server.call(remove, { ids: [id] }, { token })).rejects.toMatchObject({
      failure: {
        message:
          'The chosen files are still used in 53 places, so they were not deleted. If they are no longer needed, deletion can be forced.',
      },
    });
  });

  it('names the settings that use a file, and keeps it for them', async () => {
    const { id, url } = await store(PNG, 'logo.png');
    await server.database.kysely.updateTable('config').set({ value: url }).where('name', '=', 'site_logo').execute();
    const { id: logo } = await server.database.kysely
      .selectFrom('config')
      .select('id')
      .where('name', '=', 'site_logo')
      .executeTakeFirstOrThrow();
    const use = { resource: 'config', recordId: logo, title: 'Site logo' };
    expect(await server.call(attachmentUses, { id }, { token })).toEqual({ list: [use], more: 0, hidden: 0 });
    const files = await server.addAdmin(`files${kind}`, ['routine/attachment/index', 'routine/attachment/del']);
    expect(await server.call(attachmentUses, { id }, { token: files.token })).toEqual({ list: [], more: 0, hidden: 1 });
    await expect(server.call(remove, { ids: [id] }, { token })).rejects.toMatchObject({
      failure: {
        message:
          'The chosen files are still used in 1 place, so they were not deleted. If they are no longer needed, deletion can be forced.',
      },
    });
    expect(await names()).toEqual(['logo.png']);
  });

  it('keeps used files unless they are forced out', async () => {
    const { id, url } = await store(PNG, 'a.png');
    const { id: unused } = await store(GIF, 'b.gif');
    await category(url);
    const refusal = {
      failure: {
        message:
          'The chosen files are still used in 1 place, so they were not deleted. If they are no longer needed, deletion can be forced.',
      },
    };
    await expect(server.call(remove, { ids: [id, unused] }, { token })).rejects.toMatchObject(refusal);
    expect(await names()).toHaveLength(2);
    expect(await server.call(removeAttachments, { ids: [id, unused], force: '1' }, { token })).toEqual({
      count: 2,
      change: expect.any(Number),
    });
    expect([await names(), (await server.request(url)).status]).toEqual([[], 404]);
  });

  describe('in the recycle bin', () => {
    beforeEach(async () => {
      const ids = (await waiting()).map((row) => Number(row['id']));
      if (ids.length > 0) await server.call(bin.remove, { ids }, { token });
    });

    it('waits with its bytes, unseen, and comes back at its address as it was', async () => {
      const before = await stored();
      const { id, url } = await store(PNG, 'a.png');
      const whole = await server.database.kysely.selectFrom('attachment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      await server.call(remove, { ids: [id] }, { token });
      expect([(await server.request(url)).status, await stored(), await blobs()]).toEqual([
        404,
        before + 1,
        [{ size: PNG.byteLength, refs: 1 }],
      ]);
      const [entry] = await waiting();
      expect(entry).toMatchObject({ record_id: id, title: 'a.png' });
      await restore(Number(entry?.['id']));
      expect(await server.database.kysely.selectFrom('attachment').selectAll().where('id', '=', id).executeTakeFirst()).toEqual(whole);
      expect([(await server.request(url)).status, Number((await server.request(url)).headers.get('content-length'))]).toEqual([
        200,
        PNG.byteLength,
      ]);
      expect([await waiting(), await blobs()]).toEqual([[], [{ size: PNG.byteLength, refs: 1 }]]);
      expect(await server.database.kysely.selectFrom('recycled_file').select('url').execute()).toEqual([]);
    });

    it('lets the bytes go when the last record or entry that holds them is gone', async () => {
      const friend = await server.addAdmin(`friend${kind}`, []);
      const before = await stored();
      const mine = await store(PNG, 'a.png');
      const theirs = await store(PNG, 'a.png', friend.token);
      expect(await stored()).toBe(before + 1);
      await server.call(remove, { ids: [mine.id, theirs.id] }, { token });
      expect([await stored(), await blobs()]).toEqual([before + 1, [{ size: PNG.byteLength, refs: 2 }]]);
      const [first, second] = await waiting();
      await server.call(bin.remove, { ids: [Number(first?.['id'])] }, { token });
      expect([await stored(), await blobs()]).toEqual([before + 1, [{ size: PNG.byteLength, refs: 1 }]]);
      await server.call(bin.remove, { ids: [Number(second?.['id'])] }, { token });
      expect([await stored(), await blobs()]).toEqual([before, []]);
    });

    it('lets the bytes go when the time in the bin is over, also where the disk refused at first', async () => {
      const before = await stored();
      const { id } = await store(PNG, 'a.png');
      await server.call(remove, { ids: [id] }, { token });
      server.clock.advanceSeconds(91 * 86_400);
      const { files } = server.ports;
      await tidyUp({ ...server.ports, files: { ...files, remove: () => Promise.reject(new Error('the disk is away')) } });
      ({ token } = await server.signIn());
      expect([await waiting(), await blobs(), await stored()]).toEqual([[], [], before + 1]);
      for (const path of await filesBelow(server.filesDir)) await utimes(join(server.filesDir, path), 1000, 1000);
      await tidyUp(server.ports);
      expect(await stored()).toBe((await server.database.kysely.selectFrom('blob').select('id').execute()).length);
    });

    it('takes the bytes at once where nothing keeps it, and then says so to whoever wants it back', async () => {
      await keepAll('0');
      try {
        const before = await stored();
        const { id } = await store(PNG, 'a.png');
        const { change } = (await server.call(remove, { ids: [id] }, { token })) as { readonly change?: number };
        expect([await stored(), await blobs(), await waiting()]).toEqual([before, [], []]);
        const { refused } = await server.call(planChanges, { sets: [change ?? 0] }, { token });
        expect(refused).toMatchObject([
          { reason: 'refusedByRule', message: expect.stringContaining('The content of “a.png” was deleted') },
        ]);
        // The same bytes, stored by anybody, will do.
        await store(PNG, 'other.png', (await server.addAdmin(`again${kind}`, [])).token);
        expect((await server.call(planChanges, { sets: [change ?? 0] }, { token })).refused).toEqual([]);
      } finally {
        await keepAll('1');
      }
    });

    it('is found by no rule that is made later, once its bytes are gone', async () => {
      await keepAll('0');
      const { id } = await store(PNG, 'a.png');
      await server.call(remove, { ids: [id] }, { token });
      await keepAll('1');
      expect(await server.call(recycleRuleReach, { controller: 'routine/Attachment' }, { token })).toEqual({ earlier: 0 });
      const rules = resourceEndpoints(dataRecycle);
      const added = await server.call(rules.add, { name: 'Files', controller: 'routine/Attachment', status: '1' }, { token });
      expect(await waiting()).toEqual([]);
      await server.call(rules.remove, { ids: [added?.id ?? 0] }, { token });
    });

    it('lies beside the same file stored anew; both work, and an upload counts for the newer', async () => {
      const old = await store(PNG, 'a.png');
      await server.call(remove, { ids: [old.id] }, { token });
      server.clock.advanceSeconds(86_400);
      ({ token } = await server.signIn());
      const anew = await store(PNG, 'a.png');
      expect(anew.url).not.toBe(old.url);
      const [entry] = await waiting();
      await restore(Number(entry?.['id']));
      expect([(await server.request(old.url)).status, (await server.request(anew.url)).status]).toEqual([200, 200]);
      expect(await blobs()).toEqual([{ size: PNG.byteLength, refs: 2 }]);
      expect((await store(PNG, 'a.png')).id).toBe(anew.id);
    });

    it('says that its address is taken where the same file lies there again', async () => {
      const old = await store(PNG, 'a.png');
      await server.call(remove, { ids: [old.id] }, { token });
      const anew = await store(PNG, 'a.png');
      expect(anew.url).toBe(old.url);
      const [entry] = await waiting();
      await expect(restore(Number(entry?.['id']))).rejects.toMatchObject({
        failure: {
          current: { refused: [{ reason: 'taken', fields: ['url'], row: null, message: 'Another record has this by now: File.' }] },
        },
      });
      expect([(await server.request(anew.url)).status, await blobs()]).toEqual([200, [{ size: PNG.byteLength, refs: 2 }]]);
    });

    it('does not count among what a member has stored', async () => {
      const { userId } = { userId: 77 };
      const { id } = await store(PNG, 'a.png');
      await server.database.kysely.updateTable('attachment').set({ admin_id: 0, user_id: userId }).where('id', '=', id).execute();
      const left = () => bytesLeft(server.database.kysely, { adminId: 0, userId, name: 'm' });
      const full = await left();
      await server.call(remove, { ids: [id] }, { token });
      expect(await left()).toBe(full + PNG.byteLength);
    });

    it('is taken back from the notice and from the timeline, and deleted again by taking that back', async () => {
      const { id, url } = await store(PNG, 'a.png');
      const { change } = (await server.call(remove, { ids: [id] }, { token })) as { readonly change?: number };
      const undo = async (set: number) => {
        const { hash } = await server.call(planChanges, { sets: [set] }, { token });
        return (await server.call(applyChanges, { sets: [set], hash }, { token })) as { readonly change?: number };
      };
      const back = await undo(change ?? 0);
      expect([(await server.request(url)).status, await waiting(), await blobs()]).toEqual([200, [], [{ size: PNG.byteLength, refs: 1 }]]);
      await undo(back.change ?? 0);
      expect([(await server.request(url)).status, (await waiting()).length, await blobs()]).toEqual([
        404,
        1,
        [{ size: PNG.byteLength, refs: 1 }],
      ]);
    });
  });

  it('tidies up what broken uploads and deletions left, once it is old', async () => {
    const { url } = await store(PNG, 'a.png');
    await store(wav(123), 'stray.wav');
    // As if the process had been killed after the rows were gone.
    await server.database.kysely.deleteFrom('attachment').where('name', '=', 'stray.wav').execute();
    const all = await filesBelow(server.filesDir);
    await tidyUp(server.ports);
    expect((await filesBelow(server.filesDir)).length).toBe(all.length);
    for (const path of all) await utimes(join(server.filesDir, path), 1000, 1000);
    await tidyUp(server.ports);
    const known = await server.database.kysely.selectFrom('blob').select('file_id').execute();
    expect((await inUse()).map((path) => path.slice(-32))).toEqual(known.map((blob) => blob.file_id));
    for (const path of await filesBelow(server.filesDir)) await utimes(join(server.filesDir, path), 1000, 1000);
    await tidyUp(server.ports);
    expect((await filesBelow(server.filesDir)).map((path) => path.slice(-32))).toEqual(known.map((blob) => blob.file_id));
    expect((await server.request(url)).status).toBe(200);
  });

  it('comes with settings that change what is taken', async () => {
    const site = async () => (await server.request('/api/admin/Index/index', { token })).body?.data.siteConfig.upload;
    const plain = {
      mode: 'local',
      maxSize: 10_485_760,
      maxsize: 10_485_760,
      saveName: '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}',
      savename: '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}',
      allowedSuffixes: 'jpg,png,bmp,jpeg,gif,webp,zip,rar,wav,mp4,mp3',
      mimetype: 'jpg,png,bmp,jpeg,gif,webp,zip,rar,wav,mp4,mp3',
      allowedMimeTypes: [],
    };
    expect(await site()).toEqual(plain);
    for (const [text, bytes] of [
      ['2097152', 2_097_152],
      ['1.5 MB', 1_572_864],
      ['3k', 3072],
      ['nonsense', 10_485_760],
    ] as const) {
      await configure(server, { upload_max_size: text });
      expect((await site()).maxSize).toBe(bytes);
    }
    // Without credentials there is no cloud, whatever the settings say.
    await configure(server, {
      upload_max_size: '10mb',
      upload_mode: 'cloud',
      upload_cloud_url: 'https://store.example/b',
      upload_cloud_bucket: 'b',
    });
    expect(await site()).toEqual(plain);
    await configure(server, { upload_mode: 'local' });
  });
});

it('calls of stored files are those of their declaration', () => {
  const { name, controller } = attachment;
  expect(ATTACHMENTS).toEqual({ name, controller });
});

describe('a database that had its first start before', () => {
  it('gets settings and menu rules without losing any', async () => {
    const server = await createTestServer({ sampleData: false });
    try {
      const { kysely } = server.database;
      await sql`drop table attachment`.execute(kysely);
      await sql`drop table recycled_file`.execute(kysely);
      await sql`drop table blob`.execute(kysely);
      await sql`drop function count_blob_references`.execute(kysely);
      await kysely.deleteFrom('config').where('group', '=', 'upload').execute();
      await kysely.updateTable('config').set({ value: '[{"key":"basics","value":"Basics"}]' }).where('name', '=', 'config_group').execute();
      await kysely.deleteFrom('admin_rule').where('name', 'like', 'routine/attachment%').execute();
      await attachments.up(kysely as unknown as Kysely<unknown>);
      const rules = await kysely
        .selectFrom('admin_rule')
        .select(['id', 'pid', 'name'])
        .where('name', 'like', 'routine%')
        .orderBy('id')
        .execute();
      expect(rules.filter(({ name }) => name === 'routine' || name.startsWith('routine/attachment'))).toEqual([
        { id: 44, pid: 0, name: 'routine' },
        { id: 48, pid: 44, name: 'routine/attachment' },
        { id: 49, pid: 48, name: 'routine/attachment/index' },
        { id: 50, pid: 48, name: 'routine/attachment/edit' },
        { id: 51, pid: 48, name: 'routine/attachment/del' },
      ]);
      const settings = await kysely.selectFrom('config').select(['name', 'value']).where('group', '=', 'upload').execute();
      expect(settings).toHaveLength(9);
      expect(settings.find(({ name }) => name === 'upload_max_size')?.value).toBe('10mb');
      const groups = await kysely.selectFrom('config').select('value').where('name', '=', 'config_group').executeTakeFirstOrThrow();
      expect(JSON.parse(groups.value ?? '')).toEqual([
        { key: 'basics', value: 'Basics' },
        { key: 'upload', value: 'Upload' },
      ]);
    } finally {
      await server.close();
    }
  });
});
