import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendMail, sendSms } from '#api/contract/session/verification';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { outboxMessage } from '#sections/outbox-message/outbox-message.resource.ts';
import type { CaptchaService } from '#server/features/session/captcha/captcha.service';
import { createBackgroundTasks } from '#server/base/background-tasks';
import type { Caller, Client } from '#server/base/caller';
import { createGuesses } from '#server/features/base/guesses';
import { createCodeAccounts } from '#server/features/session/verification/code-accounts';
import { drawCode } from '#server/features/session/verification/code-store';
import { DeliveryError, type TextMessage } from '#server/ports/verification-ports';
import { sendAddressNotice } from '#server/features/session/verification/address-notice';
import { createVerificationService, type VerificationService } from '#server/features/session/verification/verification.service';
import { FieldsRefused } from '#server/base/refusal';
import { silentLogger } from '#server/base/logger';
import { tidyUp } from '#server/boot/upkeep/housekeeping';
import { sha256 } from '#server/base/digest';
import { createTestMailServer, setUpMail } from '#tests/support/mail-server.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { dealtKinds } from '#tests/support/dealt.ts';

const client: Client = { ip: '10.0.0.1', userAgent: '', language: 'en' };
const visitor = (ip = client.ip): Caller => ({ kind: 'visitor', client: { ...client, ip }, tokens: { admin: null, member: null } });

/** Lets everybody pass who has solved something, and keeps count. */
function openCaptcha(): Pick<CaptchaService, 'consume'> & { consumed: number } {
  return {
    consumed: 0,
    async consume(_id, info) {
      if (info !== 'right') throw new FieldsRefused({ captchaInfo: { key: 'refusals.captchaWrong' } });
      this.consumed += 1;
      return { takeBack: () => Promise.resolve() };
    },
  };
}

const backgroundTasks = createBackgroundTasks(silentLogger);

async function settled(sending: Promise<void>): Promise<void> {
  try {
    await sending;
  } finally {
    await backgroundTasks.done();
  }
}

const askSms = (by: VerificationService, mobile: string) =>
  settled(
    by.send(
      { channel: 'mobile', target: mobile, purpose: 'user_register', captchaId: 'c', captchaInfo: 'right', password: undefined },
      visitor(),
    ),
  );
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

