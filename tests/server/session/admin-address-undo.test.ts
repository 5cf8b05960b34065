import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveOwnProfile } from '#api/contract/session/own-profile';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { admin as adminSection } from '#sections/admin/admin.resource.ts';
import { createSmtpMailer } from '#server/adapters/smtp-mailer';
import { silentLogger } from '#server/base/logger';
import { sweepProofs } from '#server/features/members/sweep-proofs';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import { LOCALHOST_CERTIFICATE } from '#tests/support/servers/localhost-certificate.ts';
import { MAIL_ACCOUNT, partsOf, startMailServer } from '#tests/support/servers/mail-server.ts';

const UNDO = '/admin/Index/undoAddress';
const HOUR = 3600;

describe.each(dealtKinds())('an administrator whose email address was changed, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    const mailer = createSmtpMailer({ logger: silentLogger, authorities: LOCALHOST_CERTIFICATE });
    server = await createTestServer({ kind, sampleData: false, ports: { mailer } });
  });
  afterAll(() => server.close());

  const undo = async (number: unknown, language: 'en' | 'zh-cn' = 'en') =>
    (await server.request(UNDO, { method: 'POST', json: { number }, headers: { 'think-lang': language } })).body;
  const added = async (username: string, email: string) => {
    const one = await server.addAdmin(username, []);
    await server.database.kysely.updateTable('admin').set({ email }).where('id', '=', one.id).execute();
    server.clock.advanceSeconds(60);
    return one;
  };
  const change = (token: string, email: string, more: object = {}) =>
    server.call(saveOwnProfile, { nickname: 'N', mobile: '', motto: '', email, oldPassword: TEST_PASSWORD, ...more }, { token });
  /** The number that the address got last. */
  const numberAt = async (target: string) => {
    await server.ports.jobs.runDue();
    const { kysely } = server.database;
    const rows = kysely.selectFrom('outbox_message').select(['code', 'purpose']).where('target', '=', target).orderBy('id');
    return (await rows.execute()).findLast(({ purpose }) => purpose === 'address_changed')?.code;
  };
  const emailOf = async (id: number) =>
    (await server.database.kysely.selectFrom('admin').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
  const isIn = async (token: string) => (await server.request('/admin/routine.AdminInfo/index', { token })).body?.code === 1;
  const enters = (username: string, password: string) =>
    server.signIn(username, password).then(
      () => true,
      () => false,
    );

  it('is told by a mail server at the old one how to have it back, once, which ends every session', async () => {
    const one = await added('mailed', 'mailed@example.org');
    const { token: thief } = await server.signIn('mailed');
    const mail = await startMailServer();
    const { kysely } = server.database;
    const setting = (name: string, value: string) => kysely.updateTable('config').set({ value }).where('name', '=', name).execute();
    try {
      for (const [name, value] of [
        ['smtp_server', 'localhost'],
        ['smtp_port', String(mail.port)],
        ['smtp_user', MAIL_ACCOUNT.user],
        ['smtp_verification', 'TLS'],
        ['smtp_sender_mail', 'noreply@example.com'],
      ] as const)
        await setting(name, value);
      await kysely.insertInto('config_secret').values({ name: 'smtp_pass', value: MAIL_ACCOUNT.password }).execute();
      await change(thief, 'thief@example.org');
      await server.ports.jobs.runDue();
    } finally {
      await setting('smtp_server', '');
      await kysely.deleteFrom('config_secret').where('name', '=', 'smtp_pass').execute();
      await mail.close();
    }
    // One mail alone, with the page on which the number is typed.
    expect(mail.mails.map(({ to }) => to)).toEqual([['mailed@example.org']]);
    const text = Object.values(partsOf(mail.mails[0]!.raw)).join(' ');
    expect(text).toContain('/admin/undo');
    const numbers = new Set(text.match(/(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}/gu));
    expect(numbers.size).toBe(1);
    const [number = ''] = numbers;
    // On its last hour.
    server.clock.advanceSeconds(71 * HOUR);
    const fresh = await server.signIn('mailed');
    expect(await undo(` ${number.toLowerCase()} `)).toMatchObject({ code: 1 });
    expect(await emailOf(one.id)).toBe('mailed@example.org');
    expect([await isIn(one.token), await isIn(thief), await isIn(fresh.token)]).toEqual([false, false, false]);
    expect(await enters('mailed', TEST_PASSWORD)).toBe(true);
    const unknown = await undo('AAAA-AAAA-AAAA-AAAA');
    expect(unknown).toMatchObject({ code: 0, data: { fields: { number: expect.any(String) as string } } });
    // The same words for one that is spent.
    const { time: _then, ...said } = unknown as Record<string, unknown>;
    expect(await undo(number)).toMatchObject(said);
    const news = kysely.selectFrom('notification').select('name').where('admin_id', '=', one.id).orderBy('id');
    expect((await news.execute()).map(({ name }) => name)).toEqual(['emailChanged', 'emailRestored']);
    const kept = JSON.stringify([
      await kysely.selectFrom('record_change').selectAll().execute(),
      await kysely.selectFrom('security_log').selectAll().execute(),
      await kysely.selectFrom('admin_log').selectAll().execute(),
      await kysely.selectFrom('outbox_message').selectAll().execute(),
    ]);
    expect(kept).not.toContain(number);
  });

  it('has a password and what opens the account beside it, set since, opening it no more', async () => {
    const one = await added('taken', 'taken@example.org');
    await change(one.token, 'taker@example.org', { password: 'taker-word-1' });
    await change(one.token, 'taker2@example.org', { oldPassword: 'taker-word-1' });
    const [number, ofTaker] = [await numberAt('taken@example.org'), await numberAt('taker@example.org')];
    expect(await undo(number)).toMatchObject({ code: 1 });
    expect(await emailOf(one.id)).toBe('taken@example.org');
    expect([await enters('taken', 'taker-word-1'), await enters('taken', TEST_PASSWORD)]).toEqual([false, false]);
    // What came after it is spent with it.
    expect(await undo(ofTaker)).toMatchObject({ code: 0 });
    const { kysely } = server.database;
    const logged = kysely.selectFrom('security_log').select('kind').where('account_id', '=', one.id).orderBy('id');
    expect((await logged.execute()).map(({ kind: event }) => event)).toEqual(
      expect.arrayContaining(['password.changed', 'password.reset', 'admin.addressRestored']),
    );
  });

  it('has three days, after which nothing is kept of it', async () => {
    const one = await added('late', 'late@example.org');
    await change(one.token, 'later@example.org');
    const number = await numberAt('late@example.org');
    server.clock.advanceSeconds(72 * HOUR + 1);
    expect(await undo(number)).toMatchObject({ code: 0 });
    expect(await emailOf(one.id)).toBe('later@example.org');
    const rows = () => server.database.kysely.selectFrom('admin_address_undo').select('id').where('admin_id', '=', one.id).execute();
    expect(await rows()).toHaveLength(1);
    await sweepProofs(server.ports);
    expect(await rows()).toEqual([]);
  });

  it('cannot have it back once another administrator has given another one, or somebody else has it', async () => {
    const root = (await server.signIn()).token;
    const one = await added('given', 'given@example.org');
    await change(one.token, 'mine@example.org');
    const number = await numberAt('given@example.org');
    await server.call(resourceEndpoints(adminSection).save, { id: one.id, email: 'theirs@example.org' }, { token: root });
    expect(await undo(number)).toMatchObject({ code: 0 });
    expect(await emailOf(one.id)).toBe('theirs@example.org');
    const two = await added('moved', 'moved@example.org');
    await change(two.token, 'elsewhere@example.org');
    const gone = await numberAt('moved@example.org');
    await added('heir', 'Moved@Example.org');
    expect(await undo(gone)).toMatchObject({ code: 0, msg: server.ports.messages.text('en', 'refusals.member.addressGone') });
    expect(await emailOf(two.id)).toBe('elsewhere@example.org');
    expect(await undo(gone, 'zh-cn')).toMatchObject({ msg: server.ports.messages.text('zh-cn', 'refusals.member.addressGone') });
  });
});
