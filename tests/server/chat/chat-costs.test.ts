import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { chatUsage } from '#sections/chat-usage/chat-usage.resource.ts';
import { sweepChat } from '#server/features/chat/sweep-chat';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { createPuppet, DONE, ended, first, member, type Person } from './chat-support.ts';
import { addModel } from './provider-support.ts';

describe.each(testDatabaseKinds)('what answers cost on %s', (kind) => {
  const puppet = createPuppet();
  let server: TestServer;
  let lin: Person;
  let modelId: number;
  beforeAll(async () => {
    server = await createTestServer({ kind, chat: { model: puppet.model } });
    lin = member(server, (await (await addMember(server, 'lin')).signIn()).token);
    modelId = await addModel(server, { price_in: 300, price_out: 1200 });
  });
  afterAll(() => server.close());

  async function asked(end = DONE) {
    const sent = await lin.ask('send', first('What is tea?'));
    (await puppet.next()).say('A leaf', end);
    await lin.read(sent.answer.uuid);
    return sent.conversation.uuid as string;
  }
  const usage = () => server.database.kysely.selectFrom('chat_usage').selectAll().orderBy('id').execute();

  it('stands at each answer and adds up by day, model and whoever asked; what came to nothing is free', async () => {
    const conversation = await asked();
    // Seven tokens in and three out, in millionths of a cent.
    const cost = 7 * 300 + 3 * 1200;
    expect((await lin.ask('conversation', { uuid: conversation })).messages[1].usage).toEqual({ inputTokens: 7, outputTokens: 3, cost });
    await asked(ended('filtered'));
    await asked();
    expect(await usage()).toMatchObject([
      { day: '2026-01-15', owner_type: 'member', model_id: modelId, answers: 3, input_tokens: 21, output_tokens: 9, cost: 2 * cost },
    ]);
    const { token } = await server.signIn();
    const { list } = await server.call(resourceEndpoints(chatUsage).list, {}, { token });
    expect(list).toMatchObject([{ answers: 3, cost: 2 * cost, model_id: modelId }]);
  });

  it('ends the questions of a day where it has reached its limit', async () => {
    const { kysely } = server.database;
    await kysely.updateTable('chat_quota').set({ cost_a_day: 1 }).where('audience', '=', 'member').execute();
    // A cent is a million of what costs are counted in.
    await kysely.updateTable('chat_usage').set({ cost: 999_999 }).execute();
    await asked();
    const { body } = await lin.call('send', first('more'));
    expect(body).toMatchObject({ code: 0, msg: 'What the chat may cost you a day is used up. Please come back tomorrow.' });
    server.clock.advanceSeconds(86_400);
    lin = member(server, (await (await addMember(server, 'lin2')).signIn()).token);
    await asked();
    await kysely.updateTable('chat_quota').set({ cost_a_day: null }).execute();
  });

  it('is forgotten after three years', async () => {
    server.clock.advanceSeconds(1090 * 86_400);
    await sweepChat(server.ports);
    expect(await usage()).toHaveLength(2);
    server.clock.advanceSeconds(12 * 86_400);
    await sweepChat(server.ports);
    expect(await usage()).toHaveLength(0);
  });
});
