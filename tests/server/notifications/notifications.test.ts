import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '#api/contract/notifications/notifications';
import { approveRequest } from '#api/contract/changes/life-requests';
import { eventEndpoint } from '#api/contract/table/life-endpoints';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import type { Life } from '#domain/life/life';
import { MAX_NOTIFICATIONS, MAX_WATCHES } from '#domain/notifications/notification';
import type { Resource } from '#domain/table/resource';
import { guardLives } from '#server/db/sections/guard-lives';
import { LATE_SECONDS } from '#server/features/notifications/limits';
import { mountNotificationMail, NOTIFICATION_COLLECT } from '#server/features/notifications/notification-mail';
import { sweepPlaces } from '#server/features/session/base/sign-in-places';
import { sweepNotifications } from '#server/features/notifications/sweep-notifications';
import type { ServerPorts } from '#server/ports/ports';
import { countStatements } from '#tests/support/databases/count-statements.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { refusalMessageOf } from '#tests/support/refusals.ts';

const DAY = 86_400;

const life: Life = {
  field: 'state',
  chart: { id: 'payment', initial: 'draft', states: { draft: { on: { release: 'paid' } }, paid: {} } },
  events: { release: { right: 'own', second: { days: 7 }, label: { 'zh-cn': '付款', en: 'Release' } } },
  conditions: {},
  delays: {},
  effects: {},
};

const payment: Resource = {
  name: 'payment',
  controller: 'lab.Payment',
  table: 'lab_payment',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'desc' },
  label: { 'zh-cn': '付款单', en: 'Payment' },
  fields: {
    id: { kind: 'id' },
    title: { kind: 'string', maxLength: 50 },
    state: { kind: 'select', options: ['draft', 'paid'], initial: 'draft' },
    version: { kind: 'version' },
  },
  life,
};

/** Each sees their own records alone. */
const voucher: Resource = {
  ...payment,
  name: 'voucher',
  controller: 'lab.Voucher',
  table: 'lab_voucher',
  dataLimit: { rule: 'personal', ownerColumn: 'admin_id' },
};

const { add, save, remove } = resourceEndpoints(payment);
const { importRows } = resourceWriteEndpoints(payment);
const nodes = (...rights: readonly string[]): readonly string[] => rights.map((right) => `lab/payment/${right}`);
const OF_VOUCHERS = ['lab/voucher/index', 'lab/voucher/releaseApprove'] as const;
const release = eventEndpoint(payment, 'release', life.events['release']!);

