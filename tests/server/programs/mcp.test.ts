import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { asProgram, makeToken, tokenCalls } from './token-support.ts';

const GOODS = ['goods', 'goods/goods', 'goods/goods/index', 'goods/goods/add', 'goods/goods/edit', 'goods/goods/del'];

interface Told {
  readonly isError: boolean;
  // oxlint-disable-next-line typescript/no-explicit-any -- replies are read freely in tests
  readonly data: any;
}

async function use(client: Client, name: string, input: object): Promise<Told> {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } });
  const [first] = content as readonly { readonly type: string; readonly text: string }[];
  return { isError: isError === true, data: JSON.parse(first?.text ?? 'null') };
}
const namesOf = async (client: Client): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name);

describe.each(dealtKinds())('the protocol for models on %s', (kind) => {
  let server: TestServer;
  let root: string;
  const clients: Client[] = [];
  beforeAll(async () => {
    server = await createTestServer({ kind });
    root = (await server.signIn()).token;
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });
  afterAll(() => server.close());

  /** The library's own client, over the application in this process. */
  async function connect(token: string): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL('http://test.invalid/api/mcp'), {
      fetch: (address, init) => server.app.fetch(new Request(address, init), { remoteAddress: '127.0.0.1' }),
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    await client.connect(transport);
    clients.push(client);
    return client;
  }
  it('offers a tool for each call that the token opens, and no other', async () => {
    const all = await connect((await makeToken(server, root, { rules: GOODS })).token);
    expect((await namesOf(all)).filter((name) => !/_(?:publish|takeDown|putBack|archive|offer|withdraw)/u.test(name))).toEqual(
      expect.arrayContaining(['goods_add', 'goods_delete', 'goods_edit', 'goods_life', 'goods_list', 'goods_read', 'goods_undo']),
    );
    expect((await namesOf(all)).every((name) => name.startsWith('goods_'))).toBe(true);
    const reading = await connect((await makeToken(server, root, { rules: GOODS, isReadOnly: true })).token);
    expect(await namesOf(reading)).toEqual(['goods_life', 'goods_list', 'goods_read']);
    const everything = await namesOf(await connect((await makeToken(server, root, { rules: '*' })).token));
    expect(
      everything.filter((name) => /^(?:apiToken|chatModel|outboxMessage)_|^(?:admin|adminGroup|adminRule)_(?:add|edit|delete)/u.test(name)),
    ).toEqual([]);
    expect(everything).toContain('admin_list');
    const { tools } = await all.listTools();
    const edit = tools.find(({ name }) => name === 'goods_edit');
    expect(edit?.inputSchema).toMatchObject({
      type: 'object',
      required: ['id'],
      properties: { title: { type: 'string' }, price: { type: 'string' } },
    });
    expect(edit?.annotations).toMatchObject({ readOnlyHint: false });
  });

  it('names for a search what a program may search by, and nothing else', async () => {
    const client = await connect((await makeToken(server, root, { rules: '*' })).token);
    const { tools } = await client.listTools();
    const named = (section: string): readonly string[] => {
      const schema = tools.find(({ name }) => name === `${section}_list`)?.inputSchema.properties?.['search'] as
        | { readonly items: { readonly properties: { readonly field: { readonly enum: readonly string[] } } } }
        | undefined;
      return schema?.items.properties.field.enum ?? [];
    };
    expect(named('adminLog')).toEqual(['id', 'username', 'title', 'ip', 'useragent', 'create_time']);
    expect(named('securityLog')).not.toContain('about');
    expect(named('securityLog')).toContain('kind');
  });

  it('measures what is to stand in an address before it makes one', async () => {
    const client = await connect((await makeToken(server, root, { rules: GOODS })).token);
    await expect(use(client, 'goods_list', { quickSearch: 'a '.repeat(20_000) })).rejects.toThrow('longer than this tool takes');
    expect((await use(client, 'goods_list', { quickSearch: 'a '.repeat(50) })).isError).toBe(false);
  });

  it('lists, reads, adds, changes and deletes, each write with the number by which it is taken back', async () => {
    const client = await connect((await makeToken(server, root, { rules: GOODS })).token);
    const listed = await use(client, 'goods_list', { limit: 1, search: [{ field: 'id', operator: 'eq', val: '1' }] });
    expect(listed.data).toMatchObject({ total: 1, list: [{ id: 1 }] });
    const before = (await use(client, 'goods_read', { id: 1 })).data.row;
    const edited = await use(client, 'goods_edit', { id: 1, version: before.version, title: 'By a model' });
    expect(edited).toEqual({ isError: false, data: { version: before.version + 1, change: expect.any(Number) } });
    expect((await use(client, 'goods_read', { id: 1 })).data.row.title).toBe('By a model');
    expect((await use(client, 'goods_undo', { change: edited.data.change })).isError).toBe(false);
    expect((await use(client, 'goods_read', { id: 1 })).data.row.title).toBe(before.title);
    const added = await use(client, 'goods_add', { title: 'New', category_id: before.category_id, price: '9.50' });
    expect(added).toEqual({ isError: false, data: { id: expect.any(Number), change: expect.any(Number) } });
    const removed = await use(client, 'goods_delete', { ids: [added.data.id] });
    expect(removed.data).toEqual({ count: 1, change: expect.any(Number) });
    expect((await use(client, 'goods_undo', { change: removed.data.change })).isError).toBe(false);
    expect((await use(client, 'goods_read', { id: added.data.id })).data.row.title).toBe('New');
  });

  it('tells a refusal in words, and keeps the log of what was done and refused', async () => {
    const client = await connect((await makeToken(server, root, { rules: GOODS })).token);
    const refused = await use(client, 'goods_edit', { id: 1, title: 'x'.repeat(500) });
    expect(refused).toMatchObject({
      isError: true,
      data: { refused: expect.any(String), details: { fields: { title: expect.any(String) } } },
    });
    const stale = await use(client, 'goods_edit', { id: 1, version: 9999, title: 'Late' });
    expect(stale).toMatchObject({ isError: true, data: { details: { conflict: true } } });
    const entry = await server.database.kysely
      .selectFrom('admin_log')
      .select(['title', 'url'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(entry?.url).toBe('/api/admin/goods.Goods/edit');
    await expect(use(client, 'member_delete', { ids: [1] })).rejects.toThrow('There is no tool member_delete');
  });

  it('sends events of lives', async () => {
    const client = await connect((await makeToken(server, root, { rules: GOODS })).token);
    const { data } = await use(client, 'goods_life', { id: 1 });
    const next = data.offers.find(({ unmet }: { readonly unmet: readonly unknown[] }) => unmet.length === 0);
    const names = await namesOf(client);
    expect(names).toContain(`goods_${next.event}`);
    expect(await use(client, `goods_${next.event}`, { ids: [1] })).toEqual({
      isError: false,
      data: { count: 1, change: expect.any(Number) },
    });
  });

  it('is closed without a token, with another’s session, and with one that has ended', async () => {
    const ask = (headers: Record<string, string>) =>
      server.request('/api/mcp', {
        method: 'POST',
        headers: { accept: 'application/json, text/event-stream', ...headers },
        json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      });
    expect((await ask({})).status).toBe(401);
    expect((await ask({ batoken: root })).status).toBe(401);
    const { id, token } = await makeToken(server, root, { rules: GOODS });
    expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await asProgram(server, token, '/api/mcp')).status).toBe(405);
    await server.call(tokenCalls.save, { id, status: '0' }, { token: root });
    expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(401);
  });
});
