import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendStaffMessage } from '#api/contract/members/staff-message';
import { DELETION_SECONDS } from '#server/base/limits';
import { STAFF_MESSAGE_PORTION } from '#server/features/members/messages/limits';
import { endDueAccounts } from '#server/features/members/own-data/member-deletion.service';
import { runTimers } from '#server/resources/write/run-timers';
import { ledgerDifferences } from '#server/features/members/ledger';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';
import { dump, holding } from '#tests/support/databases/database-dump.ts';
import { dealt } from '#tests/support/dealt.ts';
import { openServerAt, TIMES, type Place } from '#tests/support/processes/dying-server.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';
import { filesBelow } from '#tests/support/upload-samples.ts';

const ENTRIES = 700;
const CROWD = 2 * STAFF_MESSAGE_PORTION + 5;
const patience = { timeout: 60_000, interval: 100 };

const noDrop = async (): Promise<void> => {};
const ask = async (on: TestServer, token: string, method: 'GET' | 'POST', name: string, json?: object) =>
  (await askAsMember(on, method, `/api/account/${name}`, { token, json })).body;
const book = (on: TestServer, { id }: TestMember) =>
  on.database.kysely
    .insertInto('score_log')
    .values(
      Array.from({ length: ENTRIES }, (_, place) => ({
        user_id: id, score: 1, before: place, after: place + 1, memo: `p${place}`, reason: 'test', ref: `${id}-${place}`, create_time: TEST_START_SECONDS,
      })), // prettier-ignore
    )
    .execute()
    .then(() => on.database.kysely.updateTable('member').set({ score: ENTRIES }).where('id', '=', id).execute());

/** All there is but the queue itself. */
const rowsOf = async (one: TestServer) =>
  new Map([...(await dump(one.database))].filter(([name]) => !name.startsWith('job') && name !== 'queue'));

/**
 * Each ends in a transaction of which both databases get the same statements; `jobs-killed.long.test.ts` states of any job that either of them forgets
 * what was not committed.
 */
const JOBS = ['member.export', 'member.end', 'member.staffMessage', TIMES] as const;

