import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areaOf, type Endpoint } from '#api/contract/base/endpoint';
import * as account from '#api/contract/members/account';
import * as safety from '#api/contract/members/account-safety';
import * as session from '#api/contract/members/member-session';
import * as messages from '#api/contract/members/messages';
import { FILES_OF_A_MEMBER, MEMBER_PASSWORD_CHANGES, PROFILE_SAVES, USERNAME_CHANGES } from '#server/base/limits';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { configure, filesBelow, formOf, wav } from '#tests/support/upload-samples.ts';

const calls = [account, safety, session, messages].flatMap((module) =>
  Object.values(module as Readonly<Record<string, unknown>>).filter(
    (value): value is Endpoint =>
      typeof value === 'object' && value !== null && 'audience' in value && areaOf(value as Endpoint) === 'member',
  ),
);
const NUMBERS = [1.5, -1, 0, 1e19, 1e30, 1e308, 2 ** 53] as const;
const en = { 'think-lang': 'en' } as const;

const recording = (index: number, bytes = 900_000) => {
  const sound = wav(bytes);
  sound[bytes - 2] = index;
  return sound;
};

describe.each(dealtKinds())('what a member can fill or break on %s', (kind) => {
  let server: TestServer;
  const thrown: unknown[] = [];
  beforeAll(async () => {
    const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, child: () => expect.unreachable() };
    const logger = { ...quiet, error: (_event: string, fields: unknown) => void thrown.push(fields) };
    server = await createTestServer({ kind, sampleData: false, ports: { logger } });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.clock.advanceSeconds(2 * 86_400);
    thrown.length = 0;
  });

  const stored = async (userId: number) =>
    (await server.database.kysely.selectFrom('attachment').select('size').where('user_id', '=', userId).execute()).map(({ size }) => size);
  const send = async (token: string, index: number, bytes?: number) =>
    (
      await server.request('/api/ajax/upload', {
        method: 'POST',
        body: formOf(recording(index, bytes), `s${index}.wav`),
        headers: { 'ba-user-token': token, ...en },
      })
    ).body;

  it('is measured once more when a file is kept: of fourteen that come together, as many stay as there is space for', async () => {
    await configure(server, { member_file_megabytes: '1', upload_max_size: '10mb' });
    const lin = await addMember(server, 'lin');
    const { token } = await lin.signIn();
    const before = await filesBelow(server.filesDir);
    const replies = await Promise.all(Array.from({ length: 14 }, (_, index) => send(token, index)));
    const [taken, refused] = [replies.filter((body) => body?.code === 1), replies.filter((body) => body?.code !== 1)];
    expect(taken).toHaveLength(1);
    expect(new Set(refused.map((body) => body?.msg))).toEqual(new Set(['Your space for files is used up.']));
    expect(await stored(lin.id)).toHaveLength(1);
    expect((await filesBelow(server.filesDir)).length - before.length).toBe(1);
    expect(thrown).toEqual([]);
  });

  it('is so many files and no more, however small they are', async () => {
    await configure(server, { member_file_megabytes: '100' });
    const many = await addMember(server, 'many');
    const { token } = await many.signIn();
    const row = (index: number) => ({
      user_id: many.id, url: `/many/${index}.wav`, full_url: `/many/${index}.wav`, name: `${index}.wav`, size: 1, storage: 'local', create_time: TEST_START_SECONDS, last_upload_time: TEST_START_SECONDS,
    }); // prettier-ignore
    const rows = Array.from({ length: FILES_OF_A_MEMBER - 1 }, (_, index) => row(index));
    await server.database.kysely.insertInto('attachment').values(rows).execute();
    const replies = await Promise.all([50, 51, 52].map((index) => send(token, index, 600)));
    expect(replies.map((body) => body?.msg ?? '').toSorted((one, other) => one.length - other.length)).toEqual([
      '',
      ...Array<string>(2).fill(`You can keep at most ${FILES_OF_A_MEMBER} files.`),
    ]);
    expect(await stored(many.id)).toHaveLength(FILES_OF_A_MEMBER);
  });

  it('is a bounded number of profile saves, names asked for and passwords, each refused in words', async () => {
    const wang = await addMember(server, 'wang', { email: 'wang@example.com' });
    await addMember(server, 'hidden');
    const { token } = await wang.signIn();
    const save = async (json: object) => (await askAsMember(server, 'POST', '/api/account/profile', { token, json, headers: en })).body;
    const saves = [];
    for (let index = 0; index <= PROFILE_SAVES.count; index += 1) saves.push(await save({ motto: `motto ${index}` }));
    expect(saves.map((body) => body?.code)).toEqual([...Array<number>(PROFILE_SAVES.count).fill(1), 0]);
    expect(saves.at(-1)?.msg).toMatch(/^Too many attempts\. Try again in \d+ minutes\.$/u);
    // What changes nothing is no save.
    expect((await save({ motto: `motto ${PROFILE_SAVES.count - 1}`, version: '' }))?.code).toBe(1);

    server.clock.advanceSeconds(2 * PROFILE_SAVES.windowSeconds);
    const { token: later } = await wang.signIn();
    const ask = async (username: string) =>
      (await askAsMember(server, 'POST', '/api/account/profile', { token: later, json: { username }, headers: en })).body;
    const asked = [];
    for (let index = 0; index <= USERNAME_CHANGES.count; index += 1) asked.push(await ask('hidden'));
    expect(asked.filter((body) => body?.data?.fields?.username)).toHaveLength(USERNAME_CHANGES.count);
    expect(asked.at(-1)?.msg).toMatch(/^Too many attempts\./u);
  });

  it('is a bounded number of changed passwords a day, of which each sends a mail', async () => {
    await addMember(server, 'mei', { email: 'mei@example.com' });
    let password = TEST_PASSWORD;
    const codes: unknown[] = [];
    for (let index = 0; index <= MEMBER_PASSWORD_CHANGES.count; index += 1) {
      const entry = { tab: 'login', username: 'mei', password, keep: false };
      const { body } = await askAsMember(server, 'POST', '/api/user/checkIn', { json: entry });
      const next = `Blue-whale-${index}`;
      const change = { token: String(body?.data?.userInfo?.token), json: { oldPassword: password, newPassword: next }, headers: en };
      const { body: done } = await askAsMember(server, 'POST', '/api/account/changePassword', change);
      codes.push(done?.code === 1 ? 1 : done?.msg.replace(/\d+/u, '#'));
      if (done?.code === 1) password = next;
    }
    expect(codes).toEqual([...Array<number>(MEMBER_PASSWORD_CHANGES.count).fill(1), 'Too many attempts. Try again in # minutes.']);
  });

  it.each(calls.map((call) => ({ call, name: `${call.method} ${call.path}` })))('breaks $name with no number', async ({ call }) => {
    const member = await addMember(server, `n${crypto.randomUUID().slice(0, 8)}`);
    const shape = (call.input as unknown as { readonly def: { readonly shape?: object } }).def.shape ?? {};
    const faults: string[] = [];
    let { token } = await member.signIn();
    for (const name of Object.keys(shape))
      for (const number of NUMBERS)
        for (const value of [number, [number]]) {
          if (call.path.endsWith('/logout')) ({ token } = await member.signIn());
          const query = new URLSearchParams({ [name]: String(number) });
          const reply =
            call.method === 'POST'
              ? await askAsMember(server, 'POST', call.path, { token, json: { [name]: value } })
              : await askAsMember(server, 'GET', `${call.path}?${query}`, { token });
          if (reply.status >= 500 || typeof reply.body?.code !== 'number') faults.push(`${name}=${JSON.stringify(value)}: ${reply.status}`);
        }
    expect([faults, thrown]).toEqual([[], []]);
  });
});
