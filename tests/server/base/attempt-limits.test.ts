import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADDRESS_CHANGES,
  CODE_SIGN_INS_PER_NETWORK,
  MEMBER_FACTOR_CHANGES,
  PASSKEY_CHALLENGES_PER_ACCOUNT,
  PASSKEY_CHALLENGES_PER_NETWORK,
  PASSKEY_SIGN_INS_PER_NETWORK,
  PROFILE_SAVES_A_DAY,
  RETRIEVALS_PER_NETWORK,
  SECTION_PLANS,
  UNDO_NUMBERS_PER_NETWORK,
} from '#server/base/limits';
import { CHAT_IMPORTS, CHAT_TRIALS } from '#server/features/chat/base/limits';
import { EXTERNAL_ENTRIES_PER_NETWORK, EXTERNAL_STARTS_PER_NETWORK } from '#server/features/external/limits';
import { isUsedUp, type ThrottleKey } from '#server/features/base/throttle';
import { nowSeconds } from '#server/ports/ports';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type RawReply, type TestServer } from '#tests/support/server.ts';
import { configure } from '#tests/support/upload-samples.ts';

const ADDRESS = '203.0.113.60';
const SIGNED = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const CODE = { type: 'email', account: 'nobody@example.com', captcha: '000000' };
const ELSEWHERE = { provider: 1, area: 'member', origin: 'http://localhost:8000' };

/** Whoever asks, as the counters know them. */
interface Asker {
  readonly member: number;
  readonly admin: number;
}

interface Door {
  readonly path: string;
  readonly json: object;
  readonly as: 'visitor' | 'member' | 'admin';
  readonly counted: (asker: Asker) => ThrottleKey;
}

const ofNetwork = (key: string, limit: ThrottleKey['limit'], path: string, json: object = {}): Door => ({
  path,
  json,
  as: 'visitor',
  counted: () => ({ key: `${key}:${ADDRESS}`, limit }),
});
const ofMember = (key: string, limit: ThrottleKey['limit'], path: string, json: object): Door => ({
  path,
  json,
  as: 'member',
  counted: ({ member }) => ({ key: `${key}:${member}`, limit }),
});
const ofAdmin = (key: string, limit: ThrottleKey['limit'], path: string, json: object): Door => ({
  path,
  json,
  as: 'admin',
  counted: ({ admin }) => ({ key: `${key}:${admin}`, limit }),
});

