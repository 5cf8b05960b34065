import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeOf } from '#api/contract/base/endpoint';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** What the browser says by itself of a write: which record, and how it is taken back. */
const NAMED_THERE = new Set([
  'security/change/apply',
  'security/datarecyclelog/restore',
  'security/sensitivedatalog/rollback',
  'life/request/approve',
  // A stock client waits for the general words of this one.
  'index/login',
  // Nothing is done by these: a ledger refuses them.
  'user/moneylog/edit',
  'user/moneylog/del',
  'user/scorelog/edit',
  'user/scorelog/del',
]);

describe('what a call says that has succeeded', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it.each(['en', 'zh-cn'] as const)('has words for what was done, in %s', async (language) => {
    const own = server.app
      .routes()
      .filter(
        ({ endpoint, section }) =>
          endpoint.success === 'announced' && section === undefined && !NAMED_THERE.has(nodeOf({ path: endpoint.path })),
      );
    expect(own.length).toBeGreaterThan(30);
    const { messages } = server.ports;
    const silent = own
      .map(({ endpoint }) => `calls.done.${nodeOf({ path: endpoint.path })}`)
      .filter((key) => messages.text(language, key) === key);
    expect(silent).toEqual([]);
  });

  it('says so in the language of whoever calls', async () => {
    const { token } = await server.signIn();
    const clear = async (language: string) =>
      (await server.request('/admin/ajax/clearCache', { method: 'POST', json: { type: 'tp' }, token, headers: { 'think-lang': language } }))
        .body?.msg;
    expect([await clear('en'), await clear('zh-cn')]).toEqual(['The cache was cleared.', '缓存已清理。']);
  });
});
