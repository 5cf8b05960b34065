import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tryModel } from '#api/contract/chat/model-trial';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { chatModel } from '#sections/chat-model/chat-model.resource.ts';
import { createModels, type Models } from '#server/features/chat/models.service';
import { readModelKey } from '#server/features/chat/providers/model-keys';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { KEY, startUpstream, type Upstream } from './provider-support.ts';

const { list, read, add, save, remove } = resourceEndpoints(chatModel);
const OTHER = 'sk-another-key-9876543210';

const row = (more: object = {}) => ({
  name: 'Model', protocol: 'openaiChat', model: 'some-model', base_url: 'https://api.example.com/v1', api_key: KEY, audiences: ['member'],
  context_tokens: 8000, max_output_tokens: 500, price_in: 1, price_out: 2, status: '1', ...more,
}); // prettier-ignore

const refused = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work;
  } catch (error) {
    return (error as { failure?: unknown }).failure;
  }
};

describe.each(dealtKinds())('the section of models on %s', (kind) => {
  let server: TestServer;
  let upstream: Upstream;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    upstream = await startUpstream();
  });
  beforeEach(async () => {
    server.clock.advanceSeconds(600);
    token = (await server.signIn()).token;
  });
  afterAll(async () => {
    await upstream.close();
    await server.close();
  });

  const added = async (more: object = {}): Promise<number> => (await server.call(add, row(more), { token }))?.id ?? 0;
  const saved = (id: number, more: object) => server.call(save, { id, ...more }, { token });
  const stateOf = async (id: number): Promise<string> => String((await server.call(read, { id: String(id) }, { token })).row['key_state']);
  /** What would be sent with the model as it stands. */
  async function keyOf(id: number): Promise<string> {
    const { kysely } = server.database;
    const model = await kysely.selectFrom('chat_model').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return readModelKey(kysely, server.ports.encryptor, { id, protocol: model.protocol, baseUrl: model.base_url });
  }

  it('tells a model beforehand what the site wants, by whom it is asked, in their language and in the order of the list', async () => {
    const { kysely } = server.database;
    const stamps = { create_time: 0, update_time: 0 };
    const rule = (body: string, body_en: string, weigh: number, more: object = {}) =>
      ({ kind: 'system', name: body, body, body_en, weigh, ...stamps, ...more }) as const;
    await kysely.deleteFrom('chat_prompt').execute();
    await kysely
      .insertInto('chat_prompt')
      .values([
        rule('简短', 'Be brief.', 1),
        rule('礼貌', 'Be polite.', 2, { audience: 'member' }),
        rule('只有中文', '', 3, { audience: 'member' }),
        rule('保密', 'Tell nobody.', 4, { audience: 'admin' }),
        rule('已停用', 'Switched off.', 5, { status: '0' }),
        rule('你好', 'Hello!', 6, { kind: 'starter' }),
      ])
      .execute();
    const models = createModels(server.ports);
    type Owner = Parameters<Models['systemText']>[0];
    const told = (owner: 'visitor' | 'member' | 'admin', language: 'en' | 'zh-cn') =>
      models.systemText({ kind: owner, caller: { client: { language } } } as Owner);
    expect(await told('member', 'en')).toBe('只有中文\n\nBe polite.\n\nBe brief.');
    expect(await told('member', 'zh-cn')).toBe('只有中文\n\n礼貌\n\n简短');
    expect(await told('visitor', 'en')).toBe('Be brief.');
    expect(await told('admin', 'en')).toBe('Tell nobody.\n\nBe brief.');
    await kysely.deleteFrom('chat_prompt').execute();
    expect(await told('member', 'en')).toBe('');
  });

  it('keeps a key and never gives it back', async () => {
    const id = await added();
    expect([await keyOf(id), await stateOf(id)]).toEqual([KEY, 'set']);
    await saved(id, { name: 'Renamed', api_key: '' });
    expect(await keyOf(id)).toBe(KEY);
    await saved(id, { api_key: OTHER });
    expect(await keyOf(id)).toBe(OTHER);
    const [listed, single] = [await server.call(list, {}, { token }), await server.call(read, { id: String(id) }, { token })];
    expect(single.row['api_key']).toBe('');
    await server.app.settled();
    const { kysely } = server.database;
    const stored = await Promise.all([
      kysely.selectFrom('chat_model').selectAll().execute(),
      kysely.selectFrom('chat_model_secret').selectAll().execute(),
      kysely.selectFrom('record_change').selectAll().execute(),
      kysely.selectFrom('change_set').selectAll().execute(),
      kysely.selectFrom('admin_log').selectAll().execute(),
    ]);
    for (const secret of [KEY, OTHER]) expect(JSON.stringify([listed, single, stored])).not.toContain(secret);
    expect(JSON.stringify(stored[4])).toContain('chat.Model');
  });

  it('never sends a key to an address that it was not entered for', async () => {
    const id = await added({ protocol: 'anthropic', base_url: '' });
    expect(await refused(saved(id, { base_url: 'https://elsewhere.example' }))).toMatchObject({
      fields: { api_key: 'The key was for another address. Please enter the one for this address.' },
    });
    expect(await refused(saved(id, { protocol: 'gemini' }))).toMatchObject({ fields: { api_key: expect.any(String) } });
    expect(await keyOf(id)).toBe(KEY);
    await saved(id, { base_url: 'https://elsewhere.example', api_key: OTHER });
    expect(await keyOf(id)).toBe(OTHER);
    // Whoever writes another address into the table gets no key with it.
    await server.database.kysely.updateTable('chat_model').set({ base_url: 'https://thief.example' }).where('id', '=', id).execute();
    expect(await keyOf(id)).toBe('');
    // Where none is needed, the old one is forgotten.
    const local = await added();
    await saved(local, { base_url: 'http://127.0.0.1:11434/v1' });
    expect([await keyOf(local), await stateOf(local)]).toEqual(['', 'none']);
    const keyless = await added({ protocol: 'gemini', base_url: '', api_key: '' });
    expect(await stateOf(keyless)).toBe('missing');
  });

  it('keeps the built-in answerer, once and as it is', async () => {
    const { kysely } = server.database;
    const { id } = await kysely.selectFrom('chat_model').select('id').where('protocol', '=', 'builtIn').executeTakeFirstOrThrow();
    expect(await refused(added({ protocol: 'builtIn' }))).toMatchObject({ fields: { protocol: expect.any(String) } });
    expect(await refused(saved(id, { protocol: 'openaiChat', model: 'x' }))).toMatchObject({ fields: { protocol: expect.any(String) } });
    expect(await refused(server.call(remove, { ids: [id] }, { token }))).toMatchObject({ kind: 'rejected' });
    await saved(id, { name: 'House' });
    expect(await kysely.selectFrom('chat_model').select(['name', 'protocol']).where('id', '=', id).execute()).toEqual([
      { name: 'House', protocol: 'builtIn' },
    ]);
  });

  it('refuses what is no address', async () => {
    for (const text of [
      'api.example.com',
      'ftp://api.example.com',
      'https://a:b@api.example.com',
      'https://api.example.com/?x=1',
      'https://a b',
    ])
      expect(await refused(added({ base_url: text }))).toMatchObject({ fields: { base_url: expect.any(String) } });
  });

  it('forgets a key with its model', async () => {
    const id = await added();
    await server.call(remove, { ids: [id] }, { token });
    const kept = server.database.kysely.selectFrom('chat_model_secret').selectAll().where('model_id', '=', id);
    expect(await kept.execute()).toEqual([]);
  });

  it('tries a model out, and says what is wrong without the key', async () => {
    const id = await added({ base_url: `${upstream.url}/v1` });
    upstream.answer((_heard, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        ['data: {"choices":[{"index":0,"delta":{"content":"Hello!"}}]}', 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}', 'data: [DONE]', '']
          .join('\n\n'),
      ); // prettier-ignore
    });
    expect(await server.call(tryModel, { id }, { token })).toMatchObject({ isAnswered: true, text: 'Hello!', reason: 'stop', detail: '' });
    expect(upstream.heard).toHaveLength(1);
    const message = `Incorrect API key provided: ${KEY} (sk-a-key*****6789). See the manual.`;
    upstream.answer((_heard, response) => void response.writeHead(401).end(JSON.stringify({ error: { message } })));
    const trial = await server.call(tryModel, { id }, { token });
    expect(trial).toMatchObject({ isAnswered: false, text: '', reason: 'keyRefused', status: 401 });
    expect(trial.detail).toBe('Incorrect API key provided: *** *** See the manual.');
    // Nothing is tried again: whoever sets it up wants to hear what is wrong.
    expect(upstream.heard).toHaveLength(2);
    await saved(id, { base_url: 'http://10.1.2.3/v1', api_key: KEY });
    expect(await server.call(tryModel, { id }, { token })).toMatchObject({ isAnswered: false, reason: 'private', detail: '' });
    const keyless = await added({ protocol: 'anthropic', base_url: '', api_key: '' });
    expect(await server.call(tryModel, { id: keyless }, { token })).toMatchObject({ isAnswered: false, reason: 'keyMissing' });
    const builtIn = await server.database.kysely.selectFrom('chat_model').select('id').where('protocol', '=', 'builtIn').executeTakeFirst();
    expect(await server.call(tryModel, { id: builtIn?.id ?? 0 }, { token })).toMatchObject({ isAnswered: true });
    const clerk = await server.addAdmin('clerk', ['chat', 'chat/model']);
    expect(await refused(server.call(tryModel, { id }, { token: clerk.token }))).toMatchObject({ kind: 'rejected' });
  });

  it('tries no more than a person would', async () => {
    const { id } = await server.database.kysely
      .selectFrom('chat_model')
      .select('id')
      .where('protocol', '=', 'builtIn')
      .executeTakeFirstOrThrow();
    for (let count = 0; count < 20; count += 1) await server.call(tryModel, { id }, { token });
    expect(await refused(server.call(tryModel, { id }, { token }))).toMatchObject({ kind: 'rejected' });
  });
});
