import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookCharges } from '#server/features/chat/charges';
import { sweepChat } from '#server/features/chat/sweep-chat';
import { addToLedger, ledgerDifferences } from '#server/features/members/ledger';
import { type AnswerPart, ModelError } from '#server/features/chat/answer/chat-model';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { createPuppet, ended, first, member, type Person, staff, uuid } from './chat-support.ts';
import { addModel } from './provider-support.ts';

/** Ten points for all that it can read, and ten for all that it may say. */
const PRICES = { price_in: 100_000, price_out: 2_000_000, context_tokens: 100, max_output_tokens: 5 } as const;
/** What the puppet counts, seven in and three out, is 6.7 points. */
const TAKEN = 7;

describe.each(dealtKinds())('answers that members pay for, on %s', (kind) => {
  const puppet = createPuppet();
  let server: TestServer;
  let points: number;
  beforeAll(async () => {
    server = await createTestServer({ kind, chat: { model: puppet.model } });
    await server.database.kysely.updateTable('chat_quota').set({ messages_a_day: null, answers_at_once: 10 }).execute();
    points = await addModel(server, { ...PRICES, charge: 'score' });
  });
  afterAll(() => server.close());

  const give = (memberId: number, amount: number, ref: string, what: 'score' | 'money' = 'score') =>
    server.database.transaction((trx) =>
      addToLedger(trx, what, { memberId, amount, memo: '', reason: 'gift', ref, adminId: 0, ip: '' }, 1),
    );
  async function person(
    name: string,
    score: number,
  ): Promise<{ readonly id: number; readonly who: Person; readonly left: () => Promise<number> }> {
    const added = await addMember(server, name);
    if (score > 0) await give(added.id, score, 'first');
    const left = async () =>
      (await server.database.kysely.selectFrom('member').select('score').where('id', '=', added.id).executeTakeFirstOrThrow()).score;
    return { id: added.id, who: member(server, (await added.signIn()).token), left };
  }
  const entries = (memberId: number) =>
    server.database.kysely
      .selectFrom('score_log')
      .select(['score', 'ref', 'memo'])
      .where('user_id', '=', memberId)
      .where('reason', '=', 'chat')
      .orderBy('id')
      .execute();
  const held = async () =>
    (await server.database.kysely.selectFrom('chat_run').select('held').where('held', '>', 0).execute()).map((run) => run.held);
  async function asked(who: Person, ...parts: readonly (AnswerPart | string)[]) {
    const question = first('Tea?', { model: points });
    await who.ask('send', question);
    (await puppet.next()).say(...parts);
    await who.read(question.answer);
    await bookCharges(server.ports);
    return question;
  }

  it('take what they have used, once each, and say so', async () => {
    const { id, who, left } = await person('lin', 25);
    expect((await who.ask('start')).models[0]).toMatchObject({ charge: 'score', highestCharge: 20 });
    const question = await asked(who, 'A leaf', ended('stop'));
    await who.ask('send', question);
    await Promise.all([bookCharges(server.ports), bookCharges(server.ports), sweepChat(server.ports)]);
    expect([await left(), await entries(id), await held()]).toEqual([
      25 - TAKEN,
      [{ score: -TAKEN, ref: question.answer, memo: 'AI · Model' }],
      [],
    ]);
    const { list } = await who.ask('conversations');
    const { messages } = await who.ask('conversation', { uuid: list[0].uuid });
    expect(messages[1].charged).toEqual({ score: TAKEN, money: 0 });
    expect((await who.ask('start')).balance).toEqual({ score: 25 - TAKEN, money: 0 });
  });

  it('are paid as soon as they have ended, before anything tidies up', async () => {
    const { id, who, left } = await person('soon', 25);
    const question = first('Tea?', { model: points });
    await who.ask('send', question);
    (await puppet.next()).say('A leaf', ended('stop'));
    await who.read(question.answer);
    await expect.poll(left).toBe(25 - TAKEN);
    expect(await entries(id)).toEqual([{ score: -TAKEN, ref: question.answer, memo: 'AI · Model' }]);
  });

  it('are refused before anything is asked where there is too little, also for what others have reserved', async () => {
    const { who, left } = await person('poor', 19);
    const before = puppet.count();
    expect((await who.call('send', first('Tea?', { model: points }))).body?.msg).toMatch(/up to 20, and you can spend 19/u);
    expect([puppet.count(), await left()]).toEqual([before, 19]);
    const other = await person('other', 39);
    const running = first('Tea?', { model: points });
    await other.who.ask('send', running);
    const model = await puppet.next();
    expect((await other.who.call('send', first('More?', { model: points }))).body?.msg).toMatch(/you can spend 19/u);
    model.say('A leaf', ended('stop'));
    await other.who.read(running.answer);
    await bookCharges(server.ports);
    await asked(other.who, 'A leaf', ended('stop'));
    expect(await other.left()).toBe(39 - 2 * TAKEN);
  });

  it('take nothing where they failed or were refused, and what came of them where they were stopped', async () => {
    const { id, who, left } = await person('wang', 100);
    const failing = first('Tea?', { model: points });
    await who.ask('send', failing);
    (await puppet.next()).fail(new ModelError('unavailable'));
    await who.read(failing.answer);
    await asked(who, 'A leaf', ended('filtered'));
    expect([await left(), await held()]).toEqual([100, []]);
    const stopped = first('Tea?', { model: points });
    await who.ask('send', stopped);
    const model = await puppet.next();
    model.say({ kind: 'asked', inputTokens: 2 }, '一二三');
    await who.ask('stop', { answer: stopped.answer });
    await who.read(stopped.answer);
    await bookCharges(server.ports);
    const [one] = await entries(id);
    expect([await left(), (one?.score ?? 0) < 0, await held()]).toEqual([100 + (one?.score ?? 0), true, []]);
  });

  it('cost what came of them where they were refused when they had been read', async () => {
    const { id, who, left } = await person('reader', 100);
    const question = first('Tea?', { model: points });
    await who.ask('send', question);
    const model = await puppet.next();
    model.say('A leaf');
    // Until it has been sent to whoever reads.
    const reader = (await who.follow(question.answer)).body!.getReader();
    let seen = '';
    while (!seen.includes('A leaf')) seen += new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();
    model.say(ended('filtered'));
    await who.read(question.answer);
    await bookCharges(server.ports);
    expect([await left(), (await entries(id)).map(({ score }) => score)]).toEqual([100 - TAKEN, [-TAKEN]]);
  });

  it('take nothing where what was to be gone on with was not even begun', async () => {
    const { who, left } = await person('patient', 100);
    const question = first('Tea?', { model: points });
    await who.ask('send', question);
    (await puppet.next()).say('A leaf', ended('length'));
    await who.read(question.answer);
    await bookCharges(server.ports);
    const more = uuid();
    await who.ask('continue', { message: question.answer, model: points, answer: more });
    const model = await puppet.next();
    model.say({ kind: 'asked', inputTokens: 50 });
    model.fail(new ModelError('rateLimited'));
    await who.read(more);
    await bookCharges(server.ports);
    expect([await left(), await held()]).toEqual([100 - TAKEN, []]);
  });

  it('cost administrators nothing, nor anybody with the built-in answerer', async () => {
    const boss = staff(server, (await server.signIn()).token);
    expect((await boss.ask('start')).models.map(({ charge }: { charge: string }) => charge)).not.toContain('score');
    const question = first('Tea?', { model: points });
    await boss.ask('send', question);
    (await puppet.next()).say('A leaf', ended('stop'));
    await boss.read(question.answer);
    expect(await held()).toEqual([]);
  });

  it('leave every sum right under twenty writers', async () => {
    const { id, who, left } = await person('busy', 100);
    const questions = Array.from({ length: 20 }, () => first('Tea?', { model: points, answer: uuid() }));
    const [sent] = await Promise.all([
      Promise.all(questions.map(async (question) => ({ question, code: (await who.call('send', question)).body?.code }))),
      ...Array.from({ length: 20 }, (_, index) => give(id, 1, `gift-${index}`)),
    ]);
    const begun = sent.filter(({ code }) => code === 1);
    // Five find room in a hundred, and a sixth in what came meanwhile.
    expect([5, 6]).toContain(begun.length);
    const models = await Promise.all(begun.map(() => puppet.next()));
    for (const model of models) model.say('A leaf', ended('stop'));
    await Promise.all(begun.map(({ question }) => who.read(question.answer)));
    await Promise.all(Array.from({ length: 20 }, () => bookCharges(server.ports)));
    expect([await left(), (await entries(id)).length, await held()]).toEqual([120 - TAKEN * begun.length, begun.length, []]);
    expect(await ledgerDifferences(server.database.kysely, 'score')).toEqual([]);
  });
});
