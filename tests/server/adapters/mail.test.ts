import { createServer } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendTestMail } from '#api/contract/session/verification';
import { SMS_TIMEOUT_MS } from '#server/base/limits';
import { createLogger } from '#server/base/logger';
import { createSmtpMailer } from '#server/adapters/smtp-mailer';
import { createBackgroundTasks } from '#server/base/background-tasks';
import type { Caller, Client } from '#server/base/caller';
import { createGuesses } from '#server/features/base/guesses';
import { createCodeAccounts } from '#server/features/session/verification/code-accounts';
import { mailWords } from '#server/features/session/verification/member-notice';
import { createVerificationService } from '#server/features/session/verification/verification.service';
import { createHttpSms } from '#server/adapters/http-sms';
import { LOCALHOST_CERTIFICATE } from '#tests/support/servers/localhost-certificate.ts';
import { headerOf, MAIL_ACCOUNT, partsOf, startMailServer, type MailServer } from '#tests/support/servers/mail-server.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const client: Client = { ip: '10.0.0.1', userAgent: '', language: 'zh-cn' };
const visitor = (language: Client['language']): Caller => ({
  kind: 'visitor',
  client: { ...client, language },
  tokens: { admin: null, member: null },
});

const lines: string[] = [];
const logger = createLogger({ level: 'debug', write: (line) => void lines.push(line), now: () => new Date() });
const mailer = createSmtpMailer({ logger, authorities: LOCALHOST_CERTIFICATE });

const backgroundTasks = createBackgroundTasks(logger);

let server: TestServer;
let mail: MailServer;
beforeAll(async () => {
  server = await createTestServer({ sampleData: false, ports: { mailer, logger } });
});
afterAll(() => server.close());
beforeEach(async () => {
  mail = await startMailServer();
  await server.database.kysely.deleteFrom('outbox_message').execute();
  await server.database.kysely.deleteFrom('verification_code').execute();
  await server.database.kysely.deleteFrom('code_turn').execute();
  await server.database.kysely.deleteFrom('throttle_counter').execute();
  await configure();
});
afterEach(() => mail.close());

