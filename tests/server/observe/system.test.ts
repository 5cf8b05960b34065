import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelJob, makeBackup, readSystem, retryJob } from '#api/contract/observe/system';
import { PROGRAM_VERSION } from '#server/base/platform/program-version';
import { createSystem } from '#server/features/observe/system.service';
import { datedBackups } from '#tests/support/databases/dated-backups.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const DAY_MS = 86_400_000;
const NOBODYS = '00000000-0000-4000-8000-000000000000';

describe.each(dealtKinds())('the state of the installation on %s', (kind) => {
  let server: TestServer;
  let token: string;
  let faults: string[] = [];
  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
    server.ports.jobs.handle('test.fails', {
      lane: 'short',
      run: () => (faults.length > 0 ? Promise.reject(new Error(faults.shift())) : Promise.resolve()),
    });
  });
  afterAll(() => server.close());

  const read = () => server.call(readSystem, {}, { token });
  const send = () => server.database.transaction((trx) => server.ports.jobs.send(trx, 'test.fails', { who: 'Ada' }));
  const giveUp = async () => {
    faults = Array.from({ length: 7 }, () => 'The mail server said no');
    await send();
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await server.ports.jobs.runDue();
      // Nobody waits for the pause between two attempts.
      await sql`update pgboss.job set start_after = now()`.execute(server.database.kysely);
    }
  };

  it('tells versions, sizes and what is wrong', async () => {
    const { program, database, files, backup, findings, slowStatements, at } = await read();
    expect(program).toMatchObject({ version: PROGRAM_VERSION, runtime: `Node.js ${process.versions.node}` });
    expect(program.residentBytes).toBeGreaterThan(0);
    expect(database.kind).toBe(kind);
    expect(database.version).toMatch(/^\d+\.\d+/u);
    expect(database.sizeBytes).toBeGreaterThan(1_000_000);
    expect(database.tables.map(({ name }) => name)).toContain('admin_rule');
    expect(database.tables.map(({ sizeBytes }) => sizeBytes)).toEqual(
      database.tables.map(({ sizeBytes }) => sizeBytes).toSorted((a, b) => b - a),
    );
    expect(database.processes.length).toBe(kind === 'embedded' ? 0 : 1);
    expect(files.freeDiskShare).toBeGreaterThan(0);
    expect(backup).toBeNull();
    expect(findings).toContainEqual({ what: 'backupNone', level: 'doubtful' });
    expect(slowStatements).toEqual([]);
    expect(at).toBe(Math.floor(server.clock.nowMs() / 1000));
  });

  it('goes by the newest backup that no clock has dated ahead, and says that it is late', async () => {
    const nowMs = server.clock.nowMs();
    const own = datedBackups(() => server.clock.nowMs());
    const system = createSystem({ ...server.ports, backups: own.backups });
    const told = async () => {
      const { backup, findings } = await system.read();
      return [backup?.last?.at ?? null, backup?.list?.length, findings.map(({ what }) => what).filter((what) => what.startsWith('backup'))];
    };
    await own.makeAt(nowMs + 60 * DAY_MS);
    expect(await told()).toEqual([null, kind === 'embedded' ? 1 : 0, ['backupNone']]);
    await own.makeAt(nowMs - 3 * DAY_MS);
    expect(await told()).toEqual([(nowMs - 3 * DAY_MS) / 1000, kind === 'embedded' ? 2 : 0, ['backupLate']]);
    await own.makeAt(nowMs - DAY_MS);
    expect(await told()).toEqual([(nowMs - DAY_MS) / 1000, kind === 'embedded' ? 3 : 0, []]);
    own.forget();
  });

  it('shows a job that was given up with its reason and nothing of what it was told, and tries it again', async () => {
    await giveUp();
    const { jobs, findings } = await read();
    expect(jobs.list).toEqual([
      expect.objectContaining({
        kind: 'test.fails',
        state: 'dead',
        failures: 7,
        error: expect.stringContaining('The mail server said no'),
      }),
    ]);
    expect(JSON.stringify(jobs)).not.toContain('Ada');
    expect(findings).toContainEqual({ what: 'jobsDead', level: 'doubtful' });
    const { id } = jobs.list[0]!;
    await server.call(retryJob, { id }, { token });
    await expect(server.call(retryJob, { id }, { token })).rejects.toThrow('no longer marked as given up');
    await server.ports.jobs.runDue();
    expect((await read()).jobs).toMatchObject({ waiting: 0, dead: 0, list: [] });
  });

  it('cancels what waits, says so, and forgets it when asked again', async () => {
    await send();
    const { jobs } = await read();
    expect(jobs.list).toMatchObject([{ kind: 'test.fails', state: 'waiting', failures: 0, error: '' }]);
    const { id } = jobs.list[0]!;
    await server.call(cancelJob, { id }, { token });
    expect((await read()).jobs).toMatchObject({ waiting: 0, list: [{ id, state: 'cancelled', attempts: 7, progress: null }] });
    await server.ports.jobs.runDue();
    await server.call(cancelJob, { id }, { token });
    await expect(server.call(cancelJob, { id }, { token })).rejects.toThrow('already done');
    await expect(server.call(cancelJob, { id: NOBODYS }, { token })).rejects.toThrow('already done');
    expect((await read()).jobs.list).toEqual([]);
  });

  it('is told to whoever may see it, and jobs are left to whoever may look after them', async () => {
    const seer = await server.addAdmin('seer', ['routine/system/index']);
    const stranger = await server.addAdmin('stranger', ['routine/config/index']);
    await expect(server.call(readSystem, {}, { token: seer.token })).resolves.toMatchObject({ jobs: { list: [] } });
    await expect(server.call(retryJob, { id: NOBODYS }, { token: seer.token })).rejects.toThrow('permission');
    await expect(server.call(cancelJob, { id: NOBODYS }, { token: seer.token })).rejects.toThrow('permission');
    await expect(server.call(makeBackup, {}, { token: seer.token })).rejects.toThrow('permission');
    await expect(server.call(readSystem, {}, { token: stranger.token })).rejects.toThrow('permission');
  });
});
