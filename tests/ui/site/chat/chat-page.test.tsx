import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bring } from '#actors/base/lazy-code';
import { createTestWorld, startTestApp } from '#tests/support/app.ts';
import { selectSite } from '#machines/app/app.machine';
import { noticesLogic } from '#machines/app/notices.logic';
import { AppHandleContext, handleOf } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { LogicsContext, type LazyBundles } from '#ui/base/lazy-bundles.ts';
import { ChatPage } from '#ui/site/chat/ChatPage.tsx';
import { createActor } from 'xstate';
import { testBundles } from '../../kit/support.tsx';

const [C1, Q1, A1, S1, F1, F2] = ['c', '1', 'a', '5', 'f', 'e'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
  string,
  string,
  string,
];

beforeAll(async () => {
  await startMessages('en');
  await loadMessages(['chatPage', 'chatThread', 'chatWindows']);
});
afterEach(cleanup);

const summary = {
  uuid: C1,
  title: 'Tea',
  folder: '',
  isPinned: false,
  isTemporary: false,
  modelId: 1,
  isRunning: false,
  createTime: 1_768_435_200,
  updateTime: 1_768_435_200,
};
const message = {
  parent: null,
  state: 'complete',
  thinking: '',
  sources: [],
  tools: [],
  proposals: [],
  answer: null,
  model: null,
  finishReason: null,
  usage: null,
  firstWordMs: null,
  totalMs: null,
  verdict: null as string | null,
  createTime: 1_768_435_200,
};

interface Seen {
  readonly name: string;
  readonly input: Record<string, unknown>;
}

