import { createReadStream, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyChanges, planChanges } from '#api/contract/changes/change';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { openCopy } from '#server/adapters/backups/open-copy';
import { silentLogger } from '#server/base/logger';
import { restoreSectionRows, type SectionWish } from '#server/features/changes/section-restore/restore-section';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { createDesigning, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { wav } from '#tests/support/upload-samples.ts';

const goodsCalls = resourceEndpoints(goods);
const categoryCalls = resourceEndpoints(goodsCategory);
type Row = Readonly<Record<string, unknown>>;

/** Without what says who wrote last, and how often. */
const values = (rows: readonly Row[]) => rows.map(({ version: _version, update_time: _time, ...row }) => row);

describe.each(testDatabaseKinds)('one section comes back from a backup on %s', { timeout: 400_000 }, (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'troupe-section-'));
  let server: TestServer;
  let url: string | undefined;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
    if (kind === 'postgresql') {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.database.kysely);
      const address = new URL(process.env['TEST_DATABASE_URL'] ?? '');
      address.pathname = `/${rows[0]?.name}`;
      url = address.href;
    }
  });
  afterAll(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });

  const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token });
  const rowsOf = async (table: string): Promise<readonly Row[]> =>
    (await sql<Row>`select * from ${sql.table(table)} order by id`.execute(server.database.kysely)).rows;
  const gone = (table: string, ids: readonly number[]) =>
    sql`delete from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(server.database.kysely);
  const setsOf = async (numbers: readonly number[]) =>
    server.database.kysely
      .selectFrom('change_set')
      .select(['resource', 'action', 'source', 'actor_type', 'records', 'kept_out'])
      .where('id', 'in', [...numbers])
      .orderBy('id')
      .execute();
  const undo = async (change: number) => {
    const wish = { sets: [change] };
    const { hash } = (await call(planChanges, wish)) as { readonly hash: string };
    return call(applyChanges, { ...wish, hash });
  };

  async function backup(name: string): Promise<(wish: Partial<SectionWish>) => ReturnType<typeof restoreSectionRows>> {
    const file = join(root, `${name}.copy`);
    await server.database.dump(file);
    const files = join(root, `${name}-files`);
    if (existsSync(server.filesDir)) cpSync(server.filesDir, files, { recursive: true });
    return async (wish) => {
      const copy = await openCopy(kind, url, file, silentLogger);
      try {
        const bytesOf = async (id: string) => {
          const path = join(files, 'files', id.slice(0, 2), id);
          return existsSync(path) ? createReadStream(path) : null;
        };
        return await restoreSectionRows(
          { ports: server.ports, resources: server.app.resources, copy, bytesOf },
          { section: 'goods', mode: null, commonColumns: false, ...wish },
        );
      } finally {
        await copy.close();
      }
    };
  }

  it('shows what is missing, changed and newer, brings back what was asked for, and leaves the rest alone', async () => {
    const restore = await backup('plain');
    const before = await rowsOf('goods');
    await gone('goods', [3, 4, 7]);
    await call(goodsCalls.save, { id: 1, title: 'Overwritten by a wrong import', price: 1 });
    const { id: newer = 0 } = (await call(goodsCalls.add, { title: 'Newer', category_id: 2, price: 5, stock: 1, status: 'draft' })) ?? {};
    const damaged = await rowsOf('goods');
    const said = {
      section: 'goods',
      inBackup: 42,
      missing: 3,
      changed: 1,
      same: 38,
      newer: 1,
      examples: {
        missing: [3, 4, 7].map((id) => `#${id} ${String(before[id - 1]?.['title'])}`),
        changed: [`#1 ${String(before[0]?.['title'])}`],
      },
      absent: [],
      left: [],
      fresh: [],
    };
    expect(await restore({})).toEqual({ ...said, done: null });
    expect(await rowsOf('goods')).toEqual(damaged);

    const missing = await restore({ mode: 'missing' });
    const [added = 0] = missing.done?.changes ?? [];
    expect(missing).toEqual({
      ...said,
      done: { added: 3, changed: 0, files: 0, filesGone: 0, changes: [added], refused: 0, reasons: [] },
    });
    const rest = (rows: readonly Row[]) => rows.filter(({ id }) => id !== 1 && id !== newer);
    // To the last column: also when they were written, and how often.
    expect(rest(await rowsOf('goods'))).toEqual(rest(before));
    expect(await setsOf([added])).toEqual([
      { resource: 'goods', action: 'add', source: 'backup', actor_type: 'server', records: 3, kept_out: null },
    ]);

    const changed = await restore({ mode: 'changed' });
    const [put = 0] = changed.done?.changes ?? [];
    expect(changed).toMatchObject({ missing: 0, changed: 1, done: { added: 0, changed: 1, changes: [put], refused: 0 } });
    const after = await rowsOf('goods');
    expect(values(after.filter(({ id }) => id !== newer))).toEqual(values(before));
    expect(after.find(({ id }) => id === newer)).toEqual(damaged.find(({ id }) => id === newer));
    expect(await restore({ mode: 'changed' })).toMatchObject({ missing: 0, changed: 0, same: 42, done: { changes: [] } });

    // Both are writes like any other: they can be taken back, each by itself.
    await undo(put);
    expect((await rowsOf('goods'))[0]).toMatchObject({ title: 'Overwritten by a wrong import', price: 100 });
    await undo(added);
    expect((await rowsOf('goods')).map(({ id }) => id)).toEqual(damaged.map(({ id }) => id));
    await restore({ mode: 'changed' });
    expect(values((await rowsOf('goods')).filter(({ id }) => id !== newer))).toEqual(values(before));
  });

  it('settles what waits in the recycle bin, and gives no number again', async () => {
    const { id = 0 } = (await call(goodsCalls.add, { title: 'In the bin', category_id: 2, price: 5, stock: 1, status: 'draft' })) ?? {};
    const restore = await backup('bin');
    await sql`insert into security_data_recycle (name, controller, controller_as, data_table, primary_key, status, create_time, update_time)
      values ('g', 'goods/Goods.php', 'goods/goods', 'goods', 'id', '1', 0, 0) on conflict do nothing`
      .execute(server.database.kysely)
      .catch(() => undefined);
    await call(goodsCalls.remove, { ids: [id] });
    // As after a restore of an older database: the number is given once more.
    await sql`select setval(pg_get_serial_sequence('goods', 'id'), ${id - 2}::bigint)`.execute(server.database.kysely);
    expect(await restore({ mode: 'missing' })).toMatchObject({ missing: 1, done: { added: 1 } });
    const waiting = await server.database.kysely
      .selectFrom('recycle_entry')
      .select('state')
      .where('resource', '=', 'goods')
      .where('record_id', '=', id)
      .execute();
    expect(waiting.every(({ state }) => state === 'restored')).toBe(true);
    const next = await call(goodsCalls.add, { title: 'Next', category_id: 2, price: 5, stock: 1, status: 'draft' });
    expect(next?.id).toBe(id + 1);
  });

  it('says which records of another section are not there, refuses those rows, and brings a tree back from its top', async () => {
    const parent = (await call(categoryCalls.add, { name: 'Upper', pid: 0, status: '1' }))?.id ?? 0;
    const child = (await call(categoryCalls.add, { name: 'Lower', pid: parent, status: '1' }))?.id ?? 0;
    const held = (await call(goodsCalls.add, { title: 'Held', category_id: child, price: 5, stock: 1, status: 'draft' }))?.id ?? 0;
    const free = (await call(goodsCalls.add, { title: 'Free', category_id: 2, price: 5, stock: 1, status: 'draft' }))?.id ?? 0;
    const restore = await backup('tree');
    const before = [await rowsOf('goods_category'), await rowsOf('goods')];
    await gone('goods', [held, free]);
    await gone('goods_category', [child, parent]);
    expect(await restore({})).toMatchObject({ missing: 2, absent: [{ section: 'goodsCategory', count: 1 }] });
    const partly = await restore({ mode: 'missing' });
    expect(partly.done).toMatchObject({
      added: 1,
      refused: 1,
      reasons: [`#${held} (category_id): “#${held}” refers to a record that has been deleted (Category). Restore it first.`],
    });
    expect(await restore({ section: 'goods.Category', mode: 'missing' }).catch((error: unknown) => error)).toMatchObject({
      section: 'goodsCategory',
      done: { added: 2, refused: 0 },
    });
    expect(await restore({ mode: 'missing' })).toMatchObject({ done: { added: 1, refused: 0 } });
    expect([await rowsOf('goods_category'), await rowsOf('goods')]).toEqual(before);
  });

  it('brings the files back that rows name, with their bytes, and says of which nothing is left', async () => {
    const upload = async (index: number): Promise<string> => {
      const form = new FormData();
      form.append('file', new File([wav(index)], `f${index}.wav`));
      const reply = await server.request('/api/admin/Ajax/upload', { method: 'POST', body: form, token });
      return String(reply.body?.data.file.url);
    };
    const [kept, lost] = [await upload(100), await upload(101)];
    const description = `<p><a href="${lost}">lost</a></p>`;
    const id =
      (
        await call(goodsCalls.add, {
          title: 'With files',
          category_id: 2,
          price: 5,
          stock: 1,
          status: 'on',
          images: [kept],
          description,
        })
      )?.id ?? 0;
    const restore = await backup('files');
    const [row] = (await rowsOf('goods')).filter((one) => one['id'] === id);
    const ids = (await rowsOf('attachment')).map((one) => Number(one['id']));
    await gone('goods', [id]);
    await gone('attachment', ids);
    await sql`delete from blob`.execute(server.database.kysely);
    rmSync(server.filesDir, { recursive: true, force: true });
    // Of one of them the backup has lost its bytes.
    const copied = join(root, 'files-files', 'files');
    for (const name of readdirSync(copied, { recursive: true, encoding: 'utf8' }))
      if (statSync(join(copied, name)).size === wav(101).length && statSync(join(copied, name)).isFile()) rmSync(join(copied, name));
    expect(await restore({ mode: 'missing' })).toMatchObject({ done: { added: 1, files: 1, filesGone: 1, refused: 0 } });
    expect((await rowsOf('goods')).find((one) => one['id'] === id)).toEqual(row);
    const found = await server.app.fetch(new Request(`http://localhost${kept}`));
    expect([found.status, new Uint8Array(await found.arrayBuffer())]).toEqual([200, new Uint8Array(wav(100))]);
    expect(await rowsOf('attachment')).toMatchObject([{ url: kept }]);
  });

  it('takes what both have of a section whose columns have changed, and says so before', async () => {
    const designing = createDesigning(call);
    await designing.publish(ticketDesign());
    const add = (title: string, colour: string) =>
      server.request('/api/admin/x.Ticket/add', { method: 'POST', json: { title, colour, size: 's' }, token });
    await add('one', 'red');
    await add('two', 'blue');
    const restore = await backup('designed');
    await sql`delete from x_ticket`.execute(server.database.kysely);
    await designing.publish(ticketDesign({}, { weight: { kind: 'integer', label: { en: 'Weight', 'zh-cn': '重量' } } }));
    await sql`alter table x_ticket rename column colour to colour_kept`.execute(server.database.kysely);
    await sql`alter table x_ticket add column colour bigint`.execute(server.database.kysely);
    expect(await restore({ section: 'ticket' })).toMatchObject({ missing: 2, left: ['colour'], fresh: ['weight'] });
    await expect(restore({ section: 'ticket', mode: 'missing' })).rejects.toThrow(
      "The backup has columns of ticket that today's table lacks, or has with other values: colour. Nothing was changed. Add --common-columns to restore the others.",
    );
    expect(await rowsOf('x_ticket')).toEqual([]);
    expect(await restore({ section: 'ticket', mode: 'missing', commonColumns: true })).toMatchObject({ done: { added: 2, refused: 0 } });
    expect(await rowsOf('x_ticket')).toMatchObject([
      { title: 'one', colour: null },
      { title: 'two', colour: null },
    ]);
  });

  it('refuses sections of which the journal has not everything, those that are none, and backups that know more than this version', async () => {
    const restore = await backup('refused');
    const refusal = (section: string) =>
      restore({ section, mode: 'changed' }).then(
        () => '',
        (error: Error) => error.message,
      );
    expect([await refusal('member'), await refusal('moneyLog'), await refusal('apiToken'), await refusal('admin')]).toEqual([
      'member cannot be restored by itself: its records hold secrets, of which the journal of changes has nothing. Nothing was changed. Restore the whole backup instead.',
      'moneyLog cannot be restored by itself: its records are made by the program and never written again. Nothing was changed. Restore the whole backup instead.',
      'apiToken cannot be restored by itself: more belongs to a record than the row that would come back. Nothing was changed. Restore the whole backup instead.',
      'admin cannot be restored by itself: its records hold secrets, of which the journal of changes has nothing. Nothing was changed. Restore the whole backup instead.',
    ]);
    expect(await refusal('nothing')).toMatch(/^There is no section nothing today\. Sections that can be restored: adminGroup, .*goods, /u);
    const { kysely } = server.database;
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '')`.execute(kysely);
    const newer = await backup('newer');
    await sql`delete from kysely_migration where name = '9999-of-tomorrow'`.execute(kysely);
    await expect(newer({})).rejects.toThrow(
      'The backup was made by a newer version of Troupe than this one: it has the step 9999-of-tomorrow.',
    );
  });

  it('reads a backup of an older version in the shape of today', async () => {
    const { kysely } = server.database;
    const before = await rowsOf('goods');
    // One step back: the copy takes it once more, whatever came after it.
    const { rows: steps } = await sql<{ name: string }>`delete from kysely_migration where name ~ '^0525-' returning name`.execute(kysely);
    for (const table of ['section', 'module']) await sql`alter table ${sql.table(table)} drop column hidden_rules`.execute(kysely);
    const older = await backup('older');
    for (const table of ['section', 'module']) await sql`alter table ${sql.table(table)} add column hidden_rules json`.execute(kysely);
    for (const { name } of steps) await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(kysely);
    await gone('goods', [1, 2]);
    expect(await older({ mode: 'missing' })).toMatchObject({ missing: 2, done: { added: 2 } });
    expect(await rowsOf('goods')).toEqual(before);
  });
});