describe.each(dealtKinds())('verification codes on %s', (kind) => {
  let server: TestServer;
  let codes: VerificationService;
  let captcha: ReturnType<typeof openCaptcha>;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, ports: { mailer: createTestMailServer().mailer } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.kysely.deleteFrom('outbox_message').execute();
    await server.database.kysely.deleteFrom('verification_code').execute();
    await server.database.kysely.deleteFrom('code_turn').execute();
    for (const table of ['throttle_counter', 'sign_in_place', 'member'] as const) await server.database.kysely.deleteFrom(table).execute();
    captcha = openCaptcha();
    codes = createVerificationService(
      server.ports,
      captcha,
      createCodeAccounts({ ...server.ports, guesses: createGuesses(server.ports) }),
      backgroundTasks,
    );
  });

  const outbox = () => server.database.kysely.selectFrom('outbox_message').selectAll().orderBy('id').execute();
  const newest = async () => (await outbox()).at(-1)?.code ?? '';
  const oldest = async () => (await outbox())[0]?.code;
  const ask = (target: string, purpose = 'user_register', { ip = client.ip, info = 'right', by = codes } = {}) =>
    settled(by.send({ channel: 'email', target, purpose, captchaId: 'c', captchaInfo: info, password: undefined }, visitor(ip)));
  const use = (target: string, code: string, purpose = 'user_register', ip = client.ip) =>
    codes.consume({ purpose, target, client: { ...client, ip }, memberId: null }, code).then(
      () => 'accepted',
      (error: unknown) => (error instanceof FieldsRefused ? error.issues : Promise.reject(error as Error)),
    );
  const WRONG = { captcha: { key: 'refusals.codeWrong' } };
  const askToRetrieve = (ip: string) => ask('lin@example.com', 'user_retrieve_pwd', { ip });
  const retrievals = async () => (await outbox()).filter(({ purpose }) => purpose === 'user_retrieve_pwd').length;
  const addMember = async (email: string) => {
    const stamps = { create_time: 1, update_time: 1 };
    const group = { name: 'Members', rules: '*', ...stamps };
    const { id } = await server.database.kysely.insertInto('member_group').values(group).returning('id').executeTakeFirstOrThrow();
    const member = { group_id: id, username: email.split('@', 1)[0]!, email, ...stamps };
    return server.database.kysely.insertInto('member').values(member).returning('id').executeTakeFirstOrThrow();
  };

  it.each([
    ['open_member_center', '0', 'user_register', 'refusals.member.closed'],
    ['open_member_center', '0', 'user_retrieve_pwd', 'refusals.member.closed'],
    ['member_registration', 'closed', 'user_register', 'refusals.member.registrationClosed'],
    ['code_sign_in', '0', 'user_login', 'refusals.member.noCodeSignIn'],
  ])('are sent for nothing that is switched off: with %s %s none of %s', async (name, value, purpose, refusal) => {
    const { kysely } = server.database;
    await addMember('known@example.com');
    const was = await kysely.selectFrom('config').select('value').where('name', '=', name).executeTakeFirstOrThrow();
    await kysely.updateTable('config').set({ value }).where('name', '=', name).execute();
    const target = purpose === 'user_register' ? 'nobody@example.com' : 'known@example.com';
    await expect(ask(target, purpose)).rejects.toThrow(refusal);
    await kysely.updateTable('config').set(was).where('name', '=', name).execute();
    expect(await outbox()).toEqual([]);
  });

  it('keeps the message while no mail server is set up, and stores no code in the clear', async () => {
    await ask(' Lin@Example.com ');
    const [message, ...more] = await outbox();
    expect(more).toEqual([]);
    expect(message).toEqual({
      id: expect.any(Number),
      channel: 'email',
      target: 'lin@example.com',
      purpose: 'user_register',
      subject: 'Troupe: your verification code',
      text: 'Somebody asked Troupe for a code to register an account. The code is:\n\n******\n\nIt is valid for 10 minutes and can be used once.\nIf this was not you, ignore this message and do not share the code with anyone.',
      code: expect.stringMatching(/^\d{6}$/u),
      delivery: '',
      status: 'waiting',
      fault: '',
      create_time: server.clock.nowMs() / 1000,
      end_time: null,
    });
    const rows = await server.database.kysely.selectFrom('verification_code').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify({ ...rows[0], id: 0 })).not.toContain(message!.code);
  });

  it('accepts a code once, whatever stands around it', async () => {
    await ask('a@example.com');
    const code = await newest();
    expect(await use('A@Example.com', ` ${code}\n`)).toBe('accepted');
    expect(await use('a@example.com', code)).toEqual(WRONG);
  });

  it('accepts it once even when it is used many times at once', async () => {
    await ask('a@example.com');
    const code = await newest();
    const results = await Promise.all(Array.from({ length: 5 }, () => use('a@example.com', code)));
    expect(results.filter((result) => result === 'accepted')).toHaveLength(1);
  });

  it('lets five tries pass and not a sixth, together or one by one', async () => {
    await ask('a@example.com');
    const code = await newest();
    for (let tries = 0; tries < 4; tries += 1) expect(await use('a@example.com', otherThan(code))).toEqual(WRONG);
    await ask('b@example.com');
    const other = await newest();
    expect(await use('a@example.com', code)).toBe('accepted');
    await Promise.all(Array.from({ length: 5 }, () => use('b@example.com', otherThan(other))));
    expect(await use('b@example.com', other)).toEqual(WRONG);
  });

  it('is valid for ten minutes, to the second', async () => {
    await ask('a@example.com');
    const code = await newest();
    server.clock.advanceSeconds(599);
    await ask('b@example.com');
    expect(await use('a@example.com', code)).toBe('accepted');
    const other = await newest();
    server.clock.advanceSeconds(600);
    expect(await use('b@example.com', other)).toEqual(WRONG);
  });

  it('is bound to its purpose, its target and who asked for it', async () => {
    await ask('a@example.com', 'user_register', { ip: '10.0.0.1' });
    const code = await newest();
    expect(await use('a@example.com', code, 'user_change_email')).toEqual(WRONG);
    expect(await use('b@example.com', code)).toEqual(WRONG);
    // Nor do the guesses of strangers cost its owner tries.
    for (let tries = 0; tries < 6; tries += 1) expect(await use('a@example.com', code, 'user_register', '10.9.9.9')).toEqual(WRONG);
    expect(
      await codes.consume({ purpose: 'user_register', target: 'a@example.com', client, memberId: 7 }, code).catch(() => 'refused'),
    ).toBe('refused');
    expect(await use('a@example.com', code)).toBe('accepted');
  });

  it('stays valid whoever else asks for one', async () => {
    await ask('a@example.com', 'user_register', { ip: '10.0.0.1' });
    const mine = await newest();
    server.clock.advanceSeconds(60);
    await ask('a@example.com', 'user_register', { ip: '10.9.9.9' });
    const theirs = await newest();
    expect(await use('a@example.com', mine, 'user_register', '10.9.9.9')).toEqual(mine === theirs ? 'accepted' : WRONG);
    expect(await use('a@example.com', mine)).toBe('accepted');
    expect(await use('a@example.com', theirs, 'user_register', '10.9.9.9')).toBe('accepted');
  });

  it('waits a minute before another goes to the same address for the same purpose', async () => {
    await ask('a@example.com');
    const first = await newest();
    server.clock.advanceSeconds(59);
    await expect(ask('a@example.com')).rejects.toThrow('refusals.codeTooFrequent');
    await ask('a@example.com', 'user_change_email');
    // Nobody has to wait for somebody else's code.
    await ask('a@example.com', 'user_register', { ip: '10.0.0.2' });
    server.clock.advanceSeconds(1);
    await ask('a@example.com');
    expect(await outbox()).toHaveLength(4);
    // The newest one counts.
    const second = await newest();
    const late = await use('a@example.com', first === second ? otherThan(second) : first);
    expect(late).toEqual(WRONG);
    expect(await use('a@example.com', second)).toBe('accepted');
  });

  it('sends one when many are asked for at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => ask('a@example.com')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await outbox()).toHaveLength(1);
  });

  it('sends ten to an address in a day for one network, whatever they are for', async () => {
    for (let count = 0; count < 10; count += 1) {
      await ask('a@example.com', count % 2 === 0 ? 'user_register' : 'user_change_email');
      server.clock.advanceSeconds(60);
    }
    await expect(ask('a@example.com')).rejects.toThrow('refusals.tooManyCodes');
    await ask('b@example.com');
    await ask('a@example.com', 'user_register', { ip: '10.0.1.1' });
    server.clock.advanceSeconds(90_000);
    await ask('a@example.com');
    expect(await outbox()).toHaveLength(13);
  });

  it('sends thirty to an address in a day for strangers, and tells none of them when they are spent', async () => {
    for (let count = 0; count < 31; count += 1) await ask('a@example.com', 'user_register', { ip: `10.0.1.${count}` });
    expect(await outbox()).toHaveLength(30);
    await ask('b@example.com');
    expect((await outbox()).at(-1)?.target).toBe('b@example.com');
    server.clock.advanceSeconds(90_000);
    await ask('a@example.com');
    expect((await outbox()).at(-1)?.target).toBe('a@example.com');
  });

  it('sends to an owner where they have signed in of late, whatever strangers have used up', async () => {
    const { id } = await addMember('lin@example.com');
    for (let count = 0; count < 31; count += 1) await askToRetrieve(`10.0.1.${count}`);
    expect(await retrievals()).toBe(30);
    const place = { account_type: 'user' as const, account_id: id, network: '10.8.8.8', last_time: server.clock.nowMs() / 1000 };
    await server.database.kysely.insertInto('sign_in_place').values(place).execute();
    await askToRetrieve('10.8.8.8');
    await askToRetrieve('10.8.8.9');
    expect(await retrievals()).toBe(31);
  });

  it('lets what brings no code use up none, and bounds the notices that strangers cause', async () => {
    await addMember('lin@example.com');
    for (let count = 0; count < 30; count += 1) await ask('lin@example.com', 'user_register', { ip: `10.0.1.${count}` });
    for (let count = 0; count < 30; count += 1) await ask('lin@example.com', 'user_change_email', { ip: `10.0.2.${count}` });
    expect((await outbox()).map(({ purpose }) => purpose)).toEqual(Array(5).fill('account_known'));
    await ask('lin@example.com', 'user_retrieve_pwd', { ip: '10.8.8.8' });
    expect((await outbox()).at(-1)).toMatchObject({ purpose: 'user_retrieve_pwd', code: expect.stringMatching(/^\d{6}$/u) });
  });

  it('counts the checks of an own address for the member alone, ten a day', async () => {
    const accounts = { ownerOf: () => Promise.resolve(7), confirm: () => Promise.resolve(7) };
    const confirmed = createVerificationService(server.ports, captcha, accounts, backgroundTasks);
    const check = () => ask('a@example.com', 'user_email_verify', { by: confirmed });
    for (let count = 0; count < 30; count += 1) await ask(`n${count}@example.com`);
    for (let count = 0; count < 31; count += 1) await ask('a@example.com', 'user_register', { ip: `10.0.1.${count}` });
    for (let count = 0; count < 10; count += 1) {
      await check();
      server.clock.advanceSeconds(60);
    }
    expect((await outbox()).filter(({ purpose }) => purpose === 'user_email_verify')).toHaveLength(10);
    await expect(check()).rejects.toThrow('refusals.tooManyCodes');
  });

  it('keeps the pause alike for who is a member and who is none when nothing can be delivered', async () => {
    await addMember('known@example.com');
    const owner = { email: 'known@example.com', mobile: '13800138000' };
    await server.database.kysely.updateTable('member').set({ mobile: owner.mobile }).where('email', '=', owner.email).execute();
    const sms = { send: () => Promise.reject(new DeliveryError('recipientRefused')), verify: () => Promise.resolve() };
    const accounts = createCodeAccounts({ ...server.ports, guesses: createGuesses(server.ports) });
    const failing = createVerificationService({ ...server.ports, sms }, captcha, accounts, backgroundTasks);
    const answers = async (mobile: string) => {
      const request = { channel: 'mobile', target: mobile, purpose: 'user_retrieve_pwd', captchaId: 'c', captchaInfo: 'right' } as const;
      const send = () =>
        settled(failing.send({ ...request, password: undefined }, visitor())).then(
          () => 'accepted',
          (error: unknown) => (error as Error).message,
        );
      return [await send(), await send()];
    };
    const ANSWERS = ['accepted', 'refusals.codeTooFrequent'];
    expect([await answers(owner.mobile), await answers('13900139000')]).toEqual([ANSWERS, ANSWERS]);
    // What was not brought to its target is no code that strangers have used up.
    const used = await server.database.kysely
      .selectFrom('throttle_counter')
      .select(['key', 'count'])
      .where('key', 'like', 'code:mobile:%')
      .execute();
    expect(used).toEqual([{ key: `code:mobile:${owner.mobile}`, count: 0 }]);
  });

  it('sends thirty an hour for one network', async () => {
    for (let count = 0; count < 30; count += 1) await ask(`n${count}@example.com`);
    await expect(ask('last@example.com')).rejects.toThrow('refusals.tooManyCodes');
    await ask('last@example.com', 'user_register', { ip: '10.7.7.7' });
  });

  it('answers the same for addresses that are known and unknown, and sends nothing where nothing is due', async () => {
    await addMember('known@example.com');
    await expect(ask('known@example.com', 'user_register')).resolves.toBeUndefined();
    await expect(ask('unknown@example.com', 'user_retrieve_pwd')).resolves.toBeUndefined();
    await expect(ask('known@example.com', 'user_change_email')).resolves.toBeUndefined();
    // Whoever has an account is told so themselves, and nobody else is.
    expect((await outbox()).map(({ target, purpose, code }) => [target, purpose, code])).toEqual([
      ['known@example.com', 'account_known', ''],
    ]);
    // The pauses and the tries are the same too.
    await expect(ask('known@example.com', 'user_register')).rejects.toThrow('refusals.codeTooFrequent');
    await expect(ask('unknown@example.com', 'user_retrieve_pwd')).rejects.toThrow('refusals.codeTooFrequent');
    for (const code of ['', '000000', '123456']) expect(await use('known@example.com', code)).toEqual(WRONG);
    // What guesses at either cost is the same as well: each is counted at a row, which no code fits.
    expect(await use('unknown@example.com', '000000', 'user_retrieve_pwd')).toEqual(WRONG);
    const tried = server.database.kysely
      .selectFrom('verification_code')
      .select(['target', 'purpose', 'tries'])
      .orderBy('target')
      .orderBy('purpose');
    expect(await tried.execute()).toEqual([
      { target: 'known@example.com', purpose: 'user_change_email', tries: 0 },
      { target: 'known@example.com', purpose: 'user_register', tries: 3 },
      { target: 'unknown@example.com', purpose: 'user_retrieve_pwd', tries: 1 },
    ]);
    await ask('known@example.com', 'user_retrieve_pwd');
    await ask('unknown@example.com', 'user_register');
    expect((await outbox()).map(({ target, purpose }) => [target, purpose])).toEqual([
      ['known@example.com', 'account_known'],
      ['known@example.com', 'user_retrieve_pwd'],
      ['unknown@example.com', 'user_register'],
    ]);
    await server.database.kysely.deleteFrom('member').execute();
  });

  it('has answered before it looks whether somebody has the address', async () => {
    const { promise: known, resolve: tell } = Promise.withResolvers<number | null>();
    const accounts = { ownerOf: () => known, confirm: () => Promise.resolve(7) };
    const slow = createVerificationService(server.ports, captcha, accounts, backgroundTasks);
    const request = {
      channel: 'email',
      target: 'a@example.com',
      purpose: 'user_retrieve_pwd',
      captchaId: 'c',
      captchaInfo: 'right',
    } as const;
    await slow.send({ ...request, password: undefined }, visitor());
    expect(await outbox()).toEqual([]);
    tell(7);
    await backgroundTasks.done();
    expect(await outbox()).toMatchObject([{ target: 'a@example.com', purpose: 'user_retrieve_pwd' }]);
  });

  it('checks an own address only for whoever is signed in, and gives the turn back', async () => {
    for (let tries = 0; tries < 2; tries += 1) await expect(ask('a@example.com', 'user_email_verify')).rejects.toThrow('errors.needLogin');
    expect(await outbox()).toEqual([]);
    const accounts = { ownerOf: () => Promise.resolve(7), confirm: () => Promise.resolve(7) };
    const confirmed = createVerificationService(server.ports, captcha, accounts, backgroundTasks);
    await ask('a@example.com', 'user_email_verify', { by: confirmed });
    const code = await newest();
    const useAs = (memberId: number | null, ip: string) =>
      confirmed.consume({ purpose: 'user_email_verify', target: 'a@example.com', client: { ...client, ip }, memberId }, code).then(
        () => 'accepted',
        () => 'refused',
      );
    expect(await useAs(null, client.ip)).toBe('refused');
    expect(await useAs(8, client.ip)).toBe('refused');
    // A member may move.
    expect(await useAs(7, '10.1.1.1')).toBe('accepted');
  });

  it('needs the captcha, after the fields and before everything else', async () => {
    await expect(ask('a@example.com', 'user_register', { info: 'wrong' })).rejects.toMatchObject({
      issues: { captchaInfo: { key: 'refusals.captchaWrong' } },
    });
    await expect(ask('nobody', 'user_dance', { info: 'wrong' })).rejects.toMatchObject({
      issues: { email: { key: 'validation.email' }, event: { key: 'validation.option' } },
    });
    expect([captcha.consumed, await server.database.kysely.selectFrom('code_turn').select('target').execute()]).toEqual([0, []]);
    await ask('a@example.com');
    await expect(ask('a@example.com')).rejects.toThrow('refusals.codeTooFrequent');
    expect(captcha.consumed).toBe(2);
  });

  it('says over the wire which field is wrong, in the language of the caller', async () => {
    await expect(server.call(sendMail, { email: 'x', event: 'user_register' })).rejects.toMatchObject({
      failure: { fields: { email: expect.any(String) } },
    });
    await expect(server.call(sendMail, { email: 'a@example.com', event: 'user_register' })).rejects.toMatchObject({
      failure: { fields: { captchaInfo: expect.any(String) } },
    });
    await expect(server.call(sendSms, { mobile: '123', template_code: '' }, { language: 'zh-cn' })).rejects.toMatchObject({
      failure: { fields: { mobile: '请输入正确的手机号', template_code: '此项为必填' } },
    });
  });

  it('sends a code over the wire for a captcha that was solved, and the captcha once', async () => {
    const id = `codes-${kind}`;
    const solve = async () => {
      await server.request(`/api/common/clickCaptcha?id=${id}`);
      const { targets, width, height } = await server.database.kysely
        .selectFrom('captcha')
        .select(['targets', 'width', 'height'])
        .where('id_hash', '=', await sha256(id))
        .executeTakeFirstOrThrow();
      const points = targets.map((box) => `${Math.round(box.x + box.width / 2)},${Math.round(box.y + box.height / 2)}`);
      return `${points.join('-')};${width};${height}`;
    };
    const captchaInfo = await solve();
    const input = { mobile: '13800138000', template_code: 'user_register', captchaId: id, captchaInfo };
    const first = await server.request('/api/api/Sms/send', { method: 'POST', json: input });
    expect(first.body).toMatchObject({
      code: 1,
      msg: 'The code was created. Ask an administrator for it: this site sends none by itself yet.',
      data: null,
    });
    const second = await server.request('/api/api/Sms/send', { method: 'POST', json: { ...input, mobile: '13900139000' } });
    expect(second.body).toMatchObject({ code: 0, data: { fields: { captchaInfo: expect.any(String) } } });
    await server.app.settled();
    const [message] = await outbox();
    expect(message).toMatchObject({ channel: 'mobile', target: '13800138000', subject: '', status: 'waiting' });
    await setUpMail(server);
    const mailed = { email: 'wire@example.com', event: 'user_register', captchaId: id, captchaInfo: await solve() };
    expect((await server.request('/api/api/Ems/send', { method: 'POST', json: mailed })).body?.msg).toBe(
      'The code was sent. Check your email.',
    );
    await server.app.settled();
    await server.database.kysely.updateTable('config').set({ value: '' }).where('name', '=', 'smtp_server').execute();
    await server.database.kysely.deleteFrom('config_secret').execute();
  });

  it('shows codes no longer once a provider delivers, nor when they have expired', async () => {
    const sent: TextMessage[] = [];
    let fault: DeliveryError | null = null;
    const sms = {
      send: (message: TextMessage) => (fault ? Promise.reject(fault) : Promise.resolve(void sent.push(message))),
      verify: () => (fault ? Promise.reject(fault) : Promise.resolve()),
    };
    await askSms(codes, '13800138000');
    await ask('a@example.com');
    const provided = createVerificationService(
      { ...server.ports, sms },
      captcha,
      createCodeAccounts({ ...server.ports, guesses: createGuesses(server.ports) }),
      backgroundTasks,
    );
    await askSms(provided, '13800138001');
    expect((await outbox()).map(({ target, status, code }) => [target, status, code])).toEqual([
      ['13800138000', 'waiting', ''],
      ['a@example.com', 'waiting', expect.stringMatching(/^\d{6}$/u)],
      ['13800138001', 'sent', ''],
    ]);
    expect(sent).toEqual([
      { mobile: '13800138001', templateCode: 'user_register', params: { code: expect.stringMatching(/^\d{6}$/u), minutes: 10 } },
    ]);

    // What cannot be sent is refused plainly, also for those who would get nothing, and may be tried again at once.
    fault = new DeliveryError('unreachable');
    await expect(askSms(provided, '13800138002')).rejects.toThrow('refusals.sms.unreachable');
    await expect(askSms(provided, '13800138002')).rejects.toThrow('refusals.sms.unreachable');
    expect((await outbox()).at(-1)).toMatchObject({ status: 'failed', fault: 'unreachable', code: '' });

    const tidiedAfter = async (seconds: number) => {
      server.clock.advanceSeconds(seconds);
      await tidyUp(server.ports);
      const [codesLeft, turns] = [server.database.kysely.selectFrom('verification_code'), server.database.kysely.selectFrom('code_turn')];
      const rows = [await codesLeft.select('target').execute(), await turns.select('target').execute()];
      const readable = (await outbox()).filter(({ code }) => code !== '');
      return [...rows, readable].map((found) => found.map(({ target }) => target).toSorted());
    };
    const asked = ['13800138000', '13800138001', 'a@example.com'];
    expect(await tidiedAfter(599)).toEqual([asked, asked, ['a@example.com']]);
    expect(await tidiedAfter(1)).toEqual([[], [], []]);
    await tidiedAfter(30 * 86_400 - 601);
    expect((await outbox()).map(({ target }) => target)).toEqual([
      '13800138000',
      'a@example.com',
      '13800138001',
      ...Array(2).fill('13800138002'),
    ]);
    await tidiedAfter(1);
    expect(await outbox()).toEqual([]);
  });

  it.each(['user_retrieve_pwd', 'user_login'])('for %s go to addresses of accounts, and to no others', async (purpose) => {
    await addMember('owner@example.com');
    await ask('owner@example.com', purpose);
    await ask('nobody@example.com', purpose);
    expect((await outbox()).map((message) => [message.target, message.purpose])).toEqual([['owner@example.com', purpose]]);
  });

  it('tell the log of a delivery that broke by a defect, and of none that was refused', async () => {
    const said: unknown[] = [];
    const tasks = createBackgroundTasks({ ...silentLogger, error: (event, detail) => void said.push([event, detail]) });
    const accounts = createCodeAccounts({ ...server.ports, guesses: createGuesses(server.ports) });
    const defect = new Error('a defect');
    for (const [mobile, error] of [
      ['13800138003', new DeliveryError('refused')],
      ['13800138004', defect],
    ] as const) {
      const sms = { send: () => Promise.reject(error), verify: () => Promise.resolve() };
      await askSms(createVerificationService({ ...server.ports, sms }, captcha, accounts, tasks), mobile);
      await tasks.done();
    }
    expect(said).toEqual([['verification.deliveryFailed', { error: defect }]]);
    expect((await outbox()).map(({ target, status, fault }) => [target, status, fault])).toEqual([
      ['13800138003', 'failed', 'refused'],
      ['13800138004', 'waiting', ''],
    ]);
  });

  it('says of the number that takes an address change back how long it counts, and keeps it for as long where nobody delivers', async () => {
    const sent: TextMessage[] = [];
    const sms = { send: (message: TextMessage) => Promise.resolve(void sent.push(message)), verify: () => Promise.resolve() };
    const notice = { news: 'addressChanged', channel: 'mobile', target: '13800138000', number: 'NUMBER', language: 'en' } as const;
    await sendAddressNotice(server.ports, { ...notice, delivery: 'kept' });
    server.clock.advanceSeconds(3600);
    await tidyUp(server.ports);
    expect(await oldest()).toBe('NUMBER');
    await sendAddressNotice({ ...server.ports, sms }, { ...notice, delivery: 'sent' });
    expect(sent).toEqual([{ mobile: '13800138000', templateCode: 'address_changed', params: { code: 'NUMBER', minutes: 72 * 60 } }]);
    expect(await oldest()).toBe('NUMBER');
    server.clock.advanceSeconds(71 * 3600);
    await tidyUp(server.ports);
    expect(await oldest()).toBe('');
  });

  it('shows the outbox to whom its rules are granted: to read and to empty, not to write', async () => {
    await ask('a@example.com');
    const { token } = await server.signIn();
    const { list, remove } = resourceEndpoints(outboxMessage);
    const { list: rows = [] } = await server.call(list, {}, { token });
    expect(rows).toMatchObject([{ channel: 'email', target: 'a@example.com', status: 'waiting', code: await newest() }]);
    for (const action of ['add', 'edit', 'sortable']) {
      const reply = await server.request(`/api/admin/routine.Outbox/${action}`, {
        method: 'POST',
        json: { id: rows[0]!['id'], target: 'x' },
        token,
      });
      expect(reply.body?.code).not.toBe(1);
    }
    expect((await outbox())[0]?.target).toBe('a@example.com');
    const plain = await server.addAdmin(`plain_${kind}`, ['goods/goods/index']);
    expect((await server.request('/api/admin/routine.Outbox/index', { token: plain.token })).body?.code).toBe(401);
    await server.call(remove, { ids: [rows[0]!['id'] as number] }, { token });
    expect(await outbox()).toEqual([]);
  });
});

it('draws every digit at every place, and rejects numbers that would favour some codes', () => {
  const drawn = Array.from({ length: 2000 }, () => drawCode({ randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)) }));
  expect(drawn.filter((code) => !/^\d{6}$/u.test(code))).toEqual([]);
  for (let place = 0; place < 6; place += 1) expect(new Set(drawn.map((code) => code[place])).size).toBe(10);
  const numbers = [0xffffffff, 4_294_000_000, 4_293_999_999];
  const bytes = () => {
    const four = new Uint8Array(4);
    new DataView(four.buffer).setUint32(0, numbers.shift()!);
    return four;
  };
  expect(drawCode({ randomBytes: bytes })).toBe('999999');
});