/** Has too much to do to talk to anybody. */
const greeter = { port: 0, server: createSocketServer((socket) => void socket.end('421 4.7.0 Too many connections\r\n')) };
beforeAll(async () => {
  await new Promise<void>((resolve) => void greeter.server.listen(0, '127.0.0.1', resolve));
  greeter.port = (greeter.server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => void greeter.server.close(resolve)));

interface MailChange {
  readonly port?: number;
  readonly password?: string;
  readonly encryption?: 'SSL' | 'TLS';
}

async function configure({ port = mail.port, password = MAIL_ACCOUNT.password, encryption = 'TLS' }: MailChange = {}): Promise<void> {
  const values = {
    site_name: '茶 & 器',
    smtp_server: 'localhost',
    smtp_port: String(port),
    smtp_user: MAIL_ACCOUNT.user,
    smtp_verification: encryption,
    smtp_sender_mail: 'noreply@example.com',
  };
  for (const [name, value] of Object.entries(values))
    await server.database.kysely.updateTable('config').set({ value }).where('name', '=', name).execute();
  await server.database.kysely
    .insertInto('config_secret')
    .values({ name: 'smtp_pass', value: password })
    .onConflict((on) => on.column('name').doUpdateSet({ value: password }))
    .execute();
}

async function settled(sending: Promise<void>): Promise<void> {
  try {
    await sending;
  } finally {
    await backgroundTasks.done();
  }
}

const codes = () =>
  createVerificationService(
    server.ports,
    { consume: () => Promise.resolve({ takeBack: () => Promise.resolve() }) },
    createCodeAccounts({ ...server.ports, guesses: createGuesses(server.ports) }),
    backgroundTasks,
  );
const ask = (target: string, { purpose = 'user_register', language = 'zh-cn' }: { purpose?: string; language?: Client['language'] } = {}) =>
  settled(codes().send({ channel: 'email', target, purpose, captchaId: 'c', captchaInfo: 'i', password: undefined }, visitor(language)));
const use = (target: string, code: string) =>
  codes()
    .consume({ purpose: 'user_register', target, client, memberId: null }, code)
    .then(
      () => 'accepted',
      () => 'refused',
    );
const outbox = () => server.database.kysely.selectFrom('outbox_message').selectAll().orderBy('id').execute();

/** A port where nobody listens. */
async function closedPort(): Promise<number> {
  const socket = createSocketServer();
  await new Promise<void>((resolve) => void socket.listen(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => void socket.close(resolve));
  return port;
}

async function earlierCode(target: string): Promise<string> {
  await ask(target);
  server.clock.advanceSeconds(60);
  return /\b\d{6}\b/u.exec(partsOf(mail.mails.at(-1)!.raw)['text/plain'] ?? '')?.[0] ?? '';
}

/** What an administrator has typed, but for the password. */
const typed = () => ({
  smtp_server: 'localhost',
  smtp_port: mail.port,
  smtp_user: MAIL_ACCOUNT.user,
  smtp_pass: '',
  smtp_verification: 'TLS',
  smtp_sender_mail: 'noreply@example.com',
  testMail: 'me@example.com',
});

describe('codes by mail', () => {
  it('arrive in Chinese, as text and as a page, and are accepted once', async () => {
    await ask('Lin@Example.com');
    const [received] = mail.mails;
    expect([mail.mails.length, received!.from, received!.to]).toEqual([1, 'noreply@example.com', ['lin@example.com']]);
    expect([headerOf(received!.raw, 'Subject'), headerOf(received!.raw, 'From')]).toEqual([
      '【茶 & 器】验证码',
      '茶 & 器 <noreply@example.com>',
    ]);
    const parts = partsOf(received!.raw);
    const code = /\b\d{6}\b/u.exec(parts['text/plain'] ?? '')?.[0] ?? '';
    expect(parts['text/plain']?.trim().split(/\r?\n/u)).toEqual([
      '您正在“茶 & 器”注册账户，验证码是：',
      '',
      code,
      '',
      '10 分钟内有效，只能使用一次。',
      '如果不是您本人的操作，请忽略此消息，也不要把验证码告诉任何人。',
    ]);
    expect(parts['text/html']).toContain('<html lang="zh-CN">');
    expect(parts['text/html']).toContain('您正在“茶 &amp; 器”注册账户');
    expect(parts['text/html']).toContain(`>${code}</p>`);
    expect([await use('lin@example.com', code), await use('lin@example.com', code)]).toEqual(['accepted', 'refused']);
    const [message] = await outbox();
    expect(message).toMatchObject({ status: 'sent', code: '', end_time: server.clock.nowMs() / 1000, subject: '【茶 & 器】验证码' });
    expect(JSON.stringify(message)).not.toContain(code);
  });

  it('arrive in English for whoever reads English', async () => {
    await ask('lin@example.com', { language: 'en' });
    expect(headerOf(mail.mails[0]!.raw, 'Subject')).toBe('茶 & 器: your verification code');
    expect(partsOf(mail.mails[0]!.raw)['text/plain']).toMatch(
      /code to register an account\. The code is:\s+\d{6}\s+It is valid for 10 minutes/u,
    );
  });

  it('go over TLS from the first byte too', async () => {
    const secure = await startMailServer({ isSecure: true });
    await configure({ port: secure.port, encryption: 'SSL' });
    await ask('lin@example.com');
    expect(secure.mails).toHaveLength(1);
    await secure.close();
  });

  it('never go over a line that is not secure', async () => {
    const plain = await startMailServer({ isPlain: true });
    await configure({ port: plain.port });
    await expect(ask('lin@example.com')).rejects.toThrow('refusals.mail.insecure');
    expect([plain.signIns(), plain.mails]).toEqual([0, []]);
    await plain.close();
    // Nor to a server whose certificate nobody vouches for.
    await configure();
    const doubtful = createVerificationService(
      { ...server.ports, mailer: createSmtpMailer({ logger }) },
      { consume: () => Promise.resolve({ takeBack: () => Promise.resolve() }) },
      createCodeAccounts({ ...server.ports, guesses: createGuesses(server.ports) }),
      backgroundTasks,
    );
    const request = {
      channel: 'email',
      target: 'a@example.com',
      purpose: 'user_register',
      captchaId: '',
      captchaInfo: '',
      password: '',
    } as const;
    await expect(doubtful.send(request, visitor('en'))).rejects.toThrow('refusals.mail.insecure');
    expect([mail.signIns(), mail.mails]).toEqual([0, []]);
  });

  it.each([
    ['the password is wrong', 'refusals.mail.loginRefused', 'loginRefused', async () => configure({ password: 'not-the-password' })],
    ['nobody listens', 'refusals.mail.unreachable', 'unreachable', async () => configure({ port: await closedPort() })],
    // Said to nobody but the outbox: only of an address that is due a message could it be said.
    ['the recipient is refused', null, 'recipientRefused', async () => configure()],
  ])('say plainly that %s; nothing is lost and nothing unsent is valid', async (_, message, fault, spoil) => {
    const target = fault === 'recipientRefused' ? 'nobody@example.com' : 'lin@example.com';
    await ask('other@example.com');
    const earlier = await earlierCode('lin@example.com');
    lines.length = 0;
    await spoil();
    const tried = () =>
      ask(target).then(
        () => null,
        (error: unknown) => (error as Error).message,
      );
    expect(await tried()).toBe(message);
    expect((await outbox()).at(-1)).toMatchObject({ target, status: 'failed', fault, code: '' });
    // What was said may be tried again at once: nothing went out. Of what was not said the pause says nothing either.
    expect(await tried()).toBe(message ?? 'refusals.codeTooFrequent');
    expect(await use('lin@example.com', earlier)).toBe('accepted');
    expect(lines.join('')).toContain(fault);
    expect(lines.join('')).not.toMatch(/post-office-99|not-the-password|lin@example\.com|nobody@example\.com/u);
    for (const code of ['', '000000']) expect(await use(target, code)).toBe('refused');
  });

  it('go to nobody who is due none, while the mail server is asked all the same', async () => {
    await ask('unknown@example.com', { purpose: 'user_retrieve_pwd' });
    expect([mail.signIns(), mail.mails, await outbox()]).toEqual([1, [], []]);
    await configure({ port: await closedPort() });
    await expect(ask('unknown2@example.com', { purpose: 'user_retrieve_pwd' })).rejects.toThrow('refusals.mail.unreachable');
  });
});

const notice = (target: string) => mailWords(server.ports, target, 'en', { site: 'Shop', title: 'News', lines: ['Hello'], delivery: '' });

describe('a notice', () => {
  it('that a mail server puts off is sent at the next attempt, and one that it will never take is not tried again', async () => {
    const { jobs, database } = server.ports;
    jobs.handle('test.notice', { lane: 'short', run: ({ to }) => notice(String(to)) });
    for (const to of ['later@example.com', 'nobody@example.com'])
      await database.transaction((trx) => jobs.send(trx, 'test.notice', { to }));
    await jobs.runDue();
    expect(mail.mails).toEqual([]);
    await sql`update pgboss.job set start_after = now()`.execute(database.kysely);
    await jobs.runDue();
    expect(mail.mails.map(({ to }) => to)).toEqual([['later@example.com']]);
    expect((await outbox()).map(({ target, status, fault }) => [target, status, fault])).toEqual([
      ['later@example.com', 'failed', 'busy'],
      ['nobody@example.com', 'failed', 'recipientRefused'],
      ['later@example.com', 'sent', ''],
    ]);
  });

  it.each([
    ['takes no more mail for now', 'full@example.com', 'busy', async () => configure()],
    ['greets with another time', 'lin@example.com', 'busy', async () => configure({ port: greeter.port })],
    ['refuses the account', 'lin@example.com', 'loginRefused', async () => configure({ password: 'not-the-password' })],
  ])('waits for another attempt where the server %s', async (_, target, fault, spoil) => {
    await spoil();
    await expect(notice(target)).rejects.toMatchObject({ fault });
    expect((await outbox()).at(-1)).toMatchObject({ target, status: 'failed', fault });
  });
});

const attempt = (to: string, delivery: string) =>
  mailWords({ ...server.ports, mailer: createSmtpMailer({ logger, authorities: LOCALHOST_CERTIFICATE, timeoutMs: 500 }) }, to, 'en', {
    site: 'Shop',
    title: 'News',
    lines: ['Hello'],
    delivery,
  });

describe('a mail that is tried several times', () => {
  it('has the same Message-ID each time, and may have arrived where the server took it and says nothing', async () => {
    for (let tried = 0; tried < 2; tried += 1)
      await expect(attempt('silent@example.com', 'one-delivery')).rejects.toMatchObject({ fault: 'tooSlow', mayHaveArrived: true });
    await attempt('lin@example.com', 'another-delivery');
    expect(mail.mails.map(({ raw }) => headerOf(raw, 'Message-ID'))).toEqual([
      '<one-delivery@example.com>',
      '<one-delivery@example.com>',
      '<another-delivery@example.com>',
    ]);
  });

  it('has not arrived where the server refuses it, or hangs up before it has it', async () => {
    await expect(attempt('full@example.com', 'full')).rejects.toMatchObject({ fault: 'busy', mayHaveArrived: false });
    await configure({ port: await closedPort() });
    await expect(attempt('lin@example.com', 'closed')).rejects.toMatchObject({ fault: 'unreachable', mayHaveArrived: false });
  });
});

describe('the test mail', () => {
  it('goes out with the settings typed, to whom is named, for super administrators only', async () => {
    const { token } = await server.signIn();
    expect(await server.call(sendTestMail, { ...typed(), smtp_pass: MAIL_ACCOUNT.password }, { token })).toBeNull();
    expect([mail.mails[0]!.to, headerOf(mail.mails[0]!.raw, 'Subject')]).toEqual([['me@example.com'], '茶 & 器: test email']);
    const clerk = await server.addAdmin('clerk', ['routine/attachment']);
    const reply = await server.request('/api/admin/routine.Config/sendTestMail', { method: 'POST', json: typed(), token: clerk.token });
    expect([reply.body?.code, mail.mails.length]).toEqual([401, 1]);
  });

  it('leaves no trace of the password, in logs and in replies', async () => {
    const { token } = await server.signIn();
    lines.length = 0;
    const json = { ...typed(), smtp_pass: 'typed-secret-1' };
    const reply = await server.request('/api/admin/routine.Config/sendTestMail', { method: 'POST', json, token });
    expect(reply.body).toMatchObject({
      code: 0,
      msg: 'The mail server refused the account or its password; no email was sent.',
      data: null,
    });
    await server.call(sendTestMail, { ...typed(), smtp_pass: MAIL_ACCOUNT.password }, { token });
    const log = await server.database.kysely.selectFrom('admin_log').selectAll().orderBy('id').execute();
    expect(log.at(-1)?.data).toContain('"smtp_pass":"***"');
    const config = await server.database.kysely.selectFrom('config').selectAll().execute();
    expect(JSON.stringify([log, config, lines, reply])).not.toMatch(/typed-secret-1|post-office-99/u);
  });

  it('takes the stored password only to where it is stored for', async () => {
    const { token } = await server.signIn();
    await server.call(sendTestMail, typed(), { token });
    expect(mail.mails).toHaveLength(1);
    const elsewhere = await startMailServer();
    for (const change of [
      { smtp_port: elsewhere.port },
      { smtp_server: '127.0.0.1' },
      { smtp_user: 'other' },
      { smtp_verification: 'SSL' },
    ])
      await expect(server.call(sendTestMail, { ...typed(), ...change }, { token })).rejects.toMatchObject({
        failure: { fields: { smtp_pass: 'This field is required' } },
      });
    expect([elsewhere.signIns(), mail.mails.length]).toEqual([0, 1]);
    await elsewhere.close();
  });

  it('says which entries are wrong', async () => {
    const { token } = await server.signIn();
    const wrong = { ...typed(), smtp_port: '70000', smtp_verification: 'none', smtp_sender_mail: 'x', testMail: '', smtp_pass: 'x' };
    await expect(server.call(sendTestMail, wrong, { token })).rejects.toMatchObject({
      failure: {
        fields: {
          smtp_port: expect.any(String),
          smtp_verification: expect.any(String),
          smtp_sender_mail: expect.any(String),
          testMail: expect.any(String),
        },
      },
    });
    expect(mail.mails).toEqual([]);
  });
});

describe('text messages', () => {
  const asked: { method: string | undefined; token: string | undefined; body: string }[] = [];
  let answer: { status: number; body: string; location?: string } = { status: 200, body: 'ok' };
  const provider = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push({ method: request.method, token: request.headers.authorization, body });
      response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location }).end(answer.body);
    });
  });
  beforeAll(() => new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => void provider.close(resolve)));
  beforeEach(() => void (asked.length = 0));
  const sms = () =>
    createHttpSms({ url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/send`, token: 'token-of-tests' }, logger);
  const message = { mobile: '13800138000', templateCode: 'user_register', params: { code: '123456', minutes: 10 } };

  it('are posted with the token', async () => {
    await sms().send(message);
    expect(asked).toEqual([{ method: 'POST', token: 'Bearer token-of-tests', body: JSON.stringify(message) }]);
  });

  it('are verified without token and message', async () => {
    await sms().verify();
    expect(asked).toEqual([{ method: 'HEAD', token: undefined, body: '' }]);
  });

  it('are sent once the receiver has said so, whether or not what it says behind that comes to an end', async () => {
    const endless = createServer((_request, response) => void response.writeHead(200).write('tak'));
    await new Promise<void>((resolve) => void endless.listen(0, '127.0.0.1', resolve));
    const { port } = endless.address() as AddressInfo;
    const start = performance.now();
    await createHttpSms({ url: `http://127.0.0.1:${port}/`, token: 't' }, logger).send(message);
    expect(performance.now() - start).toBeLessThan(SMS_TIMEOUT_MS);
    endless.closeAllConnections();
    endless.close();
  });

  it('follow no redirect, and fail plainly', async () => {
    answer = { status: 302, body: '', location: '/elsewhere' };
    await expect(sms().send(message)).rejects.toMatchObject({ fault: 'refused' });
    expect(asked).toHaveLength(1);
    answer = { status: 401, body: '' };
    await expect(sms().send(message)).rejects.toMatchObject({ fault: 'loginRefused' });
    answer = { status: 400, body: 'x'.repeat(1_000_000) };
    await expect(sms().send(message)).rejects.toMatchObject({ fault: 'refused' });
    for (const status of [429, 500, 503]) {
      answer = { status, body: '' };
      await expect(sms().send(message)).rejects.toMatchObject({ fault: 'busy' });
    }
    const nobody = createHttpSms({ url: `http://127.0.0.1:${await closedPort()}/`, token: 't' }, logger);
    await expect(nobody.send(message)).rejects.toMatchObject({ fault: 'unreachable' });
    expect(lines.join('')).not.toMatch(/token-of-tests|13800138000|123456/u);
  });
});
