import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

type Row = Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- replies are read freely in tests

/** What forms of stock clients read, and what becomes of what they send. */
describe('forms of stock clients', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer();
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const get = async (path: string): Promise<Row> => (await server.request(path, { token })).body?.data ?? {};
  const post = async (path: string, json: Row) => (await server.request(path, { method: 'POST', token, json })).body;

  it('are offered the member rules that are switched on, and the title of one that was chosen before', async () => {
    const id = 120;
    const offered = async (query = '') =>
      ((await get(`/admin/user.Rule/index?select=true&isTree=true${query}`))['options'] as readonly Row[]).map((row) => row['id']);
    expect(await offered()).toContain(id);
    expect(await post('/admin/user.Rule/edit', { id, status: '0' })).toMatchObject({ code: 1 });
    expect([await offered(), await offered(`&initKey=id&initValue=${id}`)]).toEqual([expect.not.arrayContaining([id]), [id]]);
    // The page of the rules itself, and the tree of a group, still have it.
    const rows = (nodes: readonly Row[]): readonly unknown[] => nodes.flatMap((node) => [node['id'], ...rows(node['children'] ?? [])]);
    expect(rows((await get('/admin/user.Rule/index'))['list'])).toContain(id);
    await post('/admin/user.Rule/edit', { id, status: '1' });
  });
});
