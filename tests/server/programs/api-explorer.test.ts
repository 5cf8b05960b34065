import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readApiOperation, readApiOperations } from '#api/contract/programs/api-explorer';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { FailureError } from '#domain/base/failure';
import { exampleOf } from '#domain/programs/schema-example';
import type { Resource } from '#domain/table/resource';
import { goods } from '#sections/goods/goods.resource.ts';
import { isOfUse } from '#server/http/calls/programs';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** Goods whose life has one event. */
const led = (event: object) => ({ ...goods, life: { ...goods.life, events: { grade: event } } }) as unknown as Resource;

describe.each(dealtKinds())('the description of calls for programs on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());
  const list = async (own = token) => (await server.call(readApiOperations, {}, { token: own })).list;
  const undoesOf = async (own: string) => (await list(own)).map(({ path }) => path).filter((path) => path.endsWith('/undo'));

  it('has calls of sections with their titles in both languages, and none that a token could not open', async () => {
    const all = await list();
    expect(all.find(({ path, method }) => path === '/api/admin/goods.Goods/add' && method === 'POST')).toEqual({
      method: 'POST',
      path: '/api/admin/goods.Goods/add',
      section: 'goods',
      titles: { 'zh-cn': '商品', en: 'Goods' },
      summary: 'Adds a record of goods.',
    });
    // An event of a life is called as on its button.
    expect(all.find(({ path }) => path === '/api/admin/content.Notice/approve')?.event).toEqual({ 'zh-cn': '通过', en: 'Approve' });
    const sections = new Set(all.map(({ section }) => section));
    for (const closed of ['apiToken', 'webhook', 'chatModel']) expect(sections.has(closed)).toBe(false);
    // Read by programs, and written by hand.
    expect(new Set(all.filter(({ section }) => section === 'adminGroup').map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(all.some(({ path }) => path.includes('routine.System'))).toBe(false);
  });

  it('describes the body of a write by its section, so that its example has what is required', async () => {
    const add = await server.call(readApiOperation, { method: 'POST', path: '/api/admin/goods.Goods/add' }, { token });
    expect(add.parameters.map(({ name, place }) => [name, place])).toEqual([['idempotency-key', 'header']]);
    expect(Object.keys(exampleOf(add.body ?? {}) as object)).toContain('title');
    const page = await server.call(readApiOperation, { method: 'GET', path: '/api/admin/goods.Goods/index' }, { token });
    expect([page.body, page.parameters.some(({ name }) => name === 'quickSearch'), page.answer !== null]).toEqual([null, true, true]);
    const file = await server.call(readApiOperation, { method: 'GET', path: '/api/admin/goods.Goods/export' }, { token });
    expect(file.answer).toBeNull();
  });

  it('has taking back for whoever writes in a section, which is a right that nobody is given', async () => {
    const undo = { method: 'POST', path: '/api/admin/goods.Goods/undo' } as const;
    for (const right of ['edit', 'add', 'del']) {
      const clerk = await server.addAdmin(`trial_${right}`, ['auth/apiTrial/index', 'goods/goods/index', `goods/goods/${right}`]);
      expect([right, await undoesOf(clerk.token)]).toEqual([right, [undo.path]]);
      expect(await server.call(readApiOperation, undo, { token: clerk.token })).toMatchObject({ path: undo.path, section: 'goods' });
    }
    const reader = await server.addAdmin('trial_reader', ['auth/apiTrial/index', 'goods/goods/index', 'auth/group/edit']);
    expect(await undoesOf(reader.token)).toEqual([]);
    await expect(server.call(readApiOperation, undo, { token: reader.token })).rejects.toThrow(FailureError);
    // So it is for whoever sends events that have a right of their own.
    const { undo: taking } = resourceWriteEndpoints(goods);
    const isOfUseBy = (section: Resource) =>
      isOfUse(
        { endpoint: taking, node: 'goods/goods/undo', section, handle: () => Promise.resolve() },
        (node) => node === 'goods/goods/grade',
      );
    expect([{ right: 'own' }, { right: 'edit' }, { right: 'own', undo: 'never' }].map((event) => isOfUseBy(led(event)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('tells nobody of calls that they could not make, and of none that there are not', async () => {
    const clerk = await server.addAdmin('trial_clerk', ['auth/apiTrial/index', 'goods/goods/index']);
    const stranger = await server.addAdmin('trial_stranger', ['goods/goods/index']);
    expect((await list(clerk.token)).map(({ method, path }) => `${method} ${path}`)).toContain('GET /api/admin/goods.Goods/index');
    expect(new Set((await list(clerk.token)).map(({ section }) => section))).toEqual(new Set(['goods']));
    await expect(list(stranger.token)).rejects.toThrow('permission');
    const add = { method: 'POST', path: '/api/admin/goods.Goods/add' } as const;
    await expect(server.call(readApiOperation, add, { token: clerk.token })).rejects.toThrow(FailureError);
    await expect(server.call(readApiOperation, { ...add, path: '/api/admin/auth.ApiToken/issue' }, { token })).rejects.toThrow(
      FailureError,
    );
  });
});