describe.each(dealtKinds())('what administrators are told on %s', (kind) => {
  const counted = countStatements();
  /** Holds the next transaction that begins, so that something else happens before it. */
  let nextHeld: { readonly reached: PromiseWithResolvers<undefined>; readonly gate: PromiseWithResolvers<undefined> } | null = null;
  const hold = () => (nextHeld = { reached: Promise.withResolvers<undefined>(), gate: Promise.withResolvers<undefined>() });
  let server: TestServer;
  let boss = '';
  let clerk = { id: 0, groupId: 0, token: '' };
  let checker = clerk;
  const list = (token: string, language: 'en' | 'zh-cn' = 'en') => server.call(contract.listNotifications, {}, { token, language });
  const titles = async (token: string): Promise<readonly string[]> => (await list(token)).list.map(({ title }) => title);
  const about = async (token: string): Promise<readonly string[]> =>
    (await list(token)).list.map(({ resource, record_id: recordId }) => `${resource} ${recordId}`);
  const unread = async (token: string): Promise<number> => (await server.call(contract.countNotifications, {}, { token })).unread;
  const watch = (token: string, recordId: number, isWatched = true) =>
    server.call(contract.saveWatch, { resource: 'payment', recordId, isWatched }, { token });
  const make = async (title: string): Promise<number> => (await server.call(add, { title }, { token: boss }))?.id ?? 0;
  const change = (token: string, id: number, title: string) => server.call(save, { id, title }, { token });
  /** As if the next test came a second later. */
  const forget = async (): Promise<void> => {
    await server.database.kysely.deleteFrom('notification').execute();
    await server.database.kysely
      .updateTable('notification_reader')
      .set((set) => ({ seen_settled: set('seen_settled', '+', 1) }))
      .execute();
    await sql`update life_request set asked_at = asked_at - ${DAY}, settled_at = settled_at - ${DAY}`.execute(server.database.kysely);
  };
  const mailsTo = async (target: string): Promise<readonly string[]> => {
    // What looks leaves mails behind, which are jobs of their own.
    await server.ports.jobs.runDue();
    await server.ports.jobs.runDue();
    const rows = await server.database.kysely
      .selectFrom('outbox_message')
      .select('text')
      .where('target', '=', target)
      .orderBy('id')
      .execute();
    return rows.map(({ text }) => text);
  };

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      resources: [payment, voucher],
      wrap: (database) => ({
        ...database,
        kysely: database.kysely.withPlugin(counted.plugin),
        async transaction(work) {
          const held = nextHeld;
          nextHeld = null;
          held?.reached.resolve(undefined);
          await held?.gate.promise;
          return database.transaction(work);
        },
      }),
      prepare: async (database) => {
        for (const resource of [payment, voucher]) await createResourceTable(database, resource);
        await database.transaction((trx) => guardLives(trx, [payment, voucher]));
        for (const name of [...nodes('index', 'edit', 'add', 'del', 'release', 'releaseApprove'), ...OF_VOUCHERS])
          await sql`insert into admin_rule (pid, type, title, name, status, create_time, update_time)
            values (0, 'button', ${name}, ${name}, '1', 0, 0)`.execute(database.kysely);
      },
    });
    ({ token: boss } = await server.signIn());
    clerk = await server.addAdmin('clerk', nodes('index', 'edit', 'add', 'del', 'release'));
    checker = await server.addAdmin('checker', [...nodes('index', 'release', 'releaseApprove'), ...OF_VOUCHERS]);
    await server.database.kysely.updateTable('admin').set({ email: 'clerk@example.com' }).where('id', '=', clerk.id).execute();
  });
  afterAll(() => server.close());
  const from = (address: string) =>
    server.request('/admin/Index/login', { method: 'POST', json: { username: 'clerk', password: TEST_PASSWORD }, address });

  it('is what others change of watched records, once a record, and nothing of one’s own or of before', async () => {
    const id = await make('Rent');
    await change(boss, id, 'Rent for May');
    await watch(clerk.token, id);
    expect(await unread(clerk.token)).toBe(0);
    await change(clerk.token, id, 'Rent of May');
    expect(await unread(clerk.token)).toBe(0);
    await change(boss, id, 'Rent, May');
    await change(boss, id, 'Rent, May and June');
    expect((await list(clerk.token)).list).toMatchObject([
      {
        kind: 'watched',
        name: 'recordChanged',
        title: '“Rent, May and June” was changed',
        resource: 'payment',
        record_id: id,
        is_read: false,
      },
    ]);
    await change(boss, id, 'Rent');
    const [told] = (await list(clerk.token)).list;
    expect(told).toMatchObject({
      title: '“Rent” was changed',
      text: expect.stringMatching(/^Payment · 3 changes, the last by /u) as string,
    });
    expect((await list(clerk.token, 'zh-cn')).list[0]).toMatchObject({ title: '“Rent”有改动' });
    expect(await server.call(contract.readNotifications, { ids: [told?.id ?? 0] }, { token: clerk.token })).toEqual({ unread: 0 });
    await change(boss, id, 'Lease');
    expect((await list(clerk.token)).list).toMatchObject([{ text: expect.stringMatching(/^Payment · by /u) as string, is_read: false }]);
    await watch(clerk.token, id, false);
    await change(boss, id, 'Rent');
    expect((await list(clerk.token)).list[0]?.title).toBe('“Rent” was changed');
    expect((await list(clerk.token)).list[0]?.text).toMatch(/^Payment · by /u);
    await forget();
  });

  it('counts each change once, also where two looks meet', async () => {
    const id = await make('Met');
    await watch(clerk.token, id);
    await change(boss, id, 'Met once');
    const first = hold();
    const looks = [unread(clerk.token)];
    await first.reached.promise;
    await change(boss, id, 'Met twice');
    const second = hold();
    looks.push(unread(clerk.token));
    await second.reached.promise;
    first.gate.resolve(undefined);
    await looks[0];
    second.gate.resolve(undefined);
    await looks[1];
    expect((await list(clerk.token)).list).toMatchObject([
      { text: expect.stringMatching(/^Payment · 2 changes, the last by /u) as string },
    ]);
    await watch(clerk.token, id, false);
    await forget();
  });

  it('says that a watched record was deleted, and watches it no more', async () => {
    const id = await make('Gone');
    await watch(clerk.token, id);
    await server.call(remove, { ids: [id] }, { token: boss });
    expect(await titles(clerk.token)).toEqual(['“Gone” was deleted']);
    expect(await server.database.kysely.selectFrom('record_watch').select('record_id').execute()).toEqual([]);
    await forget();
  });

  it('tells nothing of sections whose list somebody may not open any more, and no record out of sight can be watched', async () => {
    const id = await make('Secret');
    await watch(clerk.token, id);
    await change(boss, id, 'Very secret');
    expect(await unread(clerk.token)).toBe(1);
    const group = server.database.kysely.updateTable('admin_group').where('id', '=', clerk.groupId);
    const { rules } = await server.database.kysely
      .selectFrom('admin_group')
      .select('rules')
      .where('id', '=', clerk.groupId)
      .executeTakeFirstOrThrow();
    await group.set({ rules: '' }).execute();
    await change(boss, id, 'Most secret');
    expect(await list(clerk.token)).toEqual({ list: [], total: 0, unread: 0 });
    const refused = await refusalMessageOf(watch(clerk.token, id));
    await group.set({ rules }).execute();
    expect(await refusalMessageOf(watch(clerk.token, 987_654))).toBe(refused);
    expect(
      await refusalMessageOf(server.call(contract.saveWatch, { resource: 'nothing', recordId: 1, isWatched: true }, { token: boss })),
    ).toBe(refused);
    expect(await titles(clerk.token)).toEqual(['“Most secret” was changed']);
    await watch(clerk.token, id, false);
    await forget();
  });

  it('is a request that waits, until somebody has settled it, and then the answer to who asked', async () => {
    const id = await make('Invoice');
    expect(await unread(clerk.token)).toBe(0);
    const { request = 0 } = await server.call(release, { ids: [id] }, { token: clerk.token });
    expect(await titles(checker.token)).toEqual(['“Invoice” is waiting for your approval']);
    expect(await titles(boss)).toEqual(['“Invoice” is waiting for your approval']);
    expect(await titles(clerk.token)).toEqual([]);
    server.clock.advanceSeconds(60);
    await server.call(approveRequest, { id: request, version: 1 }, { token: checker.token });
    expect([await unread(checker.token), await unread(boss), await unread(clerk.token)]).toEqual([0, 0, 1]);
    expect((await list(clerk.token)).list).toMatchObject([
      { name: 'requestApproved', title: 'Your request for “Invoice” was approved', record_id: id },
    ]);
    await server.call(contract.readNotifications, {}, { token: clerk.token });
    expect(await unread(clerk.token)).toBe(0);
    await forget();
  });

  it('is every request that waits, also where more came than one look tells of', async () => {
    const { kysely } = server.database;
    const ids: number[] = [];
    for (let count = 0; count < 60; count += 1) ids.push(await make(`Bill ${count}`));
    const { request = 0 } = await server.call(release, { ids: ids.slice(0, 1) }, { token: clerk.token });
    for (const recordId of ids.slice(1))
      await sql`insert into life_request (resource, record_id, event, version, asked_by, asked_name, asked_at, expires_at, state)
        select resource, ${recordId}::bigint, event, version, asked_by, asked_name, asked_at, expires_at, state
        from life_request where id = ${request}::bigint`.execute(kysely);
    // One whose time is over, and one whose record is gone, wait for nobody.
    const late = await make('Late');
    await sql`insert into life_request (resource, record_id, event, version, asked_by, asked_name, asked_at, expires_at, state)
      select resource, one.id, event, version, asked_by, asked_name, asked_at, case when one.id = ${late}::bigint then asked_at else expires_at end, state
      from life_request, (values (${late}::bigint), (987654)) as one (id) where life_request.id = ${request}::bigint`.execute(kysely);
    const told = async () => {
      await unread(checker.token);
      const rows = await kysely
        .selectFrom('notification')
        .select('key')
        .where('admin_id', '=', checker.id)
        .where('name', '=', 'requestWaits')
        .execute();
      return new Set(rows.map(({ key }) => key)).size;
    };
    const { statements, result } = await counted.during(told);
    expect([result, await told(), await told()]).toEqual([50, 60, 60]);
    // As many for any number of them.
    expect(statements).toBeLessThan(20);
    await kysely.deleteFrom('life_request').where('state', '=', 'open').execute();
    await forget();
  });

  it('is also a request, or an answer, that was begun before what was told and is there to be seen only after it', async () => {
    const { kysely } = server.database;
    const [first, second] = [await make('Begun first'), await make('Begun second')];
    const at = server.clock.nowMs() / 1000;
    const ask = (id: number, recordId: number) =>
      sql`insert into life_request (id, resource, record_id, event, version, asked_by, asked_name, asked_at, expires_at, state) overriding system value
        values (${id}, 'payment', ${recordId}, 'release', 1, ${clerk.id}, 'clerk', ${at}, ${at + DAY}, 'open')`.execute(kysely);
    await ask(1_000_011, second);
    expect(await titles(checker.token)).toEqual(['“Begun second” is waiting for your approval']);
    await ask(1_000_010, first);
    expect(new Set(await titles(checker.token))).toEqual(
      new Set(['“Begun first” is waiting for your approval', '“Begun second” is waiting for your approval']),
    );
    expect((await list(checker.token)).total).toBe(2);
    const settle = (id: number, settledAt: number) =>
      sql`update life_request set state = 'declined', settled_by = ${checker.id}, settled_name = 'checker', settled_at = ${settledAt} where id = ${id}`.execute(
        kysely,
      );
    await settle(1_000_011, at);
    expect(await titles(clerk.token)).toEqual(['Your request for “Begun second” was declined']);
    await settle(1_000_010, at - 1);
    expect(await titles(clerk.token)).toHaveLength(2);
    expect((await list(clerk.token)).total).toBe(2);
    await forget();
  });

  it('is no request for a record that is out of sight', async () => {
    const { kysely } = server.database;
    const addVoucher = async (title: string) => (await server.call(resourceEndpoints(voucher).add, { title }, { token: boss }))?.id ?? 0;
    const [theirs, own] = [await addVoucher('Theirs'), await addVoucher('Own')];
    await sql`update lab_voucher set admin_id = ${checker.id} where id = ${own}`.execute(kysely);
    const until = TEST_START_SECONDS + 7 * DAY;
    for (const recordId of [theirs, own])
      await sql`insert into life_request (resource, record_id, event, version, asked_by, asked_name, asked_at, expires_at, state)
        values ('voucher', ${recordId}, 'release', 1, ${clerk.id}, 'clerk', ${TEST_START_SECONDS}, ${until}, 'open')`.execute(kysely);
    expect([await about(checker.token), await about(boss)]).toEqual([[`voucher ${own}`], [`voucher ${own}`, `voucher ${theirs}`]]);
    await kysely.deleteFrom('life_request').where('state', '=', 'open').execute();
    await forget();
  });

  it('is an answer to a request once, also where a hundred others have come since', async () => {
    const { kysely } = server.database;
    await forget();
    await list(clerk.token);
    const settledAt = Math.floor(server.clock.nowMs() / 1000) + 5;
    const settle = (at: number) =>
      sql`insert into life_request (resource, record_id, event, version, asked_by, asked_name, asked_at, expires_at, state, settled_by, settled_name, settled_at)
        values ('payment', 1, 'release', 1, ${clerk.id}, 'clerk', ${settledAt - 9}, ${settledAt + DAY}, 'approved', 1, 'admin', ${at})`.execute(
        kysely,
      );
    // Of what is looked at again the first is as old as can be.
    for (const at of [settledAt - LATE_SECONDS, settledAt - LATE_SECONDS / 2, settledAt]) await settle(at);
    server.clock.advanceSeconds(10);
    const answers = async () => {
      await list(clerk.token);
      const rows = kysely.selectFrom('notification').select('id').where('admin_id', '=', clerk.id).where('name', '=', 'requestApproved');
      return (await rows.execute()).map(({ id }) => id);
    };
    const told = await answers();
    expect(told).toHaveLength(3);
    await sql`insert into notification (admin_id, key, name, params, create_time)
      select ${clerk.id}, 'filled:' || n, 'newPlace', '{}', ${settledAt + 20} from generate_series(1, 120) as n`.execute(kysely);
    server.clock.advanceSeconds(30);
    await sweepNotifications(server.ports);
    expect(await answers()).toEqual(told);
    await sql`delete from life_request where asked_at = ${settledAt - 9}`.execute(kysely);
    await forget();
  });

  it('is no answer for who wants no word of answers, and no look of theirs notes the same one again', async () => {
    const { kysely } = server.database;
    const choose = (inApp: boolean) =>
      server.call(contract.saveNotificationWay, { kind: 'requests', in_app: inApp, by_mail: false }, { token: clerk.token });
    await list(clerk.token);
    await choose(false);
    const at = Math.floor(server.clock.nowMs() / 1000) + 5;
    await sql`insert into life_request (resource, record_id, event, version, asked_by, asked_name, asked_at, expires_at, state, settled_by, settled_name, settled_at)
      values ('payment', 1, 'release', 1, ${clerk.id}, 'clerk', ${at}, ${at + DAY}, 'approved', 1, 'admin', ${at})`.execute(kysely);
    server.clock.advanceSeconds(10);
    const seen = async () => {
      await list(clerk.token);
      const { rows } = await sql<{ seen: number; written: string }>`select seen_settled as seen, xmin::text as written
        from notification_reader where admin_id = ${clerk.id}`.execute(kysely);
      return rows[0];
    };
    const first = await seen();
    expect(first?.seen).toBe(at);
    expect(await seen()).toEqual(first);
    await choose(true);
    await sql`delete from life_request where asked_at = ${at}`.execute(kysely);
    await forget();
  });

  it('is how an import ended, and nothing of a verification', async () => {
    const wish = { columns: ['title'], rows: [['One'], ['Two']] };
    await server.call(importRows, { ...wish, isDryRun: true }, { token: clerk.token });
    expect(await titles(clerk.token)).toEqual([]);
    await server.call(importRows, { ...wish, isDryRun: false }, { token: clerk.token });
    await refusalMessageOf(server.call(importRows, { ...wish, rows: [['x'.repeat(51)]], isDryRun: false }, { token: clerk.token }));
    expect((await list(clerk.token)).list.map(({ title, text }) => [title, text])).toEqual([
      ['Import failed · Payment', expect.stringContaining('Nothing was added') as string],
      ['Import finished · Payment', '2 records were added.'],
    ]);
    await forget();
  });

  it('is a sign-in from a new place, by mail as well, at the address of then', async () => {
    await from('10.1.0.1');
    expect(await mailsTo('clerk@example.com')).toEqual([expect.stringContaining('10.1.0.1') as string]);
    await from('10.1.0.1');
    expect((await list(clerk.token)).list).toMatchObject([{ kind: 'security', name: 'newPlace', resource: null }]);
    expect(await mailsTo('clerk@example.com')).toHaveLength(1);
    await forget();
  });

  it('comes by mail where somebody wants it so, also to who is not here; what concerns safety cannot be turned off', async () => {
    const choose = (kind: 'security' | 'watched', inApp: boolean, byMail: boolean) =>
      server.call(contract.saveNotificationWay, { kind, in_app: inApp, by_mail: byMail }, { token: clerk.token, language: 'en' });
    await choose('security', false, false);
    await choose('watched', false, true);
    const { list: ways } = await server.call(contract.readNotificationWays, {}, { token: clerk.token });
    expect(ways.filter(({ kind: one }) => one === 'security' || one === 'watched')).toEqual([
      { kind: 'security', in_app: true, by_mail: true, is_fixed: true },
      { kind: 'watched', in_app: false, by_mail: true, is_fixed: false },
    ]);
    const id = await make('Letter');
    await watch(clerk.token, id);
    await change(boss, id, 'Second letter');
    await sweepNotifications(server.ports);
    expect((await mailsTo('clerk@example.com')).at(-1)).toMatch(/^“Second letter” was changed\n\nPayment · by/u);
    expect(await list(clerk.token)).toMatchObject({ total: 1, unread: 0 });
    await watch(clerk.token, id, false);
    await choose('watched', true, false);
    await forget();
  });

  it('is read up to the newest that was shown, where all is marked', async () => {
    const [first, second] = [await make('First'), await make('Second')];
    for (const id of [first, second]) await watch(clerk.token, id);
    await change(boss, first, 'First changed');
    const shown = (await list(clerk.token)).list[0];
    server.clock.advanceSeconds(1);
    await change(boss, second, 'Second changed');
    expect(await unread(clerk.token)).toBe(2);
    const upTo = { at: shown?.at ?? 0, id: shown?.id ?? 0 };
    expect(await server.call(contract.readNotifications, { upTo }, { token: clerk.token })).toEqual({ unread: 1 });
    expect((await list(clerk.token)).list.map(({ title, is_read: isRead }) => [title, isRead])).toEqual([
      ['“Second changed” was changed', false],
      ['“First changed” was changed', true],
    ]);
    for (const id of [first, second]) await watch(clerk.token, id, false);
    await forget();
  });

  it('comes by mail in the language that somebody works in by then', async () => {
    const choose = (inApp: boolean, byMail: boolean) =>
      server.call(
        contract.saveNotificationWay,
        { kind: 'watched', in_app: inApp, by_mail: byMail },
        { token: clerk.token, language: 'en' },
      );
    await choose(true, true);
    const id = await make('Letter');
    await watch(clerk.token, id);
    // Nothing was news when they looked in another language.
    expect((await list(clerk.token, 'zh-cn')).list).toEqual([]);
    await change(boss, id, 'Second letter');
    await sweepNotifications(server.ports);
    expect((await mailsTo('clerk@example.com')).at(-1)).toMatch(/^“Second letter”有改动/u);
    // They are told something as they look.
    await change(boss, id, 'Third letter');
    expect((await list(clerk.token, 'en')).list).toHaveLength(1);
    await change(boss, id, 'Fourth letter');
    await sweepNotifications(server.ports);
    expect((await mailsTo('clerk@example.com')).at(-1)).toMatch(/^“Fourth letter” was changed/u);
    await watch(clerk.token, id, false);
    await choose(true, false);
    await forget();
  });

  it('is of nobody else, and bounded: so much of a person, for so long, of so many records', async () => {
    const { kysely } = server.database;
    const row = { admin_id: checker.id, name: 'exportDone' as const, resource: 'payment' };
    const rows = Array.from({ length: MAX_NOTIFICATIONS + 5 }, (_, index) => ({ ...row, create_time: TEST_START_SECONDS - index }));
    const [first] = await kysely.insertInto('notification').values(rows).returning('id').execute();
    const never = await refusalMessageOf(server.call(contract.readNotifications, { ids: [987_654] }, { token: clerk.token }));
    expect(await refusalMessageOf(server.call(contract.readNotifications, { ids: [first?.id ?? 0] }, { token: clerk.token }))).toBe(never);
    await server.call(contract.readNotifications, {}, { token: clerk.token });
    expect(await unread(checker.token)).toBe(MAX_NOTIFICATIONS + 5);
    await sweepNotifications(server.ports);
    expect(await unread(checker.token)).toBe(MAX_NOTIFICATIONS);
    expect(
      (
        await kysely
          .selectFrom('notification')
          .select('id')
          .where('id', '=', first?.id ?? 0)
          .execute()
      ).length,
    ).toBe(1);
    server.clock.advanceSeconds(91 * DAY);
    await sweepNotifications(server.ports);
    expect(await kysely.selectFrom('notification').select('id').execute()).toEqual([]);

    ({ token: boss } = await server.signIn());
    clerk = { ...clerk, token: (await server.signIn('clerk')).token };
    await sql`insert into lab_payment (id, title, state) overriding system value
      select 5000 + n, 'Many', 'draft' from generate_series(0, ${MAX_WATCHES - 1}::int) as n`.execute(kysely);
    await watched(clerk.id, 'payment', 5000, MAX_WATCHES);
    expect(await refusalMessageOf(watch(clerk.token, await make('One too many')))).toContain(String(MAX_WATCHES));
    await kysely.deleteFrom('record_watch').execute();
  });

  const watched = async (adminId: number, resource: string, from: number, count: number): Promise<void> => {
    const rows = Array.from({ length: count }, (_, index) => ({ resource, record_id: from + index, seen_change: 0, create_time: 1 }));
    await server.database.kysely
      .insertInto('record_watch')
      .values(rows.map((row) => ({ admin_id: adminId, ...row })))
      .execute();
  };
  const watching = async (): Promise<readonly string[]> => {
    const rows = await server.database.kysely.selectFrom('record_watch').selectAll().orderBy('record_id').execute();
    return rows.map((row) => `${row.admin_id} ${row.resource} ${row.record_id}`);
  };

  it('is no reason to watch on where a record is out of sight: whoever watches it ends that', async () => {
    const id = await make('Out of sight');
    await watch(clerk.token, id);
    const group = server.database.kysely.updateTable('admin_group').where('id', '=', clerk.groupId);
    const { rules } = await server.database.kysely
      .selectFrom('admin_group')
      .select('rules')
      .where('id', '=', clerk.groupId)
      .executeTakeFirstOrThrow();
    await group.set({ rules: '' }).execute();
    expect(await watch(clerk.token, id, false)).toEqual({ is_watched: false });
    // Which says nothing of whether there is such a one.
    expect(await watch(clerk.token, 987_654, false)).toEqual({ is_watched: false });
    await group.set({ rules }).execute();
    expect(await watching()).toEqual([]);
  });

  it('is of records that are there: those of one’s own deletion and of a section that is gone leave room for others', async () => {
    await forget();
    const gone = await make('Mine to delete');
    await watch(clerk.token, gone);
    await server.call(remove, { ids: [gone] }, { token: clerk.token });
    const lost = await make('Theirs to delete');
    await watch(clerk.token, lost);
    await server.call(remove, { ids: [lost] }, { token: boss });
    await watched(clerk.id, 'nowhere', 1, MAX_WATCHES - 2);
    const next = await make('Next');
    await watch(clerk.token, next);
    expect(await watching()).toEqual([`${clerk.id} payment ${next}`]);
    // What had not been told yet is told before it makes room.
    expect(await titles(clerk.token)).toEqual(['“Theirs to delete” was deleted']);
    await watch(clerk.token, next, false);
    await forget();
  });

  it('is watched no more within the hour where it is gone and nothing of it is left to tell, unless its section pauses', async () => {
    const { kysely } = server.database;
    const [gone, lost, stays] = [await make('Mine to delete'), await make('Theirs to delete'), await make('Stays')];
    for (const id of [gone, lost, stays]) await watch(clerk.token, id);
    await server.call(remove, { ids: [gone] }, { token: clerk.token });
    await server.call(remove, { ids: [lost] }, { token: boss });
    await watched(clerk.id, 'nowhere', 1, 1);
    await watched(clerk.id, 'pausing', 2, 1);
    const design = JSON.stringify({ declaration: { ...payment, name: 'pausing' }, shape: { unique: [], indexes: [] } });
    const pausing = { name: 'pausing', state: 'paused', controller: 'lab.Pausing', table_name: 'lab_pausing', design } as const;
    await kysely
      .insertInto('section')
      .values({ ...pausing, create_time: 1, update_time: 1 })
      .execute();
    await sweepNotifications(server.ports);
    await server.ports.jobs.runDue();
    expect(await watching()).toEqual([`${clerk.id} pausing 2`, `${clerk.id} payment ${lost}`, `${clerk.id} payment ${stays}`]);
    expect(await titles(clerk.token)).toEqual(['“Theirs to delete” was deleted']);
    // Whoever never looks is waited for no longer than what they would be told is kept.
    await watched(checker.id, 'payment', lost, 1);
    server.clock.advanceSeconds(91 * DAY);
    await sweepNotifications(server.ports);
    await server.ports.jobs.runDue();
    expect(await watching()).toEqual([`${clerk.id} pausing 2`, `${clerk.id} payment ${stays}`]);
    await kysely.deleteFrom('section').where('name', '=', 'pausing').execute();
    await kysely.deleteFrom('record_watch').execute();
  });

  it('is looked for behind somebody whose look fails, and that fails at the end', async () => {
    const { kysely } = server.database;
    const ways = JSON.stringify({ watched: { inApp: true, byMail: true } });
    await kysely.updateTable('notification_reader').set({ ways }).execute();
    await kysely
      .updateTable('admin')
      .set({ email: sql<string>`username || '@example.com'` })
      .execute();
    const readers = await kysely.selectFrom('notification_reader').select('admin_id').execute();
    const looked: number[] = [];
    const mounted = new Map<string, Parameters<ServerPorts['jobs']['handle']>[1]>();
    const jobs: ServerPorts['jobs'] = { ...server.ports.jobs, handle: (of, job) => void mounted.set(of, job) };
    mountNotificationMail({ ...server.ports, jobs }, { all: () => [], get: () => undefined }, async ({ id }) => {
      looked.push(id);
      if (looked.length === 1) throw new Error('too slow');
    });
    const look = mounted.get(NOTIFICATION_COLLECT)?.run({}, { signal: new AbortController().signal } as never);
    await expect(look).rejects.toThrow('too slow');
    expect([readers.length > 1, looked.length]).toEqual([true, readers.length]);
  });

  it('is a sign-in from a new place after a rest as well, in which the places of before count no more', async () => {
    const { id } = await server.addAdmin('resting', []);
    const enter = (address: string) =>
      server.request('/admin/Index/login', { method: 'POST', json: { username: 'resting', password: TEST_PASSWORD }, address });
    const told = async () =>
      (await server.database.kysely.selectFrom('notification').select('name').where('admin_id', '=', id).execute()).map(({ name }) => name);
    // `addAdmin` has signed in already.
    for (const [address, expected] of [
      ['10.2.0.1', ['newPlace']],
      ['10.2.0.1', ['newPlace']],
      ['10.3.0.1', ['newPlace', 'newPlace']],
    ] as const) {
      server.clock.advanceSeconds(31 * DAY);
      await sweepPlaces(server.ports);
      await enter(address);
      expect(await told()).toEqual(expected);
    }
  });
});
