import { expect, it } from 'vitest';
import { createServerApp } from '#server/app';
import { type AnswerPart, ModelError } from '#server/features/chat/answer/chat-model';
import { bookCharges } from '#server/features/chat/charges';
import { addToLedger, ledgerDifferences } from '#server/features/members/ledger';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { addMember } from '#tests/support/members.ts';
import { randomNumbers } from '#tests/support/random-numbers.ts';
import { createTestServer } from '#tests/support/server.ts';
import { createPuppet, ended, first, member, uuid, type Asked } from './chat-support.ts';
import { addModel } from './provider-support.ts';

const STEPS = effort(60, 1000);
const SEEDS = effort([11], [11, 12]);
/** At most twenty of its coin for an answer. */
const PRICES = { price_in: 100_000, price_out: 2_000_000, context_tokens: 100, max_output_tokens: 5 } as const;

interface Running {
  readonly person: number;
  /** Its run; one that goes on writes on in the message of another. */
  readonly answer: string;
  readonly message: string;
  readonly asked: Asked;
}

/** Says something, where the line is still open: the server that was killed hears nothing more. */
function say(asked: Asked, ...parts: readonly (AnswerPart | string)[]): void {
  try {
    asked.say(...parts);
  } catch (error) {
    if (!(error instanceof TypeError) && !asked.signal.aborted) throw error;
  }
}

