import { expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { paletteBundle } from '#actors/shell/command-palette.actors';
import type { Call } from '#api/client';
import { FailureError } from '#domain/base/failure';
import { selectPaletteIsIncomplete } from '#machines/shell/command-palette.machine';
import { createTestWorld } from '#tests/support/app.ts';
import '#tests/support/all-sections.ts';

const section = (resource: string) => ({ resource, path: `/admin/${resource}`, title: resource, icon: '' });
const SECTIONS = ['goods', 'goodsCategory', 'admin', 'member'].map(section);

interface Asked {
  readonly path: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly answer: (reply: unknown) => void;
  readonly fail: (error: Error) => void;
}

/** A server that answers when the test says so. */
function start(person = 1, stored = new Map<string, string>()) {
  const asked: Asked[] = [];
  const call = ((endpoint: { path: string }, input: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise((answer, fail) => {
      asked.push({ path: endpoint.path, input, signal, answer, fail });
    })) as unknown as Call;
  const world = createTestWorld({ stored });
  const kit = paletteBundle({ ...world.ports, call, language: () => 'zh-cn' });
  const logic = kit.palette.provide({ delays: { typingPause: 0 } });
  const entries = [{ id: 'action:signOut', kind: 'action', title: 'Sign out', trail: '', icon: '', words: [] } as const];
  const palette = createActor(logic, { input: { person, entries, sections: SECTIONS, recent: kit.recentOf(person) } }).start();
  const type = async (text: string) => {
    palette.send({ type: 'palette.typed', text });
    await waitFor(palette, (snapshot) => snapshot.matches('searching'));
  };
  return { asked, palette, type, kit, world };
}

const row = (id: number, title: string) => ({ id, title, name: title });
const finds = ({ palette }: ReturnType<typeof start>) =>
  palette.getSnapshot().context.finds.map(({ resource, records }) => [resource, ...records.map(({ title }) => title)]);

it('the palette asks a few sections at a time for a few records, and shows each as it comes, the best first', async () => {
  const given = start();
  const { asked, palette, type } = given;
  await type(' tea ');
  expect(asked.map(({ path }) => path)).toEqual(
    ['/goods.Goods/index', '/goods.Category/index', '/auth.Admin/index'].map((path) => `/admin${path}`),
  );
  expect(asked[0]?.input).toMatchObject({ limit: 5, quickSearch: 'tea' });
  asked[1]?.answer({ list: [row(1, 'Green tea'), { ...row(2, 'Tea'), children: [row(3, 'Iced tea')] }] });
  await waitFor(palette, ({ context }) => context.finds.length === 1);
  await vi.waitFor(() => expect(asked).toHaveLength(4), 15_000);
  asked[0]?.answer({ list: Array.from({ length: 9 }, (_, index) => row(index + 1, `Tea ${index + 1}`)), total: 9 });
  await waitFor(palette, ({ context }) => context.finds.length === 2);
  expect(finds(given)).toEqual([
    ['goodsCategory', 'Tea', 'Green tea', 'Iced tea'],
    ['goods', 'Tea 1', 'Tea 2', 'Tea 3', 'Tea 4', 'Tea 5'],
  ]);
  expect(palette.getSnapshot().hasTag('busy')).toBe(true);
  asked[2]?.fail(new FailureError({ kind: 'rejected', code: 401, message: 'no right' }));
  asked[3]?.answer({ list: [] });
  expect((await waitFor(palette, (snapshot) => snapshot.matches('settled'))).context.lostCount).toBe(0);
});

it('the palette gives up the question before the newest, and listens to nobody who still answers it', async () => {
  const given = start();
  await given.type('te');
  const first = [...given.asked];
  await given.type('tea');
  expect(first.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  first[0]?.answer({ list: [row(1, 'Late')] });
  given.asked[3]?.answer({ list: [row(2, 'Tea')] });
  await waitFor(given.palette, ({ context }) => context.finds.length > 0);
  expect(finds(given)).toEqual([['goods', 'Tea']]);
});

it('the palette says so when a section does not answer, and asks again', async () => {
  const given = start();
  await given.type('tea');
  const offline = new FailureError({ kind: 'unreachable', online: false });
  given.asked[0]?.fail(offline);
  given.asked[1]?.answer({ list: [] });
  given.asked[2]?.answer({ list: [] });
  await vi.waitFor(() => expect(given.asked).toHaveLength(4), 15_000);
  given.asked[3]?.answer({ list: [] });
  expect((await waitFor(given.palette, selectPaletteIsIncomplete)).context.lostCount).toBe(1);
  given.palette.send({ type: 'palette.retried' });
  expect(given.asked).toHaveLength(7);
});

it('the palette remembers pages and actions for each person, and never a record', () => {
  const stored = new Map<string, string>();
  const action = { id: 'action:signOut', title: 'Sign out', trail: '', icon: '', href: null };
  start(1, stored).palette.send({ type: 'palette.picked', choice: action });
  start(1, stored).palette.send({ type: 'palette.picked', choice: { ...action, id: 'record:goods:1', title: 'Secret', href: '/x' } });
  expect(start(1, stored).palette.getSnapshot().context.recent).toEqual(['action:signOut']);
  expect(start(2, stored).palette.getSnapshot().context.recent).toEqual([]);
  expect([...stored]).toEqual([['storePalette', '{"version":1,"value":{"1":["action:signOut"]}}']]);
  stored.set('storePalette', '{"version":1,"value":{"1":"damaged"}}');
  expect(start(1, stored).kit.recentOf(1)).toEqual([]);
});
