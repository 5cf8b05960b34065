import { describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import { bring } from '#actors/base/lazy-code';
import { createActor } from 'xstate';
import { selectChatView, selectOffer } from '#machines/chat/chat.machine';
import { selectIsSending } from '#machines/chat/composer.machine';
import { createTestWorld, startTestApp } from '#tests/support/app.ts';

const start = (owner: string, visitorToken: string | null) => ({
  owner,
  visitorToken,
  models: [{ id: 1, name: 'Built in', isBuiltIn: true, hidesPersonal: false, takesImages: false, showsThinking: false, charge: 'free' }],
  starters: [],
  commands: [],
  quota: { messagesADay: 10, messagesLeft: 9, tokensADay: null, tokensLeft: null, answersAtOnce: 1, inputCharacters: 8000 },
  isLabelled: true,
});
const tokens = (token: string) => JSON.stringify({ version: 1, value: { token, refreshToken: `${token}-refresh` } });

/** @param asked what the first page was asked in this tab */
async function openChat(stored: Map<string, string>, owner: 'visitor' | 'member', newToken: string | null, asked: string | null = null) {
  const seen: (readonly [path: string, admin: string | null, member: string | null, visitor: string | null])[] = [];
  const world = createTestWorld({
    href: '/chat?q=Hello',
    stored,
    fetch: async (request) => {
      const path = new URL(request.url).pathname.replace('/api/api/chat/', '');
      if (request.url.includes('/api/api/chat/'))
        seen.push([path, request.headers.get('batoken'), request.headers.get('ba-user-token'), request.headers.get('ba-chat-visitor')]);
      const data =
        path === 'start' ? start(owner, newToken) : path === 'adopt' ? { conversations: 1 } : { list: [], total: 0, folders: [] };
      return Response.json({ code: 1, msg: '', time: 0, data });
    },
  });
  if (asked !== null) world.ports.tabStorage.write('storeChatAsked', JSON.stringify({ version: 1, value: asked }));
  const troupe = startTestApp(world);
  const bundle = await bring(troupe.bundles.chat);
  const chat = createActor(bundle.chat, { input: bundle.placeNow() }).start();
  await waitFor(chat, (snapshot) => selectChatView(snapshot) === 'ready');
  await expect.poll(() => seen.some(([path]) => path === 'conversations')).toBe(true);
  return { world, chat, seen };
}

it('the chat keeps the token of a visitor under its own key, sends it along, and never that of an administrator', async () => {
  const stored = new Map([['adminInfo', tokens('admin-token')]]);
  const { world, chat, seen } = await openChat(stored, 'visitor', 'visitor-token');
  expect(seen).toEqual([
    ['start', null, null, null],
    ['conversations', null, null, 'visitor-token'],
  ]);
  expect(world.stored.get('storeChatVisitor')).toBe('visitor-token');
  // What came with the address waits in the box, and nothing is sent.
  expect(chat.getSnapshot().children.composer?.getSnapshot().context.chatText).toBe('Hello');
  expect(selectOffer(chat.getSnapshot())?.messagesLeft).toBe(9);
  chat.stop();
});

/** How often a question in the address was sent, and whether what the first page has left is gone. */
const sentWith = async (asked: string | null) => {
  const { world, chat, seen } = await openChat(new Map(), 'visitor', 'visitor-token', asked);
  const composer = chat.getSnapshot().children.composer;
  await waitFor(composer!, (snapshot) => !selectIsSending(snapshot));
  chat.stop();
  return [seen.filter(([path]) => path === 'send').length, world.ports.tabStorage.read('storeChatAsked') === null];
};

describe('a question in the address', () => {
  it('is sent once where the first page of this tab was asked the same', async () => expect(await sentWith('Hello')).toEqual([1, true]));

  it.each([null, 'Hello ', ''])('waits in the box where that was asked %j', async (asked) =>
    expect(await sentWith(asked)).toEqual([0, asked === null]),
  );
});

const C1 = 'cccccccc-0000-4000-8000-000000000000';
const summary = {
  uuid: C1,
  title: 'Tea',
  folder: '',
  isPinned: false,
  isTemporary: false,
  modelId: 1,
  isRunning: true,
  createTime: 1_768_435_200,
  updateTime: 1_768_435_200,
};
const said = (uuid: string, role: 'user' | 'assistant') => ({
  uuid,
  role,
  parent: null,
  siblings: [uuid],
  state: 'complete',
  text: 'Hello',
  thinking: '',
  sources: [],
  tools: [],
  proposals: [],
  attachments: [],
  answer: null,
  model: null,
  finishReason: null,
  usage: null,
  firstWordMs: null,
  totalMs: null,
  verdict: null,
  createTime: 1_768_435_200,
});

/** A chat whose questions wait for the test; `open` loads it anew in the same tab. */
function slowChat() {
  const sent: { readonly answer: string; readonly signal: AbortSignal; readonly reply: () => void; readonly fail: () => void }[] = [];
  const world = createTestWorld({
    href: '/chat',
    fetch: async (request) => {
      const path = new URL(request.url).pathname.replace('/api/api/chat/', '');
      if (path !== 'send') {
        const data = path === 'start' ? start('visitor', 'visitor-token') : { list: [], total: 0, folders: [] };
        return Response.json({ code: 1, msg: '', time: 0, data });
      }
      const { answer } = (await request.json()) as { readonly answer: string };
      const { promise, resolve } = Promise.withResolvers<boolean>();
      sent.push({ answer, signal: request.signal, reply: () => resolve(true), fail: () => resolve(false) });
      if (!(await promise)) return new Response('', { status: 500 });
      const data = { conversation: summary, question: said('1', 'user'), answer: said('a', 'assistant') };
      return Response.json({ code: 1, msg: '', time: 0, data });
    },
  });
  const open = async () => {
    const bundle = await bring(startTestApp(world).bundles.chat);
    const chat = createActor(bundle.chat, { input: bundle.placeNow() }).start();
    await waitFor(chat, (snapshot) => selectChatView(snapshot) === 'ready');
    const composer = chat.getSnapshot().children.composer!;
    const ask = () => composer.send({ type: 'composer.sendRequested', answer: bundle.newUuid(), model: null, isTemporary: false });
    return { chat, composer, ask, text: () => composer.getSnapshot().context.chatText };
  };
  return { open, sent, world };
}

describe('a question that was sent and left before the server had it', () => {
  it('is sent under the same name once more as soon as the tab is loaded anew, and then no more', async () => {
    const { open, sent, world } = slowChat();
    const first = await open();
    first.composer.send({ type: 'composer.typed', chatText: 'Hello' });
    first.ask();
    await expect.poll(() => sent.length).toBe(1);
    first.chat.stop();
    const second = await open();
    expect(second.text()).toBe('Hello');
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]?.answer).toBe(sent[0]?.answer);
    sent[1]?.reply();
    await expect.poll(() => [second.text(), world.ownStored.has('storeChatDrafts')]).toEqual(['', false]);
    second.composer.send({ type: 'composer.typed', chatText: 'Hello' });
    second.ask();
    await expect.poll(() => sent.length).toBe(3);
    expect(sent[2]?.answer).not.toBe(sent[0]?.answer);
    second.chat.stop();
  });

  it('stays in the box where it could not be sent, and waits for another press', async () => {
    const { open, sent } = slowChat();
    const first = await open();
    first.composer.send({ type: 'composer.typed', chatText: 'Hello' });
    first.ask();
    await expect.poll(() => sent.length).toBe(1);
    sent[0]?.fail();
    await expect.poll(() => selectIsSending(first.composer.getSnapshot())).toBe(false);
    first.chat.stop();
    const second = await open();
    expect([second.text(), selectIsSending(second.composer.getSnapshot()), sent.length]).toEqual(['Hello', false, 1]);
    second.chat.stop();
  });

  it('arrives, leaves no draft, and is told of, when its reader goes to another conversation', async () => {
    const { open, sent, world } = slowChat();
    const channel = new BroadcastChannel('troupe.chat');
    const told = new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }));
    const { chat, composer, ask, text } = await open();
    composer.send({ type: 'composer.typed', chatText: 'Hello' });
    ask();
    await expect.poll(() => sent.length).toBe(1);
    chat.send({ type: 'chat.addressed', conversation: C1, message: null, chatText: '' });
    expect([text(), sent[0]?.signal.aborted]).toEqual(['', false]);
    sent[0]?.reply();
    await expect.poll(() => world.ownStored.has('storeChatDrafts')).toBe(false);
    await told;
    channel.close();
    chat.stop();
  });
});
