import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as contract from '#api/contract/session/two-factor';
import { FailureError } from '#domain/base/failure';
import { FACTOR_SETUP_SECONDS } from '#server/base/limits';
import { PASSKEY_TRUST_SECONDS } from '#server/resources/access/factor-duty';
import { createAuthenticator } from '#tests/support/tabs/authenticator.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { holdNext } from '#tests/support/hold.ts';
import { createTestServer, TEST_PASSWORD, type RawReply, type TestServer } from '#tests/support/server.ts';
import { configure } from '#tests/support/upload-samples.ts';

const PAGE = 'http://localhost:8000';
const WRONG = { factorCode: 'The code is wrong, has expired, or was used already.' };
const tokenIn = ({ body }: RawReply): string => body?.data?.userInfo?.token ?? '';

/** The fields at which a call is refused, or its message; 'accepted' where it is not. */
const outcomeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    (error: unknown) => {
      if (!(error instanceof FailureError) || error.failure.kind !== 'rejected') throw error;
      return error.failure.fields ?? error.failure.message;
    },
  );

/** Another second factor in the place of one's own, with nobody's help. Why: docs/decisions/279-a-factor-follows-its-owner.md */
describe.each(dealtKinds())('a second factor that is replaced on %s', (kind) => {
  let server: TestServer;
  let clerkId: number;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false, wrap: (database) => ({ ...database }) });
    clerkId = (await server.addAdmin('clerk', ['goods/goods/index'])).id;
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advanceSeconds(86_400);
    for (const table of ['two_factor', 'token', 'sign_in_step', 'sign_in_place', 'throttle_counter', 'passkey', 'notification'] as const)
      await server.database.kysely.deleteFrom(table).execute();
    await configure(server, { admin_two_factor: '0', admin_passkeys: '1' });
  });

  const enter = (factorCode?: string) =>
    server.request('/api/admin/Index/login', {
      method: 'POST',
      json: { username: 'clerk', password: TEST_PASSWORD, keep: true, ...(factorCode !== undefined && { factorCode }) },
    });
  const codeOf = (secret: string, offSeconds = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.nowMs() + offSeconds * 1000 });
  const isAlive = async (token: string) => (await server.request('/api/admin/goods.Goods/index', { token })).body?.code === 1;
  const stored = () => server.database.kysely.selectFrom('two_factor').selectAll().executeTakeFirstOrThrow();

  /** Sets one up; the clock then stands in a later step than the one that was used. */
  async function switchOn() {
    const token = tokenIn(await enter());
    const { secret } = await server.call(contract.setUpTwoFactor, { password: TEST_PASSWORD }, { token });
    const { recovery_codes: codes } = await server.call(contract.confirmTwoFactor, { factorCode: codeOf(secret) }, { token });
    server.clock.advanceSeconds(30);
    await server.database.kysely.deleteFrom('notification').execute();
    return { token, secret, codes };
  }
  const replace = (token: string, held: Readonly<Record<string, unknown>>) =>
    server.call(contract.replaceTwoFactor, { password: TEST_PASSWORD, ...held }, { token });
  const confirm = (token: string, factorCode: string) => server.call(contract.confirmTwoFactor, { factorCode }, { token });
  const told = async () =>
    (await server.database.kysely.selectFrom('notification').select(['admin_id', 'name']).orderBy('id').execute()).map(
      ({ admin_id, name }) => [admin_id, name],
    );
  const logged = async () =>
    (
      await server.database.kysely
        .selectFrom('security_log')
        .select('kind')
        .where('account_id', '=', clerkId)
        .where('account_type', '=', 'admin')
        .where('kind', 'like', 'twoFactor.%')
        .orderBy('id')
        .execute()
    ).map((row) => row.kind);

  it('counts until the first code of the new one, which then counts alone, with codes of its own', async () => {
    const { token, secret, codes } = await switchOn();
    await configure(server, { admin_two_factor: '1' });
    const elsewhere = tokenIn(await enter(codeOf(secret)));
    server.clock.advanceSeconds(30);
    const before = (await logged()).length;
    const fresh = await replace(token, { factorCode: codeOf(secret) });
    expect(fresh.secret).not.toBe(secret);
    server.clock.advanceSeconds(30);
    // Nothing has changed yet: a wrong code changes nothing either.
    expect(await outcomeOf(confirm(token, codeOf(fresh.secret, 300)))).toEqual(WRONG);
    expect(await outcomeOf(confirm(token, codeOf(secret)))).toEqual(WRONG);
    expect((await enter(codeOf(secret))).body?.code).toBe(1);
    expect((await enter(codeOf(fresh.secret))).body?.data?.fields).toEqual(WRONG);
    expect([await isAlive(elsewhere), await told(), (await logged()).length]).toEqual([true, [], before]);
    server.clock.advanceSeconds(30);
    const { recovery_codes: ours } = await confirm(token, codeOf(fresh.secret));
    expect([await isAlive(token), await isAlive(elsewhere)]).toEqual([true, false]);
    expect([await told(), (await logged()).slice(before)]).toEqual([[[clerkId, 'factorReplaced']], ['twoFactor.replaced']]);
    expect(await server.call(contract.readTwoFactor, {}, { token })).toMatchObject({
      is_on: true,
      since: server.clock.nowMs() / 1000,
      recovery_left: 10,
    });
    expect(await stored()).toMatchObject({ sealed_successor: null, successor_time: null });
    server.clock.advanceSeconds(30);
    for (const old of [codeOf(secret), codes[0]]) expect((await enter(old)).body?.data?.fields).toEqual(WRONG);
    for (const good of [codeOf(fresh.secret), ours[0]]) expect((await enter(good)).body?.code).toBe(1);
    // What was confirmed once is confirmed.
    expect(await outcomeOf(confirm(token, codeOf(fresh.secret, 30)))).toMatch(/^This took too long/u);
  });

  it('is shown to be held: by the password and a code or a recovery code, each once', async () => {
    const { token, secret, codes } = await switchOn();
    const REQUIRED = 'This field is required';
    expect(await outcomeOf(replace(token, {}))).toEqual({ factorCode: REQUIRED });
    expect(await outcomeOf(replace(token, { password: '', factorCode: codeOf(secret) }))).toEqual({ password: REQUIRED });
    expect(await outcomeOf(replace(token, { password: 'wrong-one', factorCode: codeOf(secret) }))).toEqual({
      password: 'The current password is not correct.',
    });
    expect(await outcomeOf(replace(token, { factorCode: '000000' }))).toEqual(WRONG);
    expect((await stored()).sealed_successor).toBeNull();
    // The wrong password has spent no code.
    expect(await outcomeOf(replace(token, { factorCode: codeOf(secret) }))).toBe('accepted');
    expect(await outcomeOf(replace(token, { factorCode: codeOf(secret) }))).toEqual(WRONG);
    expect(await outcomeOf(replace(token, { factorCode: codes[0] }))).toBe('accepted');
    expect(await outcomeOf(replace(token, { factorCode: codes[0] }))).toEqual(WRONG);
    // Where the server has lost its key, a recovery code leads out.
    await server.database.kysely.updateTable('two_factor').set({ sealed_secret: '' }).execute();
    const { secret: fresh } = await replace(token, { factorCode: codes[1] });
    expect(await outcomeOf(confirm(token, codeOf(fresh)))).toBe('accepted');
    server.clock.advanceSeconds(30);
    expect((await enter(codeOf(fresh))).body?.code).toBe(1);
  });

  it('is asked for by new recovery codes as well, which would open the account in its place', async () => {
    const { token, secret, codes } = await switchOn();
    const renew = (held: Readonly<Record<string, unknown>>) =>
      server.call(contract.renewRecoveryCodes, { password: TEST_PASSWORD, ...held }, { token });
    expect(await outcomeOf(renew({}))).toEqual({ factorCode: expect.any(String) as string });
    expect(await outcomeOf(renew({ factorCode: '000000' }))).toEqual(WRONG);
    expect((await enter(codes[0])).body?.code).toBe(1);
    expect(await outcomeOf(renew({ factorCode: codeOf(secret) }))).toBe('accepted');
    expect((await enter(codes[1])).body?.data?.fields).toEqual(WRONG);
    expect(await told()).toEqual([
      [clerkId, 'recoveryCodeUsed'],
      [clerkId, 'codesRenewed'],
    ]);
  });

  it('is begun where one is on alone, in time, and once: what was drawn later counts', async () => {
    const token = tokenIn(await enter());
    expect(await outcomeOf(replace(token, { factorCode: '123456' }))).toMatch(/is not on/u);
    const { secret, codes, token: own } = await switchOn();
    const first = await replace(own, { factorCode: codes[0] });
    const second = await replace(own, { factorCode: codes[1] });
    expect(await outcomeOf(confirm(own, codeOf(first.secret)))).toEqual(WRONG);
    server.clock.advanceSeconds(FACTOR_SETUP_SECONDS);
    expect(await outcomeOf(confirm(own, codeOf(second.secret)))).toMatch(/^This took too long/u);
    const again = tokenIn(await enter(codeOf(secret)));
    server.clock.advanceSeconds(30);
    const third = await replace(again, { factorCode: codeOf(secret) });
    await server.call(contract.endTwoFactor, { password: TEST_PASSWORD }, { token: again });
    expect((await told()).at(-1)).toEqual([clerkId, 'factorOff']);
    expect(await outcomeOf(confirm(again, codeOf(third.secret)))).toMatch(/^This took too long/u);
  });

  /** A passkey in software of whoever the token is of, added as long ago as is said. */
  async function keyed(token: string, age = PASSKEY_TRUST_SECONDS) {
    const device = createAuthenticator(PAGE);
    const ask = async (name: string, json: object, as = token) =>
      (await server.request(`/admin/Passkey/${name}`, { method: 'POST', json, token: as })).body;
    const options = (await ask('addOptions', { password: TEST_PASSWORD }))?.data.options;
    const credential = device.create(options);
    expect((await ask('add', { credential, name: 'Laptop', endOthers: false }))?.code).toBe(1);
    const rows = server.database.kysely.updateTable('passkey').where('credential_id', '=', credential.id);
    await rows.set((set) => ({ create_time: set('create_time', '-', age) })).execute();
    const asked = async (as = token) => (await ask('proofOptions', {}, as))?.data.options;
    const signed = async (as = token) => device.get(await asked(as));
    return { device, asked, signed };
  }

  it('is shown to be held by a passkey alone, fresh and of the same sign-in', async () => {
    const { token, secret } = await switchOn();
    const elsewhere = tokenIn(await enter(codeOf(secret)));
    expect(await server.call(contract.readTwoFactor, {}, { token })).not.toHaveProperty('has_passkey');
    const { asked, signed, device } = await keyed(token);
    expect(await server.call(contract.readTwoFactor, {}, { token })).toMatchObject({ has_passkey: true });
    // One of a former address of the site signs for no page of this one.
    const hosted = (host: string) => server.database.kysely.updateTable('passkey').set({ rp_id: host }).execute();
    await hosted('former.example');
    expect(await server.call(contract.readTwoFactor, {}, { token })).not.toHaveProperty('has_passkey');
    expect((await asked()).allowCredentials).toEqual([]);
    await hosted('localhost');
    const by = (passkey: unknown, as = token) => replace(as, { password: '', passkey });
    const REFUSED = { passkey: expect.any(String) as string };
    expect(await outcomeOf(by(await signed(), elsewhere))).toEqual(REFUSED);
    // What a sign-in is begun with proves nothing here.
    const signIn = (await server.request('/admin/Passkey/options', { method: 'POST', json: {} })).body?.data.options;
    expect(await outcomeOf(by(device.get(signIn)))).toEqual(REFUSED);
    const once = await signed();
    const { secret: fresh } = await by(once);
    expect(await outcomeOf(by(once))).toEqual(REFUSED);
    expect(await outcomeOf(confirm(token, codeOf(fresh)))).toBe('accepted');
    // Nor that of somebody else, nor where the site takes none.
    const boss = (await server.signIn()).token;
    const strangers = await keyed(boss);
    expect(await outcomeOf(by(await strangers.signed(boss)))).toEqual(REFUSED);
    expect(await outcomeOf(by(strangers.device.get(await asked())))).toEqual(REFUSED);
    const late = await signed();
    await configure(server, { admin_passkeys: '0' });
    expect(await outcomeOf(by(late))).toEqual(expect.any(String));
    expect(await server.call(contract.readTwoFactor, {}, { token })).not.toHaveProperty('has_passkey');
  });

  it('is shown to be held by no passkey that the password alone has just added, in this sign-in or in one that began with it', async () => {
    const { token } = await switchOn();
    await configure(server, { admin_two_factor: '1' });
    const { signed, asked, device } = await keyed(token, PASSKEY_TRUST_SECONDS - 5);
    const hasPasskey = async (as: string) => (await server.call(contract.readTwoFactor, {}, { token: as })).has_passkey;
    const NEW = { passkey: expect.stringMatching(/less than 7 days ago/u) as string };
    const begun = (await server.request('/admin/Passkey/options', { method: 'POST', json: {} })).body?.data.options;
    const json = { credential: device.get(begun), keep: false };
    const own = tokenIn(await server.request('/admin/Passkey/signIn', { method: 'POST', json }));
    for (const as of [token, own]) {
      expect(await hasPasskey(as)).toBeUndefined();
      expect((await asked(as)).allowCredentials).toEqual([]);
      expect(await outcomeOf(replace(as, { password: '', passkey: await signed(as) }))).toEqual(NEW);
      const renewed = server.call(contract.renewRecoveryCodes, { password: '', passkey: await signed(as) }, { token: as });
      expect(await outcomeOf(renewed)).toEqual(NEW);
      // Nor does it end the duty of the one that is on.
      expect(await outcomeOf(server.call(contract.endTwoFactor, { password: TEST_PASSWORD }, { token: as }))).toMatch(/stays on/u);
    }
    server.clock.advanceSeconds(5);
    expect(await hasPasskey(own)).toBe(true);
    expect((await asked(own)).allowCredentials).toHaveLength(1);
    expect(await outcomeOf(replace(own, { password: '', passkey: await signed(own) }))).toBe('accepted');
    expect(await outcomeOf(server.call(contract.endTwoFactor, { password: TEST_PASSWORD }, { token: own }))).toBe('accepted');
  });

  it('says who keeps it on, as long as no passkey stands for it', async () => {
    const { token } = await switchOn();
    const kept = async () => (await server.call(contract.readTwoFactor, {}, { token })).kept_by;
    expect(await kept()).toBeUndefined();
    const groups = server.database.kysely.updateTable('admin_group').where('rules', '<>', '*');
    await groups.set({ needs_factor: '1' }).execute();
    expect(await kept()).toBe('group');
    await configure(server, { admin_two_factor: '1' });
    expect(await kept()).toBe('site');
    await server.database.kysely.updateTable('token').set({ by_passkey: true }).execute();
    expect(await kept()).toBeUndefined();
    await groups.set({ needs_factor: '0' }).execute();
  });

  it('is replaced without a password by who has none and has just signed in', async () => {
    const { token, codes } = await switchOn();
    const { kysely } = server.database;
    const kept = await kysely.deleteFrom('admin_password').where('admin_id', '=', clerkId).returningAll().executeTakeFirstOrThrow();
    expect(await server.call(contract.readTwoFactor, {}, { token })).toMatchObject({ has_password: false });
    expect(await outcomeOf(replace(token, { password: '', factorCode: codes[0] }))).toBe('accepted');
    expect(await told()).toEqual([[clerkId, 'recoveryCodeUsed']]);
    server.clock.advanceSeconds(700);
    expect(await outcomeOf(replace(token, { password: '', factorCode: codes[1] }))).toMatch(/has no password/u);
    // What was refused for another reason has spent no code.
    expect(await server.call(contract.readTwoFactor, {}, { token })).toMatchObject({ recovery_left: 9 });
    await kysely.insertInto('admin_password').values(kept).execute();
    expect(await outcomeOf(replace(token, { password: '', factorCode: codes[2] }))).toMatchObject({
      password: expect.any(String) as string,
    });
  });

  it('begins no session any more that was let through by the code of the old one', async () => {
    const { token, codes, secret } = await switchOn();
    const fresh = await replace(token, { factorCode: codes[0] });
    server.clock.advanceSeconds(30);
    const begun = holdNext(server.ports.database, 'transaction', 'before');
    const late = enter(codeOf(secret));
    await Promise.race([begun.reached, late.then(({ text }) => Promise.reject(new Error(`Was not held: ${text}`)))]);
    expect(await outcomeOf(confirm(token, codeOf(fresh.secret)))).toBe('accepted');
    begun.release();
    expect(Object.keys((await late).body?.data?.fields as object)).toEqual(['factorCode']);
    const sessions = server.database.kysely.selectFrom('token').select('hash').where('revoked_at', 'is', null);
    expect(await sessions.where('type', '=', 'admin').execute()).toHaveLength(1);
  });
});