/** The page over a server that knows one conversation; what is asked of it is noted. */
async function shownAt(
  href: string,
  owner: 'visitor' | 'member' = 'member',
  models: readonly object[] = [],
  stored: Map<string, string> = new Map(),
  /** What comes of the answer, which is being written then. */
  following: ReadableStream<Uint8Array<ArrayBuffer>> | null = null,
) {
  const seen: Seen[] = [];
  const startedAs: (string | null)[] = [];
  let verdict: string | null = null;
  let shares: string[] = [];
  let isRemoved = false;
  const thread = () => ({
    conversation: summary,
    hasMore: false,
    messages: isRemoved
      ? []
      : [
          {
            ...message,
            uuid: Q1,
            role: 'user',
            text: 'What is tea?',
            siblings: [Q1],
            attachments: [{ uuid: F2, name: 'leaf.md', kind: 'text', size: 3, width: 0, height: 0 }],
          },
          {
            ...message,
            uuid: A1,
            parent: Q1,
            role: 'assistant',
            text: 'A leaf',
            siblings: [A1],
            finishReason: 'stop',
            usage: { inputTokens: 7, outputTokens: 3, cost: 210_000 },
            verdict,
            ...(following && { text: '', state: 'running', answer: A1, finishReason: null, usage: null }),
          },
        ],
  });
  const replies: Record<string, (input: Record<string, unknown>) => unknown> = {
    start: () => ({
      owner,
      visitorToken: null,
      models: [
        { id: 1, name: 'Built in', isBuiltIn: true, hidesPersonal: false, takesImages: false, showsThinking: false, charge: 'free' },
        ...models,
      ],
      starters: [{ id: 1, name: 'Open an account', text: 'How do I open an account?' }],
      commands: [],
      quota: { messagesADay: 10, messagesLeft: 9, tokensADay: null, tokensLeft: null, answersAtOnce: 1, inputCharacters: 8000 },
      isLabelled: true,
    }),
    conversations: () => ({ list: [{ ...summary, hit: null }], total: 1, folders: [{ name: 'Drinks', count: 1 }] }),
    conversation: thread,
    rate: (input) => {
      verdict = input['verdict'] as string | null;
      return null;
    },
    report: () => null,
    remove: () => {
      isRemoved = true;
      return { messages: 2, undoUntil: 1_768_435_800 };
    },
    putBack: () => {
      isRemoved = false;
      return { messages: 2 };
    },
    share: () => {
      shares = [S1];
      return { share: S1, createTime: 1_768_435_200 };
    },
    shares: () => ({ list: shares.map((share) => ({ share, createTime: 1_768_435_200 })) }),
    unshare: () => {
      shares = [];
      return null;
    },
    shared: () => ({
      title: 'Tea',
      isLabelled: true,
      createTime: 1_768_435_200,
      messages: [
        { role: 'user', text: 'What is tea?', sources: [], modelName: '' },
        { role: 'assistant', text: 'A leaf', sources: [], modelName: 'Built in' },
      ],
    }),
    move: () => ({ ...summary, folder: 'Drinks' }),
    rename: () => null,
    send: () => null,
    edit: () => null,
    attach: () => ({ uuid: F1, name: 'tea.png', kind: 'picture', size: 3, width: 1, height: 1 }),
    detach: () => null,
    import: () => ({ conversations: 2, messages: 9 }),
    clearOthers: () => ({ conversations: 4, undoUntil: 1_768_435_800 }),
  };
  const world = createTestWorld({
    href,
    stored,
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const name = pathname.replace('/api/api/chat/', '');
      const reply = replies[name];
      // What is read anew once an answer has ended takes its time.
      if (following && request.method === 'GET' && startedAs.length > 1) await new Promise(() => undefined);
      if (name === 'follow' && following) return new Response(following, { headers: { 'content-type': 'text/event-stream' } });
      if (name === 'start') startedAs.push(request.headers.get('ba-user-token'));
      if (!reply) return Response.json({ code: 1, msg: '', time: 0, data: {} });
      const input =
        request.method === 'GET'
          ? Object.fromEntries(searchParams)
          : name === 'attach'
            ? {}
            : ((await request.json()) as Record<string, unknown>);
      if (request.method !== 'GET') seen.push({ name, input });
      if (name === 'rename') return Response.json({ code: 0, msg: 'This name is taken', time: 0, data: null });
      return Response.json({ code: 1, msg: '', time: 0, data: reply(input) });
    },
  });
  const troupe = startTestApp(world);
  const handle = handleOf(troupe.app, troupe.journal, createActor(noticesLogic).start());
  const bundles = { ...testBundles, ...troupe.bundles } as unknown as LazyBundles;
  await bring(troupe.bundles.chat);
  await act(
    async () =>
      void render(
        <AppHandleContext value={handle}>
          <LogicsContext value={{ bundles, waysOut: {} as never, hasMemberDraft: () => false, hasPasskeys: false }}>
            <ChatPage />
          </LogicsContext>
        </AppHandleContext>,
      ),
  );
  const user = userEvent.setup();
  const press = async (name: string | RegExp) => user.click((await screen.findAllByRole('button', { name, hidden: true }))[0]!);
  const choose = async (name: string) => user.click(await screen.findByRole('menuitem', { name, hidden: true }));
  const clockIs = (timeZone: string) =>
    act(async () => troupe.app.send({ type: 'site.changed', site: { ...selectSite(troupe.app.getSnapshot()), timeZone } }));
  return { seen, startedAs, world, user, press, choose, clockIs };
}