it.each(dealtKinds().flatMap((kind) => SEEDS.map((seed) => [kind, seed] as const)))(
  'answers that are asked for, stopped, asked again and cut off at random leave every sum right and nothing reserved, on %s, from %s',
  async (kind, seed) => {
    const puppet = createPuppet();
    const server = await createTestServer({ kind, chat: { model: puppet.model } });
    const { kysely } = server.database;
    await kysely.updateTable('chat_quota').set({ messages_a_day: null, tokens_a_day: null, answers_at_once: 10 }).execute();
    const models = [await addModel(server, { ...PRICES, charge: 'score' }), await addModel(server, { ...PRICES, charge: 'money' })];
    const people = await Promise.all(
      ['lin', 'wang', 'zhao'].map(async (name) => {
        const added = await addMember(server, name);
        return { id: added.id, who: member(server, (await added.signIn()).token) };
      }),
    );

    const ids = people.map(({ id }) => id);

    const random = randomNumbers(seed);
    const anyOf = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;
    const take = <T>(some: T[]): T => some.splice(Math.floor(random() * some.length), 1)[0]!;
    const running: Running[] = [];
    const over: Pick<Running, 'person' | 'message'>[] = [];
    const gifts = { score: 0, money: 0 };
    const refusals = new Set<string>();
    let [begun, kills, step] = [0, 0, 0];

    async function begin(person: number, name: string, input: { readonly answer: string }, message = input.answer): Promise<void> {
      const { body } = await people[person]!.who.call(name, input);
      if (body?.code !== 1) {
        refusals.add(body?.msg ?? '');
        return;
      }
      begun += 1;
      running.push({ person, answer: input.answer, message, asked: await puppet.next() });
    }
    async function again(person: number, name: 'regenerate' | 'continue', message: string): Promise<void> {
      const input = { message, model: anyOf(models), answer: uuid() };
      await begin(person, name, input, name === 'continue' ? message : input.answer);
    }
    async function isOver({ person, answer, message }: Running): Promise<void> {
      await people[person]!.who.read(answer);
      over.push({ person, message });
    }
    const deeds: Readonly<Record<string, () => Promise<void>>> = {
      async give() {
        const what = anyOf(['score', 'money'] as const);
        const amount = 1 + Math.floor(random() * 60);
        gifts[what] += amount;
        const entry = { memberId: anyOf(people).id, amount, memo: '', reason: 'gift', ref: `gift-${step}`, adminId: 0, ip: '' };
        await server.database.transaction((trx) => addToLedger(trx, what, entry, 1));
      },
      ask: () => begin(Math.floor(random() * people.length), 'send', first('Tea?', { model: anyOf(models) })),
      async askAgain() {
        if (over.length === 0) return;
        const { person, message } = anyOf(over);
        await again(person, 'regenerate', message);
      },
      async goOn() {
        if (over.length === 0) return;
        const { person, message } = anyOf(over);
        await again(person, 'continue', message);
      },
      async say() {
        if (running.length > 0)
          say(anyOf(running).asked, { kind: 'asked', inputTokens: Math.floor(random() * 90) }, '一片叶子'.slice(0, 1 + random() * 4));
      },
      async end() {
        if (running.length === 0) return;
        const one = take(running);
        say(one.asked, anyOf(['A leaf', '叶']), ended(anyOf(['stop', 'length', 'filtered'])));
        await isOver(one);
      },
      async fail() {
        if (running.length === 0) return;
        const one = take(running);
        one.asked.fail(new ModelError('rateLimited'));
        await isOver(one);
      },
      async stop() {
        if (running.length === 0) return;
        const one = take(running);
        await people[one.person]!.who.ask('stop', { answer: one.answer });
        await isOver(one);
      },
      async kill() {
        kills += 1;
        await kysely.updateTable('chat_run').set({ owner: 'gone', seen_at_ms: 0 }).where('status', '=', 'running').execute();
        const restarted = createServerApp(server.ports);
        await Promise.all([restarted.chat.recover(), restarted.chat.recover()]);
        await restarted.close();
        for (const one of running.splice(0)) {
          // What the killed one still says is written nowhere.
          say(one.asked, 'A leaf of another tree', ended('stop'));
          await isOver(one);
        }
      },
      book: () => Promise.all([bookCharges(server.ports), bookCharges(server.ports)]).then(() => undefined),
    };
    const held = () => kysely.selectFrom('chat_run').select(['owner_id', 'charge', 'held']).where('held', '>', 0).execute();

    const weighed = [
      'give',
      'ask',
      'ask',
      'ask',
      'ask',
      'askAgain',
      'askAgain',
      'goOn',
      'say',
      'say',
      'end',
      'end',
      'fail',
      'stop',
      'stop',
      'book',
      'kill',
    ];
    for (const name of ['give', 'give', 'give', 'give', 'give', 'give', 'ask', 'ask', 'stop', 'ask', 'say', 'kill', 'askAgain']) {
      await deeds[name]!();
      step += 1;
    }
    for (; step < STEPS; step += 1) {
      await deeds[anyOf(weighed)]!();
      const members = await kysely.selectFrom('member').select(['id', 'score', 'money']).execute();
      const reserved = await held();
      for (const one of members)
        for (const what of ['score', 'money'] as const) {
          const mine = reserved.filter(({ owner_id: id, charge }) => id === one.id && charge === what);
          expect(
            mine.reduce((sum, run) => sum + run.held, 0),
            `reserved in step ${step}`,
          ).toBeLessThanOrEqual(one[what]);
        }
    }
    while (running.length > 0) await deeds['end']!();
    await Promise.all([bookCharges(server.ports), bookCharges(server.ports)]);

    expect(await held()).toEqual([]);
    for (const what of ['score', 'money'] as const) {
      expect(await ledgerDifferences(kysely, what)).toEqual([]);
      const log = await kysely
        .selectFrom(`${what}_log`)
        .select([`${what} as amount`, 'ref'])
        .where('reason', '=', 'chat')
        .where('user_id', 'in', ids)
        .execute();
      const taken = -log.reduce((sum, { amount }) => sum + amount, 0);
      const { left } = await kysely
        .selectFrom('member')
        .select((e) => e.fn.sum(what).as('left'))
        .where('id', 'in', ids)
        .executeTakeFirstOrThrow();
      const charged = await kysely
        .selectFrom('chat_message')
        .select((e) => e.fn.sum(`charged_${what}`).as('sum'))
        .executeTakeFirstOrThrow();
      expect({ left: Number(left), charged: Number(charged.sum) }).toEqual({ left: gifts[what] - taken, charged: taken });
      // Each run books once.
      expect(new Set(log.map(({ ref }) => ref)).size).toBe(log.length);
      expect(taken).toBeGreaterThan(0);
    }
    expect([...refusals].filter((told) => !/you can spend|Too many|is complete/u.test(told))).toEqual([]);
    expect([begun > STEPS / 10, refusals.size > 0, kills > 0]).toEqual([true, true, true]);
    await server.close();
  },
  effort(60_000, 900_000),
);
