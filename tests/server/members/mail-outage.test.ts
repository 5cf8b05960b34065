import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendStaffMessage } from '#api/contract/members/staff-message';
import { readDashboard } from '#api/contract/shell/dashboard';
import { keepWayBack } from '#server/features/members/way-back';
import { messagesThrough } from '#server/features/members/messages/member-messages';
import { tellAdmin } from '#server/features/base/tell-admin';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestMailServer, setUpMail } from '#tests/support/mail-server.ts';
import { addMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const MINUTE = 60;
const client = { ip: '127.0.0.1', userAgent: '', language: 'en' } as const;

describe.each(dealtKinds())('a mail server that is away, on %s', (kind) => {
  let server: TestServer;
  let one: TestMember;
  const mail = createTestMailServer();
  const { posted } = mail;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, ports: { mailer: mail.mailer } });
    await setUpMail(server);
    one = await addMember(server, 'lin', { email: 'old@example.com' });
  });
  beforeEach(async () => {
    posted.length = 0;
    mail.asked = 0;
    mail.fault = null;
    mail.isSilent = false;
    await server.database.kysely.deleteFrom('outbox_message').execute();
  });
  afterAll(() => server.close());

  /** The queue goes by the clock of the database: each round stands for as long as it would have waited. */
  async function pass(minutes: number, rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      await server.ports.jobs.runDue();
      server.clock.advanceSeconds((minutes * MINUTE) / rounds);
      await sql`update pgboss.job set start_after = now() - interval '1 second' where state in ('created', 'retry')`.execute(
        server.database.kysely,
      );
    }
  }
  const outbox = () =>
    server.database.kysely.selectFrom('outbox_message').select(['target', 'purpose', 'status', 'fault']).orderBy('id').execute();
  async function changeAddress(): Promise<void> {
    await server.database.transaction(async (trx) => {
      const before = await trx.selectFrom('member').selectAll().where('id', '=', one.id).executeTakeFirstOrThrow();
      await keepWayBack(server.ports, trx, { author: { id: one.id, client }, channel: 'email', before });
    });
  }

  it('brings the old address its number once it is back, however many attempts have failed', async () => {
    mail.fault = 'loginRefused';
    await changeAddress();
    await pass(90, 12);
    expect([posted, await outbox()]).toEqual([
      [],
      [{ target: 'old@example.com', purpose: 'address_changed', status: 'failed', fault: 'loginRefused' }],
    ]);
    mail.fault = null;
    await pass(60, 3);
    expect(posted.map(({ to }) => to)).toEqual(['old@example.com']);
    expect(posted[0]?.text).toMatch(/(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}/u);
    expect(await outbox()).toEqual([{ target: 'old@example.com', purpose: 'address_changed', status: 'sent', fault: '' }]);
  });

  it('is waited for no longer than the number counts', async () => {
    mail.fault = 'unreachable';
    await changeAddress();
    await pass(73 * 60, 30);
    mail.fault = null;
    await pass(60, 3);
    expect(posted).toEqual([]);
  });

  it('brings word of a deed for a day', async () => {
    mail.fault = 'busy';
    await server.database.transaction((trx) => messagesThrough(server.ports).tell(trx, one.id, 'passwordChanged', client));
    await pass(20 * 60, 20);
    mail.fault = null;
    await pass(60, 2);
    expect(posted.map(({ to }) => to)).toEqual(['old@example.com']);
  });

  it('brings what an administrator wrote within two days, as where it takes so many in an hour and no more', async () => {
    mail.fault = 'busy';
    const { token } = await server.signIn();
    const preference = { member_id: one.id, kind: 'system', by_mail: true, in_app: true } as const;
    await server.database.kysely.insertInto('member_preference').values(preference).execute();
    const words = { title: '周末维护', text: '暂停服务', titleEn: '', textEn: '' };
    await server.call(sendStaffMessage, { audience: 'chosen', ids: [one.id], ...words }, { token });
    await pass(45 * 60, 20);
    mail.fault = null;
    await pass(60, 2);
    expect(posted.map(({ to, text }) => [to, text.includes('暂停服务')])).toEqual([['old@example.com', true]]);
    expect((await outbox()).map(({ status }) => status)).toEqual(['sent']);
  });

  it('is asked once each half hour while it refuses the settings, however many mails wait, and at once with others', async () => {
    const tell = () =>
      server.database.transaction(async (trx) => {
        for (let sent = 0; sent < 5; sent += 1) await messagesThrough(server.ports).tell(trx, one.id, 'passwordChanged', client);
      });
    mail.fault = 'loginRefused';
    await tell();
    await pass(85, 17);
    expect(mail.asked).toBe(3);
    expect((await outbox()).map(({ status, fault }) => [status, fault])).toEqual(
      Array.from({ length: 5 }, () => ['failed', 'loginRefused']),
    );
    mail.fault = null;
    await server.database.kysely.updateTable('config_secret').set({ value: 'right' }).where('name', '=', 'smtp_pass').execute();
    await pass(1, 1);
    expect(posted).toHaveLength(5);
  });

  it('brings no more than three copies of what it takes without saying so, all by one name', async () => {
    mail.isSilent = true;
    await server.database.transaction((trx) => messagesThrough(server.ports).tell(trx, one.id, 'passwordChanged', client));
    await pass(30 * 60, 60);
    expect([posted.length, new Set(posted.map(({ delivery }) => delivery)).size, posted[0]?.delivery === '']).toEqual([3, 1, false]);
    expect((await outbox()).map(({ status, fault }) => [status, fault])).toEqual([['failed', 'tooSlow']]);
  });

  it('leaves nothing to see to where a later attempt arrived', async () => {
    const { kysely } = server.database;
    await kysely.updateTable('admin').set({ email: 'boss@example.com' }).where('id', '=', 1).execute();
    mail.fault = 'busy';
    const news = { name: 'newPlace', params: { ip: '198.51.100.77' } } as const;
    await server.database.transaction((trx) => tellAdmin(server.ports, trx, 1, news, 'en'));
    const failures = async () => {
      const { token } = await server.signIn();
      const { waiting } = await server.call(readDashboard, {}, { token });
      return waiting?.find(({ kind: about }) => about === 'mailFailed')?.count ?? 0;
    };
    await pass(1, 3);
    expect(await failures()).toBe(1);
    mail.fault = null;
    await pass(1, 1);
    expect(await failures()).toBe(0);
    expect(await outbox()).toEqual([{ target: 'boss@example.com', purpose: 'admin_message', status: 'sent', fault: '' }]);
    // What it said stands in the mail alone.
    expect(posted.map(({ text }) => text.includes('198.51.100.77'))).toEqual([true]);
    const kept = await kysely.selectFrom('outbox_message').select(['subject', 'text']).executeTakeFirstOrThrow();
    expect(kept.text).toBe('What it said is not kept here.');
    expect(kept.subject).toMatch(/^\[.+\] Message to an administrator$/u);
  });
});