/** A job of members whose process is killed when all of it is done and nothing of its last transaction is committed. */
describe.each(testDatabaseKinds)('jobs of members over a kill, on %s', (kind) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'troupe-dying-'));
  let place: Place = { dataDir };
  let drop = noDrop;
  let server: TestServer | null = null;
  beforeAll(async () => {
    if (kind !== 'postgresql') return;
    const database = await createServerDatabase();
    ({ drop } = database);
    place = { dataDir, url: database.url };
  });
  const close = async () => {
    await server?.close();
    server = null;
  };
  afterEach(close);
  afterAll(async () => {
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const open = async (): Promise<TestServer> => (server = await openServerAt(place));
  const isTried = (job: (typeof JOBS)[number]): boolean => dealt(JOBS, kind).includes(job);
  /** Another process takes the job that waits, and is killed. */
  async function dieAt(job: (typeof JOBS)[number]): Promise<void> {
    await close();
    const { url } = place;
    const args = [...SHORT_LIVED, 'tests/support/processes/dying-process.ts', dataDir, job, ...(url === undefined ? [] : [url])];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
  }
  it.runIf(isTried('member.export'))('make an archive once and whole', { timeout: 300_000 }, async () => {
    let on = await open();
    const lin = await addMember(on, 'lin', { email: 'lin@example.com' });
    await book(on, lin);
    const { token } = await lin.signIn();
    await ask(on, token, 'POST', 'prove', { password: TEST_PASSWORD });
    const asked = await ask(on, token, 'POST', 'exportData', {});
    const uuid = String(asked?.data.uuid);
    await dieAt('member.export');
    on = await open();
    const { kysely } = on.database;
    expect((await ask(on, token, 'GET', 'exports'))?.data).toMatchObject({ state: 'making', uuid, size: null });
    expect(await kysely.selectFrom('member_message').select('id').execute()).toEqual([]);
    await on.ports.jobs.work();
    await expect.poll(async () => (await ask(on, token, 'GET', 'exports'))?.data.state, patience).toBe('ready');
    expect((await ask(on, token, 'GET', 'exports'))?.data).toMatchObject({ uuid });
    expect(await kysely.selectFrom('member_message').select(['member_id', 'text_key']).execute()).toEqual([
      { member_id: lin.id, text_key: 'dataReady' },
    ]);
    const reply = await on.app.fetch(
      new Request(`http://test.invalid/api/account/exportFile?uuid=${uuid}`, { headers: { 'ba-user-token': token, server: 'true' } }),
      { remoteAddress: '127.0.0.1' },
    );
    const archive = unzipSync(new Uint8Array(await reply.arrayBuffer()));
    const points = JSON.parse(strFromU8(archive['points.json']!)) as readonly { readonly memo: string }[];
    expect(points.map(({ memo }) => memo)).toEqual(Array.from({ length: ENTRIES }, (_, place) => `p${place}`));
    // The one that was made and not told of is a file that no row knows, which the next tidying takes; there is no third.
    expect((await filesBelow(join(dataDir, 'uploads'))).length).toBe(2);
  });

  it.runIf(isTried('member.end'))('end an account wholly, after they had not ended it at all', { timeout: 300_000 }, async () => {
    let on = await open();
    const gone = await addMember(on, 'quendelin', { email: 'quendelin@example.com', mobile: '13912345678', nickname: '龘靐齉' });
    const PLANTED = ['quendelin', '13912345678', '龘靐齉'];
    await book(on, gone);
    const { token } = await gone.signIn();
    await ask(on, token, 'POST', 'prove', { password: TEST_PASSWORD });
    expect((await ask(on, token, 'POST', 'requestDeletion', {}))?.code).toBe(1);
    await on.ports.jobs.runDue();
    // The seven days are over.
    await on.database.kysely
      .updateTable('member_deletion_request')
      .set({ create_time: TEST_START_SECONDS - DELETION_SECONDS, due_time: TEST_START_SECONDS })
      .execute();
    await endDueAccounts(on.ports);
    const before = await rowsOf(on);
    await dieAt('member.end');
    on = await open();
    expect(Object.fromEntries(await rowsOf(on))).toEqual(Object.fromEntries(before));
    await on.ports.jobs.work();
    const { kysely } = on.database;
    const name = () => kysely.selectFrom('member').select('username').where('id', '=', gone.id).executeTakeFirst();
    await expect.poll(name, patience).toEqual({ username: `deleted-${gone.id}` });
    // What logs and steps say of them goes by a job behind it.
    await expect.poll(async () => holding(await dump(on.database), PLANTED), patience).toEqual([]);
    await on.ports.jobs.stop();
    expect(await ledgerDifferences(kysely, 'score')).toEqual([]);
    const told = kysely.selectFrom('security_log').select('id').where('kind', '=', 'member.deleted');
    expect(await told.execute()).toHaveLength(1);
  });

  it.runIf(isTried(TIMES))(
    'end an account wholly by the time of its request, after it had not ended it at all',
    { timeout: 120_000 },
    async () => {
      let on = await open();
      const gone = await addMember(on, 'quendelin2', { email: 'quendelin2@example.com', mobile: '13912345679', nickname: '龘靐齉' });
      const { token } = await gone.signIn();
      await ask(on, token, 'POST', 'prove', { password: TEST_PASSWORD });
      expect((await ask(on, token, 'POST', 'requestDeletion', {}))?.code).toBe(1);
      await on.ports.jobs.runDue();
      // The seven days are over.
      const { id } = await on.database.kysely
        .updateTable('member_deletion_request')
        .set({ due_time: TEST_START_SECONDS, remind_time: null })
        .where('member_id', '=', gone.id)
        .returning('id')
        .executeTakeFirstOrThrow();
      const timer = on.database.kysely.updateTable('life_timer').where('resource', '=', 'memberDeletion').where('record_id', '=', id);
      await timer.set({ due_at: TEST_START_SECONDS, planned_at: TEST_START_SECONDS }).where('name', '=', 'due').execute();
      await timer.set({ due_at: null }).where('name', '=', 'reminder').execute();
      const before = await rowsOf(on);
      await dieAt(TIMES);
      on = await open();
      expect(Object.fromEntries(await rowsOf(on))).toEqual(Object.fromEntries(before));
      await runTimers(on.ports, () => on.app.resources.all().map(({ context }) => context));
      await runTimers(on.ports, () => on.app.resources.all().map(({ context }) => context));
      // What logs and steps say of them goes by a job behind it.
      await on.ports.jobs.runDue();
      expect(holding(await dump(on.database), ['quendelin2', '13912345679'])).toEqual([]);
      const told = on.database.kysely
        .selectFrom('security_log')
        .select('id')
        .where('kind', '=', 'member.deleted')
        .where('account_id', '=', gone.id);
      expect(await told.execute()).toHaveLength(1);
    },
  );

  it.runIf(isTried('member.staffMessage'))('hand a message of administrators out to each once', { timeout: 120_000 }, async () => {
    let on = await open();
    const crowd = Array.from({ length: CROWD }, (_, index) => ({
      group_id: 1, username: `crowd_${index}`, nickname: 'crowd', create_time: TEST_START_SECONDS, update_time: TEST_START_SECONDS,
    })); // prettier-ignore
    await on.database.kysely.updateTable('member').set({ status: 'disable' }).execute();
    const ids = (await on.database.kysely.insertInto('member').values(crowd).returning('id').execute()).map(({ id }) => id);
    const { token } = await on.signIn();
    expect(await on.call(sendStaffMessage, { audience: 'all', title: '维护', text: '周六' }, { token })).toEqual({ members: CROWD });
    await dieAt('member.staffMessage');
    on = await open();
    const { kysely } = on.database;
    const told = async () =>
      (await kysely.selectFrom('member_message').select('member_id').where('kind', '=', 'system').orderBy('member_id').execute()).map(
        ({ member_id: id }) => id,
      );
    expect(await told()).toEqual(ids.slice(0, 2 * STAFF_MESSAGE_PORTION));
    await on.ports.jobs.work();
    await expect.poll(async () => (await told()).length, patience).toBe(CROWD);
    expect(await told()).toEqual(ids);
  });
});
