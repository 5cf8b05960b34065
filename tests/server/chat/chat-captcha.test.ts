import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#server/base/digest';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { first, member, type Person, visitor } from './chat-support.ts';

async function askAndRead(who: Person, question = first('How do I change my password?')) {
  const sent = await who.ask('send', question);
  await who.read(question.answer);
  return sent;
}

describe.each(dealtKinds())('the security check of the chat on %s', (kind) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await createTestServer({ kind, chat: { paceMs: 0 } });
    await server.database.kysely.updateTable('config').set({ value: '2' }).where('name', '=', 'chat_captcha').execute();
  });
  afterAll(() => server.close());

  /** The answer to the work that stands in for a picture. */
  async function proof(address: string, purpose = 'chat') {
    const captchaId = crypto.randomUUID();
    const json = { id: captchaId, purpose, subject: 'visitor' };
    await server.request('/api/common/captchaWork', { method: 'POST', json, address });
    const { answer } = await server.database.kysely
      .selectFrom('captcha_work')
      .select('answer')
      .where('id_hash', '=', await sha256(captchaId))
      .executeTakeFirstOrThrow();
    return { captchaId, captchaInfo: `work:${answer}` };
  }

  it('is asked of a visitor after so many questions, and opens as many again', async () => {
    const address = '10.9.0.7';
    const who = visitor(server, `captcha${'0'.repeat(36)}`, address);
    await askAndRead(who);
    await askAndRead(who);
    const third = first('And the third?');
    const refused = await who.call('send', third);
    expect([refused.body?.code, Object.keys(refused.body?.data?.fields ?? {})]).toEqual([0, ['captchaInfo']]);
    expect((await who.ask('conversations')).total).toBe(2);
    // What was answered before is answered again all the same.
    const wrong = await who.call('prove', { captchaId: 'nothing', captchaInfo: '1,1;350;200' });
    expect(wrong.body?.code).toBe(0);
    const other = await who.call('prove', await proof(address, 'module_form'));
    expect(other.body?.code).toBe(0);
    expect((await who.call('send', third)).body?.code).toBe(0);
    const right = await proof(address);
    expect((await who.call('prove', right)).body?.code).toBe(1);
    // One answer opens once.
    expect((await who.call('prove', right)).body?.code).toBe(0);
    await askAndRead(who, third);
    expect((await who.call('send', third)).body?.code).toBe(1);
    await askAndRead(who);
    expect((await who.call('send', first('One too many'))).body?.code).toBe(0);
  });

  it('is asked of nobody who has signed in', async () => {
    const lin = member(server, (await (await addMember(server, 'lin')).signIn()).token);
    for (let count = 0; count < 4; count += 1) await askAndRead(lin);
    expect((await lin.ask('conversations')).total).toBe(4);
    expect((await lin.call('prove', { captchaId: 'x', captchaInfo: 'x' })).body?.code).toBe(1);
  });
});
