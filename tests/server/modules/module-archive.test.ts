import { sql } from 'kysely';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '#api/client';
import * as store from '#api/contract/modules/modules';
import { logout } from '#api/contract/session/session';
import { createTransport } from '#api/transport';
import { Secret } from '#domain/base/secret';
import { dealtKinds } from '#tests/support/dealt.ts';
import { failureLogger } from '#tests/support/failure-logger.ts';
import { shelfOf, sourceOf } from '#tests/support/packages.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const ARCHIVE = 'http://shop.test/api/admin/module/archive?uid=feedback';
const MESSAGES = 1200;
const GONE = {
  en: 'These records are no longer kept: someone restored or deleted them while the file was being created. No file was saved.',
  'zh-cn': '这些数据已不再保留：生成文件期间，有人恢复或删除了它们。文件没有保存。',
};

const nothing = async () => undefined;

describe.each(dealtKinds())('the file of records that wait, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      ports: { logger: failureLogger },
      modules: { shelf: await shelfOf(sourceOf('feedback')) },
    });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({ token } = await server.signIn());
  });

  const call: TestServer['call'] = (endpoint, input) => server.call(endpoint, input, { token });
  async function install(records: 'new' | 'kept') {
    const wish = { uid: 'feedback', version: '1.1.0', act: 'install', records } as const;
    const { hash } = await call(store.planModule, wish);
    await call(store.applyModule, { ...wish, hash, isConsented: true });
  }
  /** Removed with so many messages, which wait. */
  async function wait(messages: number) {
    await install('new');
    await sql`insert into m_feedback_message (form_id, title, text, state, version, create_time)
      select 1, 'message ' || n, md5(n::text), 'new', 1, 1 from generate_series(1, ${messages}::int) as n`.execute(server.database.kysely);
    await call(store.removeModule, { uid: 'feedback', records: 'keep' });
  }
  const takeBack = () => install('kept');
  const letGo = () => call(store.purgeModule, { uid: 'feedback', typed: 'feedback' });
  const remove = () => call(store.removeModule, { uid: 'feedback', records: 'delete', typed: 'feedback' });

  /** The client of the pages, to which the file comes over a line on which something happens when so many pieces have come. */
  function download(meanwhile: () => Promise<unknown>, language: 'en' | 'zh-cn' = 'en', after = 1) {
    const fetch = async (request: Request): Promise<Response> => {
      const reply = await server.app.fetch(request);
      let pieces = 0;
      const line = new TransformStream<Uint8Array, Uint8Array>(
        {
          async transform(piece, controller) {
            pieces += 1;
            if (pieces === after) await meanwhile();
            controller.enqueue(piece);
          },
        },
        undefined,
        { highWaterMark: 0 },
      );
      return new Response(reply.body?.pipeThrough(line), { status: reply.status, headers: reply.headers });
    };
    const client = createClient(createTransport({ language: () => language, isOnline: () => true, fetch }), {
      tokens: () => ({ admin: new Secret(token), member: null }),
      announce: () => undefined,
    });
    return client(store.fetchModuleArchive, { uid: 'feedback' }, { onReceived: () => undefined });
  }
  const plain = () => server.app.fetch(new Request(ARCHIVE, { headers: { batoken: token } }));

  it('is the same whether or not it is looked at while it comes, and holds all of them', async () => {
    await wait(MESSAGES);
    const { name, rows, blob } = await download(nothing);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    expect([name, rows, blob.type]).toEqual(['feedback.zip', MESSAGES + 1, 'application/zip']);
    const lines = new TextDecoder().decode(unzipSync(bytes)['feedbackMessage.jsonl']).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { title: string }).title)).toEqual(
      Array.from({ length: MESSAGES }, (_, index) => `message ${index + 1}`),
    );
    expect(new Uint8Array(await (await plain()).arrayBuffer())).toEqual(bytes);
    await letGo();
  });

  it.each([
    ['taken back', takeBack, remove],
    ['deleted', letGo, nothing],
    [
      'deleted, and others with the same names wait',
      async () => {
        await letGo();
        await wait(MESSAGES);
      },
      letGo,
    ],
  ] as const)('says in the reader’s language that there is none where they are %s meanwhile', async (_what, meanwhile, after) => {
    // Before anything is read of the messages, and in their midst.
    for (const [language, pieces] of [
      ['en', 1],
      ['zh-cn', 8],
    ] as const) {
      await wait(MESSAGES);
      await expect(download(meanwhile, language, pieces)).rejects.toThrow(
        expect.objectContaining({ failure: { kind: 'rejected', code: 0, message: GONE[language] } }),
      );
      await after();
    }
  });

  it('breaks off where nobody is there to be told why, so that no half file looks whole', async () => {
    await wait(MESSAGES);
    const reply = await plain();
    const reader = reply.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    await takeBack();
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow('refusals.modules.waitsNoMore');
    await remove();
  });

  it('leads to the sign-in where the session ends meanwhile', async () => {
    await wait(MESSAGES);
    await expect(download(() => call(logout, {}))).rejects.toThrow(
      expect.objectContaining({
        failure: expect.objectContaining({ kind: 'rejected', target: { routeName: 'adminLogin', routePath: '/admin/login' } }),
      }),
    );
    ({ token } = await server.signIn());
    await letGo();
    await expect(download(nothing)).rejects.toThrow('The record does not exist');
  });
});
