import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { logout } from '#api/contract/session/session';
import { createServerApp } from '#server/app';
import { keepRuns } from '#server/boot/upkeep/keep-runs';
import { CHAT_FOLLOWS, CHAT_RUNS_AT_ONCE, CHAT_RUNS_KEPT, CHAT_SEARCHES } from '#server/features/chat/base/limits';
import { ModelError } from '#server/features/chat/answer/chat-model';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import {
  type Asked,
  createPuppet,
  DONE,
  ended,
  eventsIn,
  first,
  member,
  type Person,
  shown,
  staff,
  untilText,
  uuid,
  visitor,
  visitorToken,
} from './chat-support.ts';

const messages = async (person: Person, conversation: string) => (await person.ask('conversation', { uuid: conversation })).messages;

describe.each(dealtKinds())('answers as runs on %s', (kind) => {
  const puppet = createPuppet();
  let server: TestServer;
  let lin: Person;
  beforeAll(async () => {
    server = await createTestServer({ kind, chat: { model: puppet.model } });
    await server.database.kysely.updateTable('config').set({ value: '0' }).where('name', '=', 'chat_captcha').execute();
    lin = member(server, (await (await addMember(server, 'lin')).signIn()).token);
  });
  afterAll(() => server.close());

  /** The answer of a model that thinks these pieces. */
  async function thought(...pieces: readonly string[]) {
    const sent = await lin.ask('send', first('think'));
    (await puppet.next()).say(...pieces.map((text) => ({ kind: 'thinking', text }) as const), 'Said', DONE);
    await lin.read(sent.answer.uuid);
    return (await messages(lin, sent.conversation.uuid))[1];
  }

  /** Asks, says something, and ends the answer so. */
  async function answered(person: Person, words: readonly string[], text = 'a question') {
    const sent = await person.ask('send', first(text));
    const asked = await puppet.next();
    asked.say(...words, DONE);
    const events = await person.read(sent.answer.uuid);
    return { sent, events, asked };
  }

  /** How an answer stands there that its model ended so. */
  const outcome = async (end: (asked: Asked) => void) => {
    const sent = await lin.ask('send', first('break'));
    end(await puppet.next());
    return shown(await lin.read(sent.answer.uuid));
  };

  it('are written once, read by anyone of theirs from any number, and kept in their message', async () => {
    const question = first('What is tea?');
    const sent = await lin.ask('send', question);
    const asked = await puppet.next();
    expect(asked.request.turns).toEqual([{ role: 'user', text: 'What is tea?' }]);
    const again = await lin.ask('send', question);
    expect(again).toEqual(sent);
    expect(sent.answer).toMatchObject({ uuid: question.answer, state: 'running', answer: question.answer, parent: sent.question.uuid });
    const reading = lin.read(question.answer);
    asked.say('A leaf', { kind: 'thinking', text: 'hm' }, ' in 水😀', DONE);
    const events = await reading;
    expect(shown(events)).toEqual({ text: 'A leaf in 水😀', state: 'complete', finishReason: 'stop' });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-2)).toMatchObject({ kind: 'usage', data: JSON.stringify({ inputTokens: 7, outputTokens: 3, cost: 0 }) });
    for (const { seq } of events)
      expect((await lin.read(question.answer, seq)).map((event) => event.seq)).toEqual(events.slice(seq).map((event) => event.seq));
    expect((await messages(lin, sent.conversation.uuid))[1]).toMatchObject({
      text: 'A leaf in 水😀',
      thinking: 'hm',
      state: 'complete',
      finishReason: 'stop',
      answer: null,
      usage: { inputTokens: 7, outputTokens: 3, cost: 0 },
    });
    expect(puppet.count()).toBe(1);
  });

  it('go on when nobody reads, and hold everything when their events are forgotten', async () => {
    const { sent } = await answered(lin, ['one ', 'two']);
    await server.database.kysely.deleteFrom('chat_event').execute();
    const events = await lin.read(sent.answer.uuid, 3);
    expect(events.map(({ kind: each, seq }) => [each, seq])).toEqual([
      ['replace', 4],
      ['state', 5],
    ]);
    expect(shown(events)).toEqual({ text: 'one two', state: 'complete', finishReason: 'stop' });
    await server.database.kysely.deleteFrom('chat_run').where('status', '<>', 'running').execute();
    expect(shown(await lin.read(sent.answer.uuid))).toEqual({ text: 'one two', state: 'complete', finishReason: 'stop' });
  });

  it('are stopped from another tab, before and after the first word, and what came stays', async () => {
    for (const words of [[], ['some', ' words']]) {
      const sent = await lin.ask('send', first('stop me'));
      const asked = await puppet.next();
      asked.say(...words);
      const reading = await lin.follow(sent.answer.uuid);
      if (words.length > 0) await untilText(reading.clone(), 'words');
      expect(await lin.ask('stop', { answer: sent.answer.uuid })).toEqual({ state: 'stopped' });
      expect(asked.signal.aborted).toBe(true);
      expect(shown(eventsIn(await reading.text()))).toEqual({ text: words.join(''), state: 'stopped', finishReason: 'stopped' });
      expect(await lin.ask('stop', { answer: sent.answer.uuid })).toEqual({ state: 'stopped' });
      const [, answer] = await messages(lin, sent.conversation.uuid);
      expect(answer).toMatchObject({ state: 'stopped', text: words.join('') });
    }
  });

  it('are read and stopped through another process, at whose word the one that writes aborts its model', async () => {
    const opened = { ...server.database, close: async () => undefined };
    const elsewhere = await createTestServer({
      opened,
      ports: { clock: server.ports.clock },
      chat: { model: puppet.model },
    });
    const { token } = await (await addMember(server, 'away')).signIn();
    const [here, there] = [member(server, token), member(elsewhere, token)];
    const sent = await here.ask('send', first('stop me there'));
    const asked = await puppet.next();
    asked.say('begun');
    const reading = await there.follow(sent.answer.uuid);
    await untilText(reading.clone(), 'begun');
    await there.ask('stop', { answer: sent.answer.uuid });
    await new Promise((resolve) => asked.signal.addEventListener('abort', resolve));
    expect(shown(eventsIn(await reading.text()))).toEqual({ text: 'begun', state: 'stopped', finishReason: 'stopped' });
    expect((await messages(there, sent.conversation.uuid))[1]).toMatchObject({ state: 'stopped', text: 'begun', answer: null });
    await elsewhere.close();
  });

  it('say how they broke off: cut lines are interrupted, silence before a word is a failure, and so is what a provider refuses', async () => {
    expect(
      await outcome((asked) => {
        asked.say('half');
        asked.cut();
      }),
    ).toEqual({ text: 'half', state: 'interrupted', finishReason: 'interrupted' });
    expect(await outcome((asked) => asked.fail(new ModelError('rateLimited')))).toEqual({
      text: '',
      state: 'failed',
      finishReason: 'rateLimited',
    });
    expect(await outcome((asked) => asked.say('secret', ended('filtered')))).toEqual({
      text: '',
      state: 'refused',
      finishReason: 'filtered',
    });
    expect(await outcome((asked) => asked.say('long', ended('length')))).toEqual({
      text: 'long',
      state: 'complete',
      finishReason: 'length',
    });
  });

  it('are gone on with in the same message, without what is said twice', async () => {
    const sent = await lin.ask('send', first('continue'));
    const asked = await puppet.next();
    asked.say('The beginning of it');
    asked.cut();
    await lin.read(sent.answer.uuid);
    const timesOf = async (): Promise<{ firstWordMs: number; totalMs: number }> =>
      (await lin.ask('conversation', { uuid: sent.conversation.uuid })).messages.at(-1);
    const before = await timesOf();
    const wish = { message: sent.answer.uuid, answer: uuid() };
    const more = await lin.ask('continue', wish);
    expect(more.answer).toMatchObject({ uuid: sent.answer.uuid, state: 'running', answer: wish.answer });
    const next = await puppet.next();
    expect(next.request.turns.at(-1)).toEqual({ role: 'assistant', text: 'The beginning of it' });
    await new Promise((resolve) => setTimeout(resolve, 30));
    next.say('nning of it', ', and its end.', DONE);
    expect(shown(await lin.read(wish.answer))).toEqual({
      text: 'The beginning of it, and its end.',
      state: 'complete',
      finishReason: 'stop',
    });
    expect((await lin.ask('continue', wish)).answer).toMatchObject({ state: 'complete', text: 'The beginning of it, and its end.' });
    // Its first words stay when they came, and what it took is counted together.
    const after = await timesOf();
    expect([after.firstWordMs, after.totalMs - before.totalMs >= 30]).toEqual([before.firstWordMs, true]);
    expect((await lin.call('continue', { ...wish, answer: uuid() })).body?.msg).toContain('nothing to continue');
  });

  it('keep to the words of the site in what their model thinks, too', async () => {
    const { kysely } = server.database;
    const stamps = { create_time: 0, update_time: 0 };
    const words = [
      { pattern: 'Teapot', place: 'answer', deed: 'mask', ...stamps },
      { pattern: 'forbidden', place: 'both', deed: 'refuse', ...stamps },
    ] as const;
    await kysely.insertInto('chat_word').values(words).execute();
    server.clock.advanceSeconds(2);
    expect(await thought('a tea', 'pot', ' of mine')).toMatchObject({ thinking: 'a ****** of mine', text: 'Said', state: 'complete' });
    expect(await thought('a for', 'bidden word')).toMatchObject({ thinking: '', text: '', state: 'refused', finishReason: 'wordRefused' });
    await kysely.deleteFrom('chat_word').execute();
    server.clock.advanceSeconds(2);
  });

  it('keep to every word of the site, however many there are', async () => {
    const { kysely } = server.database;
    const stamps = { create_time: 0, update_time: 0, place: 'both' } as const;
    const words = Array.from({ length: 1000 }, (_, index) => ({ pattern: `word-${index}`, deed: 'mask', ...stamps }) as const);
    await kysely.insertInto('chat_word').values(words).execute();
    await kysely
      .insertInto('chat_word')
      .values({ pattern: 'zzlast', deed: 'refuse', ...stamps })
      .execute();
    server.clock.advanceSeconds(2);
    expect((await lin.call('send', first('a zzlast one'))).body?.msg).toBe('The question contains words that are not allowed here.');
    await kysely.deleteFrom('chat_word').execute();
    server.clock.advanceSeconds(2);
  });

  it('are interrupted where their server was killed, with what had come', async () => {
    const sent = await lin.ask('send', first('killed'));
    const asked = await puppet.next();
    asked.say('As far as', ' here');
    await untilText(await lin.follow(sent.answer.uuid), 'here');
    await server.database.kysely.updateTable('chat_run').set({ owner: 'gone', seen_at_ms: 0 }).where('status', '=', 'running').execute();
    const restarted = createServerApp(server.ports);
    await restarted.chat.recover();
    asked.say(' and no further', DONE);
    expect(shown(await lin.read(sent.answer.uuid))).toEqual({ text: 'As far as here', state: 'interrupted', finishReason: 'interrupted' });
    expect((await messages(lin, sent.conversation.uuid))[1]).toMatchObject({ state: 'interrupted', text: 'As far as here' });
    await restarted.close();
  });

  it('are interrupted where their server was killed and nobody follows them, so that another can be asked for', async () => {
    const anna = visitor(server);
    const sent = await anna.ask('send', first('killed, and left alone'));
    const asked = await puppet.next();
    expect((await anna.call('send', first('another'))).body?.msg).toBe(
      'Answers of yours that are being written already: 1. Please wait for one of them.',
    );
    await server.database.kysely.updateTable('chat_run').set({ owner: 'gone', seen_at_ms: 0 }).where('status', '=', 'running').execute();
    const restarted = createServerApp(server.ports);
    const looking = keepRuns({ answers: restarted.chat }, server.ports, 1);
    const stateOf = async (): Promise<string> => (await messages(anna, sent.conversation.uuid))[1].state;
    await vi.waitFor(async () => expect(await stateOf()).toBe('interrupted'));
    await looking.stop();
    asked.say('no further', DONE);
    expect(await answered(anna, ['said'])).toMatchObject({ sent: { answer: { state: 'running' } } });
    await restarted.close();
  });

  it('are interrupted where they could not be stored and nobody follows them, so that they hold no place', async () => {
    const anna = visitor(server);
    const { kysely } = server.database;
    await sql`alter table chat_event add constraint full_disk check (data not like '%too much%')`.execute(kysely);
    const sent = await anna.ask('send', first('a full disk'));
    const asked = await puppet.next();
    const isBroken = new Promise((resolve) => asked.signal.addEventListener('abort', resolve));
    asked.say('too much');
    await isBroken;
    await sql`alter table chat_event drop constraint full_disk`.execute(kysely);
    const statusOf = async () =>
      (await kysely.selectFrom('chat_run').select('status').where('uuid', '=', sent.answer.answer).executeTakeFirst())?.status;
    expect(await statusOf()).toBe('running');
    await vi.waitFor(async () => {
      await server.app.chat.recover();
      expect(await statusOf()).toBe('interrupted');
    });
    expect(await answered(anna, ['said'])).toMatchObject({ sent: { answer: { state: 'running' } } });
  });

  it('end for a visitor whom nobody reads, and not for a member', async () => {
    const anna = visitor(server);
    const [sent, own] = [await anna.ask('send', first('unread')), await lin.ask('send', first('unread too'))];
    const [asked, other] = [await puppet.next(), await puppet.next()];
    asked.say('begun');
    server.clock.advanceSeconds(61);
    await new Promise((resolve) => asked.signal.addEventListener('abort', resolve));
    expect(other.signal.aborted).toBe(false);
    other.say('to the end', DONE);
    expect(shown(await lin.read(own.answer.uuid)).state).toBe('complete');
    expect(shown(await anna.read(sent.answer.uuid))).toEqual({ text: 'begun', state: 'interrupted', finishReason: 'interrupted' });
  });

  it('of a visitor who signs in meanwhile are the member’s from then on, and what was being read goes on to its end', async () => {
    const token = visitorToken();
    const anna = visitor(server, token);
    const sent = await anna.ask('send', first('adopt me'));
    const asked = await puppet.next();
    asked.say('begun');
    const reading = await anna.follow(sent.answer.uuid);
    await untilText(reading.clone(), 'begun');
    const added = await addMember(server, 'adopter');
    const adopter = member(server, (await added.signIn()).token);
    expect(await adopter.ask('adopt', { visitorToken: token })).toEqual({ conversations: 1 });
    // Whoever only has the visitor's token opens, stops and reads nothing of it any more.
    expect(((await (await anna.follow(sent.answer.uuid)).json()) as { code: number }).code).toBe(0);
    expect((await anna.call('stop', { answer: sent.answer.uuid })).body?.code).toBe(0);
    expect((await anna.call('conversation', { uuid: sent.conversation.uuid })).body?.code).toBe(0);
    // Nobody notes any more that the visitor reads it; another visitor's answer shows that those without readers have been looked for.
    const other = await visitor(server).ask('send', first('unread'));
    const unread = await puppet.next();
    const isOver = new Promise((resolve) => unread.signal.addEventListener('abort', resolve));
    server.clock.advanceSeconds(61);
    await isOver;
    expect([other.answer.state, asked.signal.aborted]).toEqual(['running', false]);
    const following = adopter.read(sent.answer.uuid);
    asked.say(' and ended', DONE);
    const whole = { text: 'begun and ended', state: 'complete', finishReason: 'stop' };
    expect(shown(eventsIn(await reading.text()))).toEqual(whole);
    expect(shown(await following)).toEqual(whole);
    expect((await messages(adopter, sent.conversation.uuid))[1]).toMatchObject({ state: 'complete', text: 'begun and ended' });
    const usage = await server.database.kysely
      .selectFrom('chat_usage')
      .select(['owner_type', 'answers'])
      .where('owner_id', '=', added.id)
      .where('owner_type', '=', 'member')
      .execute();
    expect(usage).toEqual([{ owner_type: 'member', answers: 1 }]);
  });

  it('are so many at once, and a failed one counts for nothing', async () => {
    const anna = visitor(server);
    const sent = await anna.ask('send', first('one'));
    expect((await anna.call('send', first('two'))).body?.msg).toContain('being written already');
    expect((await anna.call('send', { ...first('three'), conversation: sent.conversation.uuid })).body?.msg).toContain(
      'still being written',
    );
    (await puppet.next()).fail(new ModelError('unavailable'));
    await anna.read(sent.answer.uuid);
    for (let count = 0; count < 10; count += 1) await answered(anna, ['x']);
    const refused = (await anna.call('send', first('eleven'))).body;
    expect(refused?.msg).toContain('today: 10');
    expect((await anna.ask('start')).quota).toMatchObject({ messagesADay: 10, messagesLeft: 0 });
  });

  it('end with the sign-in by which they are followed, and go on for others of the same person', async () => {
    const tess = await addMember(server, 'tess');
    const [ends, stays] = [(await tess.signIn()).token, (await tess.signIn()).token];
    const [gone, there] = [member(server, ends), member(server, stays)];
    const admins = [(await server.signIn()).token, (await server.signIn()).token] as const;
    const [left, kept] = [staff(server, admins[0]), staff(server, admins[1])];
    const [hers, his] = [await gone.ask('send', first('of a member')), await left.ask('send', first('of staff'))];
    const asked = [await puppet.next(), await puppet.next()];
    const cut = [await gone.follow(hers.answer.uuid), await left.follow(his.answer.uuid)].map((stream) => stream.text());
    const whole = [await there.follow(hers.answer.uuid), await kept.follow(his.answer.uuid)].map((stream) => stream.text());
    await askAsMember(server, 'POST', '/api/user/logout', { token: ends, json: {} });
    await server.call(logout, {}, { token: admins[0] });
    expect((await Promise.all(cut)).map((text) => shown(eventsIn(text)).state)).toEqual(['running', 'running']);
    for (const one of asked) one.say('to the end', DONE);
    expect((await Promise.all(whole)).map((text) => shown(eventsIn(text)))).toEqual(
      Array.from({ length: 2 }, () => ({ text: 'to the end', state: 'complete', finishReason: 'stop' })),
    );
  });

  it('are followed in so many places at once by one owner, and by another all the same', async () => {
    const sent = await lin.ask('send', first('follow me'));
    const asked = await puppet.next();
    const streams: Response[] = [];
    for (let count = 0; count < CHAT_FOLLOWS; count += 1) streams.push(await lin.follow(sent.answer.uuid));
    const refused = async () => (await lin.follow(sent.answer.uuid)).headers.get('content-type')?.includes('json');
    expect(await refused()).toBe(true);
    const anna = visitor(server);
    const other = await anna.ask('send', first('and me'));
    (await puppet.next()).say('hers', DONE);
    expect(shown(await anna.read(other.answer.uuid)).text).toBe('hers');
    // Whoever leaves makes room for one, whether they have read anything or not.
    await streams.pop()?.body?.cancel();
    streams.push(await lin.follow(sent.answer.uuid));
    expect(await refused()).toBe(true);
    asked.say('his', DONE);
    for (const stream of streams) expect(shown(eventsIn(await stream.text())).text).toBe('his');
    expect(shown(await lin.read(sent.answer.uuid)).text).toBe('his');
  });

  it('of visitors leave room for those who have signed in, and what is searched for has an end', async () => {
    const asked: Asked[] = [];
    for (let running = 0; running < CHAT_RUNS_AT_ONCE - CHAT_RUNS_KEPT; running += 1) {
      await visitor(server).ask('send', first('keep writing'));
      asked.push(await puppet.next());
    }
    expect((await visitor(server).call('send', first('one more'))).body?.msg).toContain('Too many answers');
    await lin.ask('send', first('of a member'));
    asked.push(await puppet.next());
    for (const one of asked) one.say(DONE);
    const search = () => lin.call('conversations', { search: 'writing' });
    for (let searched = 0; searched < CHAT_SEARCHES.count; searched += 1) expect((await search()).body?.code).toBe(1);
    expect((await search()).body?.code).toBe(0);
  });
});
