import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDashboard } from '#api/contract/shell/dashboard';
import type { MessageFault } from '#domain/session/message-fault';
import { DeliveryError } from '#server/ports/verification-ports';
import { keepWayBack } from '#server/features/members/way-back';
import { messagesThrough } from '#server/features/members/messages/member-messages';
import { tellAdmin } from '#server/features/base/tell-admin';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const SETTINGS = { smtp_server: 'mail.example', smtp_port: '25', smtp_user: 'u', smtp_verification: 'TLS', smtp_sender_mail: 'no-reply@example.com' }; // prettier-ignore
const MINUTE = 60;
const client = { ip: '127.0.0.1', userAgent: '', language: 'en' } as const;

describe.each(dealtKinds())('a mail server that is away, on %s', (kind) => {
  let server: TestServer;
  let one: TestMember;
  let fault: MessageFault | null = null;
  const posted: { readonly to: string; readonly text: string }[] = [];
  const mailer = {
    send: async (_settings: unknown, { to, text }: { readonly to: string; readonly text: string }) => {
      if (fault !== null) throw new DeliveryError(fault);
      posted.push({ to, text });
    },
    verify: () => Promise.resolve(),
  };
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, ports: { mailer } });
    const { kysely } = server.database;
    for (const [name, value] of Object.entries(SETTINGS))
      await kysely.updateTable('config').set({ value }).where('name', '=', name).execute();
    await kysely.insertInto('config_secret').values({ name: 'smtp_pass', value: 'p' }).execute();
    one = await addMember(server, 'lin', { email: 'old@example.com' });
  });
  beforeEach(async () => {
    posted.length = 0;
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
    fault = 'loginRefused';
    await changeAddress();
    await pass(90, 12);
    expect([posted, await outbox()]).toEqual([
      [],
      [{ target: 'old@example.com', purpose: 'address_changed', status: 'failed', fault: 'loginRefused' }],
    ]);
    fault = null;
    await pass(60, 3);
    expect(posted.map(({ to }) => to)).toEqual(['old@example.com']);
    expect(posted[0]?.text).toMatch(/(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}/u);
    expect(await outbox()).toEqual([{ target: 'old@example.com', purpose: 'address_changed', status: 'sent', fault: '' }]);
  });

  it('is waited for no longer than the number counts', async () => {
    fault = 'unreachable';
    await changeAddress();
    await pass(73 * 60, 30);
    fault = null;
    await pass(60, 3);
    expect(posted).toEqual([]);
  });

  it('brings word of a deed for a day', async () => {
    fault = 'busy';
    await server.database.transaction((trx) => messagesThrough(server.ports).tell(trx, one.id, 'passwordChanged', client));
    await pass(20 * 60, 20);
    fault = null;
    await pass(60, 2);
    expect(posted.map(({ to }) => to)).toEqual(['old@example.com']);
  });

  it('leaves nothing to see to where a later attempt arrived', async () => {
    const { kysely } = server.database;
    await kysely.updateTable('admin').set({ email: 'boss@example.com' }).where('id', '=', 1).execute();
    fault = 'busy';
    const news = { name: 'newPlace', params: { ip: '198.51.100.77' } } as const;
    await server.database.transaction((trx) => tellAdmin(server.ports, trx, 1, news, 'en'));
    const failures = async () => {
      const { token } = await server.signIn();
      const { waiting } = await server.call(readDashboard, {}, { token });
      return waiting?.find(({ kind: about }) => about === 'mailFailed')?.count ?? 0;
    };
    await pass(1, 3);
    expect(await failures()).toBe(1);
    fault = null;
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