/** What is serious. jsdom draws nothing: what depends on colours and sizes is looked at in a browser. */
async function barriers(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(', ')}`);
}

/** When the copy was made, on a clock that no computer of ours has, and how that clock is called. */
const SHARED_AT = ['2026-01-15 13:45:00', '2026-01-15 13:45:00 UTC+13:45'];
const timesIn = (place: HTMLElement) => [...place.querySelectorAll('time')].map((time) => [time.textContent, time.title]);

const member = (id: number) => JSON.stringify({ version: 1, value: { id, username: `m${id}`, money: '0', token: `t${id}` } });
const admin = JSON.stringify({ version: 1, value: { id: 1, username: 'boss', token: 'a1' } });
const nameBox = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name', hidden: true });
const ownBox = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' });
const good = () => screen.getByRole('button', { name: 'Good answer' }).getAttribute('aria-pressed');

describe('the page of the chat', () => {
  it('shows a conversation with what it cost, and rates an answer, which a second press takes back', async () => {
    const { seen, press } = await shownAt(`/chat?c=${C1}`);
    expect(await screen.findByText('Cost: 0.0021')).toBeTruthy();
    expect(screen.getByText('This conversation: 0.0021')).toBeTruthy();
    expect(screen.getByText('9 of 10 questions left today')).toBeTruthy();
    expect(good()).toBe('false');
    await press('Good answer');
    await waitFor(() => expect(good()).toBe('true'));
    await press('Good answer');
    await waitFor(() => expect(good()).toBe('false'));
    expect(seen).toEqual([
      { name: 'rate', input: { message: A1, verdict: 'good', reasons: [], note: '' } },
      { name: 'rate', input: { message: A1, verdict: null, reasons: [], note: '' } },
    ]);
    expect(await barriers()).toEqual([]);
  });

  it('begins anew as soon as another tab has signed in as somebody else, or out', async () => {
    const stored = new Map([['userInfo', member(7)]]);
    const { startedAs, world, user } = await shownAt(`/chat?c=${C1}`, 'member', [], stored);
    await user.type(await ownBox(), 'My secret');
    await act(async () => {
      stored.set('userInfo', member(8));
      world.changedElsewhere.next('userInfo');
    });
    expect([(await ownBox()).value, [...new Set(startedAs)]]).toEqual(['', ['t7', 't8']]);
    await user.type(await ownBox(), 'And mine');
    await act(async () => {
      stored.delete('userInfo');
      world.changedElsewhere.next('userInfo');
    });
    expect([(await ownBox()).value, [...new Set(startedAs)]]).toEqual(['', ['t7', 't8', null]]);
  });

  it('suggests no account to whoever works here, but the chat of staff', async () => {
    await shownAt('/chat', 'visitor', [], new Map([['adminInfo', admin]]));
    const way = await screen.findByRole('link', { name: 'Chat in the back office' });
    expect(way.getAttribute('href')).toBe('/admin/chat/chat');
    expect(screen.queryByRole('button', { name: 'Open an account' })).toBe(null);
    cleanup();
    await shownAt('/chat', 'visitor');
    await userEvent.click(await screen.findByRole('button', { name: 'Open an account' }));
    expect([(await ownBox()).value, document.activeElement]).toEqual(['How do I open an account?', await ownBox()]);
  });

  it('asks what was wrong with an answer, and shows it to the staff only where the reader wants that', async () => {
    const { seen, press, user } = await shownAt(`/chat?c=${C1}`);
    await press('Bad answer');
    await user.click(await screen.findByLabelText('out of date'));
    await user.type(screen.getByLabelText(/better/u), 'A drink');
    await user.click(screen.getByLabelText(/Show this answer/u));
    // Which of the two buttons comes last depends on where the window is drawn.
    const dialog = within(await screen.findByRole('dialog', { hidden: true }));
    await user.click(dialog.getByRole('button', { name: 'Send', hidden: true }));
    expect(await screen.findByText(/Thank you/u)).toBeTruthy();
    expect(seen.map(({ name, input }) => [name, input])).toEqual([
      ['rate', { message: A1, verdict: 'bad', reasons: [], note: '' }],
      ['report', { message: A1, reasons: ['outdated'], note: 'A drink' }],
    ]);
    expect(await barriers()).toEqual([]);
  });

  it('deletes a message with what follows it, says how many, and puts them back', async () => {
    const { press } = await shownAt(`/chat?c=${C1}`);
    await screen.findByText('What is tea?');
    await press('Delete');
    expect(await screen.findByText(/Messages deleted: 2/u)).toBeTruthy();
    expect(screen.queryByText('What is tea?')).toBeNull();
    await press('Undo');
    expect(await screen.findByText('What is tea?')).toBeTruthy();
    expect(screen.queryByText(/Messages deleted/u)).toBeNull();
  });

  it('shares a conversation from its menu, lists the copy, and takes it away', async () => {
    const { seen, press, choose, clockIs } = await shownAt(`/chat?c=${C1}`);
    await press('Actions for “Tea”');
    await choose('Share…');
    expect(await screen.findByText('Nothing of this conversation is shared.')).toBeTruthy();
    await press('Create a link');
    const list = await screen.findByRole('list', { name: 'Shared copies', hidden: true });
    const link = await within(list).findByRole('link', { hidden: true });
    expect(link.getAttribute('href')).toBe(`/chat?s=${S1}`);
    await clockIs('Pacific/Chatham');
    expect(timesIn(link)).toEqual([SHARED_AT]);
    expect(await barriers()).toEqual([]);
    await press('Stop sharing');
    expect(await screen.findByText('Nothing of this conversation is shared.')).toBeTruthy();
    expect(seen).toEqual([
      { name: 'share', input: { conversation: C1 } },
      { name: 'unshare', input: { share: S1 } },
    ]);
  });

  it('moves a conversation into a folder from its menu', async () => {
    const { seen, press, choose, user } = await shownAt(`/chat?c=${C1}`);
    await press('Actions for “Tea”');
    const items = await screen.findAllByRole('menuitem', { hidden: true });
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Rename…', 'Pin', 'Move to a folder…', 'Share…', 'Save as text', 'Save as a file', 'Delete',
    ]); // prettier-ignore
    await choose('Move to a folder…');
    const field = await screen.findByRole('combobox', { name: 'Folder', hidden: true });
    await user.type(field, 'Drinks{Enter}');
    await waitFor(() => expect(seen).toEqual([{ name: 'move', input: { conversation: C1, folder: 'Drinks' } }]));
  });

  it('says why a name was refused, and opens its window again with what was typed', async () => {
    const { seen, press, choose, user } = await shownAt(`/chat?c=${C1}`);
    await press('Actions for “Tea”');
    await choose('Rename…');
    await user.clear(await nameBox());
    await user.type(await nameBox(), 'Coffee{Enter}');
    await screen.findByText('This name is taken');
    await press('Rename…');
    expect((await nameBox()).value).toBe('Coffee');
    expect(seen).toEqual([{ name: 'rename', input: { conversation: C1, title: 'Coffee' } }]);
  });

  it('reads a file in, and refuses one that is too large before it is read', async () => {
    const { seen, press, choose, user } = await shownAt('/chat');
    await press('More actions');
    await choose('Import a file…');
    const field = await screen.findByLabelText('File');
    const large = Object.defineProperty(new File(['x'], 'large.json', { type: 'application/json' }), 'size', { value: 100_000_001 });
    await user.upload(field, large);
    // What was chosen is not known to jsdom's own check of the form.
    fireEvent.submit(field.closest('form')!);
    expect(await screen.findByText('The file is larger than 100 MB')).toBeTruthy();
    expect(seen).toEqual([]);
    const file = '{"format":"troupe-chat/1","conversations":[{"title":"Tea"}]}';
    await user.upload(field, new File([file], 'chat.json', { type: 'application/json' }));
    fireEvent.submit(field.closest('form')!);
    expect(await screen.findByText('Added conversations: 2, with 9 messages')).toBeTruthy();
    expect(seen).toEqual([{ name: 'import', input: { file } }]);
  });

  it('offers a visitor neither sharing nor files', async () => {
    const { press } = await shownAt('/chat', 'visitor');
    await press('Actions for “Tea”');
    await screen.findByRole('menuitem', { name: 'Rename…', hidden: true });
    expect(screen.queryByRole('menuitem', { name: 'Share…', hidden: true })).toBeNull();
    expect(screen.queryByLabelText('Add pictures or text files')).toBeNull();
  });

  it('deletes all conversations after a question', async () => {
    const { seen, press, choose, user } = await shownAt('/chat');
    await press('More actions');
    await choose('Delete all conversations…');
    expect(await screen.findByText(/All your conversations will be deleted/u)).toBeTruthy();
    expect(seen).toEqual([]);
    // The window's own button stands behind those of the page.
    await user.click((await screen.findAllByRole('button', { name: 'Delete', hidden: true })).at(-1)!);
    expect(await screen.findByText('Deleted conversations: 4')).toBeTruthy();
    expect(seen).toEqual([{ name: 'clearOthers', input: { conversation: null } }]);
  });

  it('sends files with a question, once the chosen model takes them and all of them are there', async () => {
    const reading = {
      id: 2,
      name: 'Reading',
      isBuiltIn: false,
      hidesPersonal: false,
      takesImages: false,
      showsThinking: false,
      charge: 'free',
    };
    const { seen, user, press } = await shownAt('/chat', 'member', [reading, { ...reading, id: 3, name: 'Seeing', takesImages: true }]);
    const field = await screen.findByLabelText('Add pictures or text files');
    const box = screen.getByRole('textbox', { name: 'Your question' });
    await user.upload(field, new File(['x'], 'tea.png', { type: 'image/png' }));
    await waitFor(() => expect(seen.map(({ name }) => name)).toEqual(['attach']));
    expect(await screen.findByText(/This model cannot read files/u)).toBeTruthy();
    await user.type(box, 'What is this?{Enter}');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Model' }), 'Reading');
    expect(await screen.findByText(/This model cannot read pictures/u)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Model' }), 'Seeing');
    // Pasted, and not taken: it is said, and nothing goes out before it is gone.
    fireEvent.paste(box, { clipboardData: { files: [new File(['x'], 'a.exe')], types: ['Files'] } });
    expect(await screen.findByText(/Only pictures/u)).toBeTruthy();
    await user.type(box, '{Enter}');
    expect(seen.map(({ name }) => name)).toEqual(['attach']);
    await press('Remove “a.exe”');
    expect(await barriers()).toEqual([]);
    await user.type(box, '{Enter}');
    await waitFor(() => expect(seen.at(-1)).toMatchObject({ name: 'send', input: { text: 'What is this?', model: 3, attachments: [F1] } }));
  });

  it('takes a file away again, shows those of a question, and keeps them with its next version', async () => {
    const { seen, user, press } = await shownAt(`/chat?c=${C1}`, 'member', [
      { id: 2, name: 'Reading', isBuiltIn: false, hidesPersonal: false, takesImages: false, showsThinking: false, charge: 'free' },
    ]);
    expect(await screen.findByRole('button', { name: 'Save “leaf.md”' })).toBeTruthy();
    const [field] = await screen.findAllByLabelText('Add pictures or text files');
    await user.upload(field!, new File(['x'], 'tea.png', { type: 'image/png' }));
    await waitFor(() => expect(seen.map(({ name }) => name)).toEqual(['attach']));
    await press('Remove “tea.png”');
    await waitFor(() => expect(seen.at(-1)).toEqual({ name: 'detach', input: { attachment: F1 } }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Model' }), 'Reading');
    await press('Edit question');
    await user.type(screen.getAllByRole('textbox', { name: 'Your question' })[0]!, ' really{Enter}');
    await waitFor(() =>
      expect(seen.at(-1)).toMatchObject({ name: 'edit', input: { message: Q1, text: 'What is tea? really', attachments: [F2] } }),
    );
  });

  it('asks a temporary question where that was chosen', async () => {
    const { seen, press, user } = await shownAt('/chat');
    await press('Temporary');
    await user.type(await screen.findByRole('textbox', { name: 'Your question' }), 'What is tea?{Enter}');
    await waitFor(() => expect(seen[0]?.input).toMatchObject({ conversation: null, text: 'What is tea?', isTemporary: true }));
  });

  it('sends with the first Enter after the last word of an answer', async () => {
    const { readable: following, writable } = new TransformStream<Uint8Array<ArrayBuffer>>();
    const line = writable.getWriter();
    let seq = 0;
    const tell = async (...events: readonly (readonly [kind: string, data: string])[]) => {
      const frames = events.map(([kind, data]) => {
        seq += 1;
        return `id: ${seq}\ndata: ${JSON.stringify({ data, uuid: A1, kind, seq, at: 1 })}\n\n`;
      });
      await line.write(new TextEncoder().encode(frames.join('')));
    };
    const { seen, user } = await shownAt(`/chat?c=${C1}`, 'member', [], new Map(), following);
    await user.type(await ownBox(), 'And coffee?');
    await act(() => tell(['state', JSON.stringify({ state: 'running', finishReason: null, model: '', modelId: 1 })]));
    expect(await screen.findByRole('button', { name: 'Stop answering' })).toBeTruthy();
    // More at once than is drawn with one frame.
    await act(() =>
      tell(
        ['text', `${'A leaf. '.repeat(500)}The end.`],
        ['state', JSON.stringify({ state: 'complete', finishReason: 'stop', model: '', modelId: 1 })],
      ),
    );
    expect(await screen.findAllByText(/The end\.$/u)).not.toEqual([]);
    await screen.findByRole('button', { name: 'Good answer' });
    fireEvent.keyDown(await ownBox(), { key: 'Enter', keyCode: 13 });
    await waitFor(() => expect(seen.at(-1)).toMatchObject({ name: 'send', input: { text: 'And coffee?' } }));
  });

  it('shows what somebody has shared, and the way to ask oneself', async () => {
    const { clockIs } = await shownAt(`/chat?s=${S1}`, 'visitor');
    await clockIs('Pacific/Chatham');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Tea');
    expect(timesIn(document.body)).toEqual([SHARED_AT]);
    expect(screen.getByText('A leaf')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ask your own question' }).getAttribute('href')).toBe('/chat');
    expect(await barriers()).toEqual([]);
  });
});
