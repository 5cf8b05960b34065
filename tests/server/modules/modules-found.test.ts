import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as designer from '#api/contract/designer/designer';
import * as store from '#api/contract/modules/modules';
import { adminInit, type WireRule } from '#api/contract/session/session';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { dealtKinds } from '#tests/support/dealt.ts';
import { readFile, shelfOf, sourceOf, withoutPublic } from '#tests/support/packages.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { first, staff } from '../chat/chat-support.ts';
import { addModel, startUpstream, type Upstream } from '../chat/provider-support.ts';

const LINKS = withoutPublic(sourceOf('links'));

/** A model that looks for records once, and then talks. */
const says = (delta: object, reason: string): string =>
  [
    { choices: [{ index: 0, delta }] },
    { choices: [{ index: 0, delta: {}, finish_reason: reason }], usage: { prompt_tokens: 1, completion_tokens: 1 } },
  ]
    .map((chunk) => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', ...chunk })}\n\n`)
    .join('') + 'data: [DONE]\n\n';

describe.each(dealtKinds())('a module that is installed, on %s', (kind) => {
  let server: TestServer;
  let upstream: Upstream;
  let token: string;
  const links = resourceEndpoints(readFile(LINKS, 'sections/linksLink.json').declaration);
  beforeAll(async () => {
    [upstream, server] = [
      await startUpstream(),
      await createTestServer({ kind, sampleData: false, modules: { shelf: await shelfOf(LINKS) } }),
    ];
    ({ token } = await server.signIn());
    const wish = { uid: 'links', version: '1.0.0', act: 'install' } as const;
    const { hash } = await call(store.planModule, wish);
    await call(store.applyModule, { ...wish, hash });
    await call(links.add, { title: 'Docs', address: 'https://example.com', group_id: 1 });
  });
  afterAll(async () => {
    await server.close();
    await upstream.close();
  });

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const directory = async (language: 'en' | 'zh-cn') =>
    (await call(adminInit, {}, { language })).menus.find(({ name }: WireRule) => name === 'links')?.title;

  it('stands in the menu in the language of whoever reads it, until somebody calls it otherwise', async () => {
    expect([await directory('en'), await directory('zh-cn')]).toEqual(['Links', readFile(LINKS, 'module.json').title['zh-cn']]);
    await server.database.kysely.updateTable('admin_rule').set({ title: '网址' }).where('name', '=', 'links').execute();
    expect(await directory('en')).toBe('网址');
  });

  it('has its records found by the quick search and by the chat', async () => {
    expect((await call(links.list, { quickSearch: 'doc' })).list).toEqual([expect.objectContaining({ title: 'Docs' })]);
    const tools: string[] = [];
    upstream.answer((request, response) => {
      const asked = JSON.parse(request.body) as { tools?: { function: { name: string } }[]; messages: { role: string; content: string }[] };
      tools.push(...(asked.tools ?? []).map(({ function: { name } }) => name));
      const found = asked.messages.find(({ role }) => role === 'tool');
      const wish = { index: 0, id: 'one', type: 'function', function: { name: 'findLinksLink', arguments: '{"search":"Docs"}' } };
      response.end(found ? says({ content: found.content }, 'stop') : says({ tool_calls: [wish] }, 'tool_calls'));
    });
    await addModel(server, { base_url: `${upstream.url}/v1`, takes_tools: '1', context_tokens: 200_000 });
    const boss = staff(server, token);
    const sent = await boss.ask('send', first('Where are the docs?'));
    await boss.read(sent.answer.uuid);
    const read = await boss.ask('conversation', { uuid: sent.conversation.uuid });
    expect(tools).toContain('findLinksLink');
    expect(read.messages[1].text).toContain('"title":"Docs"');
  });

  it('is opened by the designer, which says whose it is where it would be changed', async () => {
    const { section } = await call(designer.readSection, { name: 'linksLink' });
    expect(section).toMatchObject({ name: 'linksLink', state: 'live' });
    await expect(call(designer.removeSection, { name: 'linksLink', version: section.version, table: 'm_links_link' })).rejects.toThrow(
      'belongs to the module links',
    );
  });
});
