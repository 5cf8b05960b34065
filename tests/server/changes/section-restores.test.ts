import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { applyChanges, planChanges } from '#api/contract/changes/change';
import { lookAtSection, readRestoreChoices, readSectionRestore, restoreSection } from '#api/contract/changes/section-restore';
import { cancelJob, makeBackup, readSystem } from '#api/contract/observe/system';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { createBackups } from '#server/adapters/backups/backup-folder';
import { openBackup } from '#server/adapters/backups/open-backup';
import { FREE_DISK_SHARE } from '#server/base/limits';
import { silentLogger } from '#server/base/logger';
import type { RowCounts } from '#server/db/base/row-counts';
import { handleBackups } from '#server/boot/backups/backup-job';
import { RESTORE_KNOWN_SECONDS, sweepRestores } from '#server/features/changes/section-restore/section-restores.service';
import { goods } from '#sections/goods/goods.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createDesigning, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const goodsCalls = resourceEndpoints(goods);
const NOBODYS = '00000000-0000-4000-8000-000000000000';
type Row = Readonly<Record<string, unknown>>;

describe.each(dealtKinds())('a section comes back by a window on %s', { timeout: 200_000 }, (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'troupe-restores-'));
  let server: TestServer;
  let token: string;
  let backup: string;
  let url: string | undefined;
  let counts: RowCounts = new Map();
  let diskShare = 0.5;
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const run = () => server.ports.jobs.runDue();
  const rowsOf = async (): Promise<readonly Row[]> =>
    (await sql<Row>`select * from goods order by id`.execute(server.database.kysely)).rows;
  const gone = (...ids: readonly number[]) => sql`delete from goods where id in (${sql.join(ids)})`.execute(server.database.kysely);
  const look = async (section: string) => {
    const { id } = await call(lookAtSection, { backup, section });
    await run();
    return call(readSectionRestore, { id });
  };
  const wish = { section: 'goods', mode: 'missing', commonColumns: false, password: TEST_PASSWORD } as const;

  beforeAll(async () => {
    const backups = createBackups({
      database: { kind, dump: async (file) => (counts = await server.database.dump(file)) },
      dataDir: root,
      backupDir: undefined,
      keep: 2,
      everyHours: null,
      logger: silentLogger,
      nowMs: () => TEST_START_SECONDS * 1000,
      // How a copy is tried has tests of its own.
      tryCopy: async () => ({ counts, isRestored: false }),
      openBackup: (folder) => openBackup(folder, url, silentLogger),
    });
    server = await createTestServer({ kind, ports: { backups, freeDiskShare: () => diskShare } });
    ({ token } = await server.signIn());
    if (kind === 'postgresql') {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.database.kysely);
      const address = new URL(process.env['TEST_DATABASE_URL'] ?? '');
      address.pathname = `/${rows[0]?.name}`;
      url = address.href;
    }
    handleBackups(server.ports);
    await call(makeBackup, {});
    await run();
    backup = (await call(readSystem, {})).backup?.list?.[0]?.name ?? '';
  });
  afterAll(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('looks by a job, changes nothing, and brings rows back as writes that can be taken back', async () => {
    expect(backup).toBe('troupe-2026-01-15T00-00-00Z');
    const before = await rowsOf();
    await gone(3, 4, 7);
    await call(goodsCalls.save, { id: 1, title: 'Overwritten', price: 1 });
    const damaged = await rowsOf();
    const { sections, running } = await call(readRestoreChoices, {});
    expect([sections.includes('goods'), sections.includes('member'), sections.includes('adminLog'), running]).toEqual([
      true,
      false,
      false,
      null,
    ]);

    const { id } = await call(lookAtSection, { backup, section: 'goods' });
    const nothing = { progress: null, report: null, trouble: null, isResumed: false };
    expect(await call(readSectionRestore, { id })).toEqual({ state: 'running', ...nothing });
    await run();
    const found = {
      inBackup: 42,
      missing: 3,
      changed: 1,
      same: 38,
      newer: 0,
      examples: {
        missing: [3, 4, 7].map((one) => `#${one} ${String(before[one - 1]?.['title'])}`),
        changed: [`#1 ${String(before[0]?.['title'])}`],
      },
      absent: [],
      left: [],
      fresh: [],
    };
    expect(await call(readSectionRestore, { id })).toEqual({ ...nothing, state: 'done', report: { ...found, done: null } });
    expect(await rowsOf()).toEqual(damaged);

    const begun = await call(restoreSection, { ...wish, backup });
    expect((await call(readRestoreChoices, {})).running).toEqual({ id: begun.id, backup, section: 'goods', mode: 'missing' });
    await run();
    const { report, ...told } = await call(readSectionRestore, begun);
    const change = report?.done?.firstChange ?? 0;
    const done = { added: 3, changed: 0, files: 0, filesGone: 0, writes: 1, firstChange: change, refused: 0, reasons: [] };
    expect({ report, ...told }).toEqual({ ...nothing, state: 'done', report: { ...found, done } });
    expect((await rowsOf()).slice(1)).toEqual(before.slice(1));
    const sets = server.database.kysely.selectFrom('change_set').select(['resource', 'action', 'source', 'actor_type', 'records']);
    expect(await sets.where('id', '=', change).execute()).toEqual([
      { resource: 'goods', action: 'add', source: 'backup', actor_type: 'server', records: 3 },
    ]);
    const plan = { sets: [change] };
    const { hash } = (await call(planChanges, plan)) as { readonly hash: string };
    await call(applyChanges, { ...plan, hash });
    expect(await rowsOf()).toEqual(damaged);
    const again = await call(restoreSection, { ...wish, backup, mode: 'changed' });
    await run();
    expect((await call(readSectionRestore, again)).report?.done).toMatchObject({ added: 3, changed: 1, writes: 2 });
    expect((await rowsOf()).map(({ title }) => title)).toEqual(before.map(({ title }) => title));
  });

  it('says in the language of whoever asked why a row is refused', async () => {
    const [first] = await rowsOf();
    const id = Number(first?.['id']);
    const category = Number(first?.['category_id']);
    await gone(id);
    await sql`update goods set category_id = ${category === 1 ? 2 : 1} where category_id = ${category}`.execute(server.database.kysely);
    await sql`delete from goods_category where id = ${category}`.execute(server.database.kysely);
    expect((await look('goods')).report).toMatchObject({ missing: 1, absent: [{ section: 'goodsCategory', count: 1 }] });
    const { id: work } = await call(restoreSection, { ...wish, backup }, { language: 'zh-cn' });
    await run();
    const done = (await call(readSectionRestore, { id: work })).report?.done;
    expect([done?.added, done?.refused, done?.reasons[0]]).toEqual([0, 1, expect.stringContaining('已被删除')]);
  });

  it('takes the password of whoever restores, and nothing without it', async () => {
    const refused = (password: string) =>
      expect(call(restoreSection, { ...wish, backup, password })).rejects.toMatchObject({
        failure: { kind: 'rejected', fields: { password: expect.any(String) } },
      });
    await refused('');
    await refused('wrong-password');
    expect((await call(readSystem, {})).jobs).toMatchObject({ waiting: 0, active: 0 });
  });

  it('is for super administrators alone, and for what can come back from what is there', async () => {
    const looker = await server.addAdmin('looker', ['routine/system/index', 'routine/system/jobs']);
    const as = { token: looker.token };
    await expect(call(readRestoreChoices, {}, as)).rejects.toThrow('permission');
    await expect(call(lookAtSection, { backup, section: 'goods' }, as)).rejects.toThrow('permission');
    await expect(call(restoreSection, { ...wish, backup }, as)).rejects.toThrow('permission');
    await expect(call(readSectionRestore, { id: NOBODYS }, as)).rejects.toThrow('permission');
    for (const name of ['troupe-2020-01-01T00-00-00Z', '../backups', '..', root])
      await expect(call(lookAtSection, { backup: name, section: 'goods' })).rejects.toThrow('not there any more');
    const [own] = await server.ports.backups!.list();
    const foreign = { ...own!, database: kind === 'embedded' ? ('postgresql' as const) : ('embedded' as const) };
    const list = vi.spyOn(server.ports.backups!, 'list').mockResolvedValueOnce([foreign]);
    await expect(call(lookAtSection, { backup, section: 'goods' })).rejects.toThrow('not there any more');
    list.mockRejectedValueOnce(new Error('The bucket is away.'));
    await expect(call(lookAtSection, { backup, section: 'goods' })).rejects.toThrow(
      'The bucket of the backups cannot be reached. Try again later.',
    );
    list.mockRestore();
    for (const section of ['member', 'adminLog', 'nothing'])
      await expect(call(lookAtSection, { backup, section })).rejects.toThrow('cannot be restored by itself');
    await expect(call(readSectionRestore, { id: NOBODYS })).rejects.toThrow('does not exist');
  });

  it('opens no backup where the disk is nearly full, and leaves nothing waiting', async () => {
    diskShare = FREE_DISK_SHARE - 0.001;
    const said = 'The disk is almost full, so the backup was not opened. Free some space first.';
    await expect(call(lookAtSection, { backup, section: 'goods' })).rejects.toThrow(said);
    await expect(call(restoreSection, { ...wish, backup })).rejects.toThrow(said);
    diskShare = FREE_DISK_SHARE;
    expect(await look('goods')).toMatchObject({ state: 'done' });
  });

  it('goes one at a time, can be cancelled, and says so, as it does of a job that is gone', async () => {
    const { id } = await call(restoreSection, { ...wish, backup });
    await expect(call(lookAtSection, { backup, section: 'goods' })).rejects.toThrow('already being read or restored');
    const { jobs } = await call(readSystem, {});
    expect(jobs.list).toMatchObject([{ kind: 'backup.restoreSection', state: 'waiting' }]);
    await call(cancelJob, { id: jobs.list[0]!.id });
    expect(await call(readSectionRestore, { id })).toMatchObject({ state: 'failed', trouble: { code: 'cancelled', text: '' } });
    const lost = await call(lookAtSection, { backup, section: 'goods' });
    await sql`delete from pgboss.job`.execute(server.database.kysely);
    expect(await call(readSectionRestore, lost)).toMatchObject({ state: 'failed', trouble: { code: 'lost', text: '' } });
  });

  it('is known beside any number of other jobs, so that no second one begins', async () => {
    await sql`insert into pgboss.job (name, data, state)
      select 'short', '{"kind":"other","params":{}}', 'failed' from generate_series(1, 1000)`.execute(server.database.kysely);
    const { id } = await call(restoreSection, { ...wish, backup });
    expect(await call(readSectionRestore, { id })).toMatchObject({ state: 'running', trouble: null });
    expect((await call(readRestoreChoices, {})).running).toEqual({ id, backup, section: 'goods', mode: 'missing' });
    await expect(call(restoreSection, { ...wish, backup })).rejects.toThrow('already being read or restored');
    await sql`delete from pgboss.job`.execute(server.database.kysely);
  });

  it('tells for a day how the own newest one ended, and others nothing of it', async () => {
    const { kysely } = server.database;
    await kysely.deleteFrom('section_restore').execute();
    const other = await server.addAdmin('third', []);
    await kysely.updateTable('admin_group').set({ rules: '*' }).where('id', '=', other.groupId).execute();
    const latest = async (of = token) => (await call(readRestoreChoices, {}, { token: of })).latest;
    await look('goods');
    expect(await latest()).toBeNull();
    const begun = await call(restoreSection, { ...wish, backup });
    expect(await latest()).toBeNull();
    await run();
    const known = { backup, section: 'goods', mode: 'missing', begunAt: TEST_START_SECONDS };
    const work = await call(readSectionRestore, begun);
    expect(work.state).toBe('done');
    expect([await latest(), await latest(other.token)]).toEqual([{ ...known, ...begun, work }, null]);
    server.clock.advanceSeconds(1);
    const lost = await call(restoreSection, { ...wish, backup });
    await sql`delete from pgboss.job`.execute(kysely);
    const failed = { state: 'failed', progress: null, report: null, trouble: { code: 'lost', text: '' }, isResumed: false };
    expect(await latest()).toEqual({ ...known, ...lost, begunAt: TEST_START_SECONDS + 1, work: failed });
    await kysely
      .updateTable('section_restore')
      .set({ create_time: TEST_START_SECONDS + 1 - RESTORE_KNOWN_SECONDS })
      .execute();
    expect(await latest()).toBeNull();
  });

  it('begins once, where two ask at once', async () => {
    const { kysely } = server.database;
    const second = await server.addAdmin('second', []);
    await kysely.updateTable('admin_group').set({ rules: '*' }).where('id', '=', second.groupId).execute();
    const asked = await Promise.allSettled(
      [token, second.token].map((one) => call(lookAtSection, { backup, section: 'goods' }, { token: one })),
    );
    expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(asked.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])).join('')).toContain(
      'already being read or restored',
    );
    expect((await call(readSystem, {})).jobs).toMatchObject({ waiting: 1, active: 0 });
    await sql`delete from pgboss.job`.execute(kysely);
  });

  it('says that it was interrupted, and that a backup is older than the section, and forgets both a day later', async () => {
    const { id } = await call(restoreSection, { ...wish, backup });
    // As a process leaves it that was killed in the middle.
    await server.database.kysely.updateTable('section_restore').set({ attempts: 1 }).where('id', '=', id).execute();
    await run();
    expect(await call(readSectionRestore, { id })).toMatchObject({ state: 'done', isResumed: true });
    await createDesigning(call).publish(ticketDesign());
    expect(await look('ticket')).toMatchObject({ state: 'failed', trouble: { code: 'madeLater', text: '' } });
    const kept = () => server.database.kysely.selectFrom('section_restore').select('section').orderBy('section').execute();
    server.clock.advanceSeconds(RESTORE_KNOWN_SECONDS - 1);
    await sweepRestores(server.ports);
    expect((await kept()).at(-1)).toEqual({ section: 'ticket' });
    server.clock.advanceSeconds(1);
    await sweepRestores(server.ports);
    expect(await kept()).toEqual([]);
  });
});
