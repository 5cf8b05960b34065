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