const FIRST_ADDRESS = { type: 'mobile', mobile: '13900000060', captcha: '000000', password: TEST_PASSWORD };
const DOORS: Readonly<Record<string, Door>> = {
  'an undo code for an address': ofNetwork('address-undo', UNDO_NUMBERS_PER_NETWORK, '/api/account/undoBind', {
    number: 'AAAA-AAAA-AAAA-AAAA',
  }),
  'the same of an administrator, by the same count': ofNetwork('address-undo', UNDO_NUMBERS_PER_NETWORK, '/admin/Index/undoAddress', {
    number: 'AAAA-AAAA-AAAA-AAAA',
  }),
  'a forgotten password': ofNetwork('retrieve', RETRIEVALS_PER_NETWORK, '/api/account/retrievePassword', {
    ...CODE,
    password: 'white-tea-9',
  }),
  'a sign-in by a code': ofNetwork('code-sign-in', CODE_SIGN_INS_PER_NETWORK, '/api/user/signInByCode', CODE),
  'the beginning of a passkey of a member': ofNetwork('passkey-challenge:user', PASSKEY_CHALLENGES_PER_NETWORK, '/api/user/passkeyOptions'),
  'a passkey of a member': ofNetwork('passkey-sign-in:user', PASSKEY_SIGN_INS_PER_NETWORK, '/api/user/signInByPasskey', {
    credential: SIGNED,
  }),
  'the beginning of a passkey of an administrator': ofNetwork(
    'passkey-challenge:admin',
    PASSKEY_CHALLENGES_PER_NETWORK,
    '/admin/Passkey/options',
  ),
  'a passkey of an administrator': ofNetwork('passkey-sign-in:admin', PASSKEY_SIGN_INS_PER_NETWORK, '/admin/Passkey/signIn', {
    credential: SIGNED,
  }),
  'a way to a sign-in service': ofNetwork('external-start', EXTERNAL_STARTS_PER_NETWORK, '/api/external/start', ELSEWHERE),
  'the way back from one': ofNetwork('external-entry', EXTERNAL_ENTRIES_PER_NETWORK, '/api/external/enter'),
  'the same of an administrator': ofNetwork('external-entry', EXTERNAL_ENTRIES_PER_NETWORK, '/admin/External/enter'),
  'a changed address': ofMember('address', ADDRESS_CHANGES, '/api/account/changeBind', FIRST_ADDRESS),
  'a saved profile, over the day': ofMember('profile-day', PROFILE_SAVES_A_DAY, '/api/account/profile', { avatar: '/storage/none.png' }),
  'a second factor': ofMember('factor', MEMBER_FACTOR_CHANGES, '/api/account/setUpTwoFactor', {}),
  'a new passkey': ofMember('passkey-challenge:member', PASSKEY_CHALLENGES_PER_ACCOUNT, '/api/account/passkeyOptions', { purpose: 'add' }),
  'a proof by a passkey': ofMember('passkey-challenge:member', PASSKEY_CHALLENGES_PER_ACCOUNT, '/api/account/passkeyOptions', {
    purpose: 'prove',
  }),
  'a file of conversations': {
    path: '/api/chat/import',
    json: { file: 'none' },
    as: 'member',
    counted: ({ member }) => ({ key: `chat:member:${member}:imports`, limit: CHAT_IMPORTS }),
  },
  'a model that is tried': ofAdmin('chat-trials', CHAT_TRIALS, '/admin/chat.Model/try', { id: 1 }),
  'a lifecycle that is planned': ofAdmin('section-plan:admin', SECTION_PLANS, '/admin/crud.Crud/planSiteLife', { name: 'notice' }),
};

describe.each(dealtKinds())('what may be asked for so many times, on %s', (kind) => {
  let server: TestServer;
  let member: TestMember;
  const tokens = { member: '', admin: '' };

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    await configure(server, { passkeys: '1', admin_passkeys: '1', code_sign_in: '1' });
    member = await addMember(server, 'often');
    tokens.member = (await member.signIn()).token;
    tokens.admin = (await server.signIn()).token;
    await askAsMember(server, 'POST', '/api/account/prove', { token: tokens.member, json: { password: TEST_PASSWORD } });
  });
  afterAll(() => server.close());

  const ask = ({ path, json, as }: Door): Promise<RawReply> =>
    server.request(path, {
      method: 'POST',
      json,
      address: ADDRESS,
      headers: { ...(as === 'member' && { 'ba-user-token': tokens.member }), ...(as === 'admin' && { batoken: tokens.admin }) },
    });

  it.each(Object.keys(DOORS))('is %s: the last that is allowed is judged, and the one after it is not', async (name) => {
    const door = DOORS[name] as Door;
    const { key, limit } = door.counted({ member: member.id, admin: 1 });
    const now = nowSeconds(server.ports);
    const { kysely } = server.database;
    await kysely.deleteFrom('throttle_counter').execute();
    await kysely
      .insertInto('throttle_counter')
      .values({ key, window_start: now - (now % limit.bucketSeconds), count: limit.count - 1 })
      .execute();
    const last = await ask(door);
    expect([last.status, await isUsedUp(kysely, { key, limit }, now)]).toEqual([200, true]);
    expect(last.body?.msg).not.toMatch(/^Too many attempts/u);
    expect((await ask(door)).body).toMatchObject({
      code: 0,
      msg: expect.stringMatching(/^Too many attempts\. Try again in \d+ minutes\.$/u) as string,
    });
  });
});
