import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyActorRef, AnyMachineSnapshot, EventObject } from 'xstate';
import type { Troupe } from '#actors/app/create-app';
import { replay } from '#tests/support/replay.ts';
import { productLogic } from '#actors/app/product-machines';
import { readJournal } from '#domain/observe/journal-file';
import { Secret } from '#domain/base/secret';
import { effort } from '#tests/support/effort.ts';
import { createTestWorld, startTestApp } from '#tests/support/app.ts';
import { expectFolded } from '#tests/support/lives/living.ts';
import { TEST_PASSWORD, createTestServer, type TestServer } from '#tests/support/server.ts';

type Deed = EventObject & Readonly<Record<string, unknown>>;

/** What people do, as events; each is sent to one of the running machines that know it, if there is any. */
const PATHS = [
  '/',
  '/admin',
  '/admin/login',
  '/admin/goods/goods',
  '/admin/goods/category',
  '/admin/auth/admin',
  '/admin/nowhere',
  '/user/login',
];
const PERSON = { username: 'admin', password: new Secret(TEST_PASSWORD), keep: true };
const DEEDS: readonly Deed[] = [
  ...PATHS.map((to) => ({ type: 'navigation.requested', to, mode: 'push' })),
  { type: 'navigation.leaveConfirmed' },
  { type: 'navigation.leaveDismissed' },
  { type: 'session.signInRequested', ...PERSON },
  { type: 'session.signInRequested', ...PERSON, password: new Secret('wrong-and-never-written') },
  { type: 'session.signOutRequested' },
  { type: 'language.changeRequested', language: 'en' },
  { type: 'language.changeConfirmed' },
  { type: 'layout.menuToggled' },
  { type: 'layout.schemeChosen', scheme: 'dark' },
  { type: 'layout.resetRequested' },
  { type: 'tab.chosen', path: '/admin/goods/goods' },
  { type: 'tab.closeRequested', path: '/admin/goods/goods' },
  { type: 'tabs.closeRequested', keep: null },
  { type: 'tabs.closeConfirmed' },
  { type: 'tabs.closeDismissed' },
  { type: 'tab.refreshRequested', path: '/admin/goods/goods' },
  { type: 'tabs.fullScreenToggled' },
  { type: 'collection.refreshed' },
  { type: 'collection.pageChosen', page: 2 },
  { type: 'collection.pageSizeChosen', limit: 50 },
  { type: 'collection.quickSearchTyped', text: 'a' },
  { type: 'collection.quickSearchSubmitted' },
  { type: 'collection.filtersCleared' },
  { type: 'collection.rowToggled', id: 1 },
  { type: 'collection.rowsSelected', ids: [1, 2] },
  { type: 'collection.deleteRequested', ids: [1] },
  { type: 'collection.deleteCancelled' },
  { type: 'collection.addRequested', key: 'one' },
  { type: 'collection.editRequested', key: 'two', ids: [1] },
  { type: 'form.fieldChanged', field: 'name', value: 'typed' },
  { type: 'form.fieldLeft', field: 'name' },
  { type: 'form.submitted' },
  { type: 'form.reset' },
  { type: 'form.closeRequested' },
  { type: 'form.closeConfirmed' },
  { type: 'form.closeCancelled' },
];

const deed = fc.record({
  event: fc.constantFrom(...DEEDS),
  /** Which of those that know it. */
  whose: fc.nat({ max: 3 }),
  /** How many turns of the event loop pass before the next; null: as many as it takes until all is quiet. */
  turns: fc.constantFrom(0, 1, 3, null),
});

const session = fc.record({
  isSignedIn: fc.boolean(),
  href: fc.constantFrom(...PATHS),
  deeds: fc.array(deed, { minLength: 5, maxLength: 30 }),
  /** What becomes of each call in turn. */
  faults: fc.array(fc.constantFrom('none', 'none', 'none', 'none', 'lost', 'defect', 'html', 'expired'), { maxLength: 40 }),
});
type Session = typeof session extends fc.Arbitrary<infer Value> ? Value : never;

/** Sessions that go on at the same time: most of their time is spent waiting. */
const AT_ONCE = 25;

const logicOf = productLogic();

let server: TestServer;
const replies = new Map<string, { readonly status: number; readonly headers: [string, string][]; readonly body: string }>();

/** What the storage of somebody signed in holds. */
let signedIn: ReadonlyMap<string, string>;

beforeAll(async () => {
  server = await createTestServer();
  const world = createTestWorld({ href: '/admin/login', fetch: answer });
  const { app } = startTestApp(world);
  app.getSnapshot().children.adminSession?.send({ type: 'session.signInRequested', ...PERSON });
  while (!world.stored.has('adminInfo')) await turn();
  app.stop();
  signedIn = new Map(world.stored);
  // The first of all loads code; the others find it there.
  const first = startTestApp(createTestWorld({ href: '/admin/goods/goods', stored: new Map(signedIn), fetch: answer }));
  while (!running(first.app).some(({ id }) => id.startsWith('collection'))) await turn();
  await quiet(first);
  first.app.stop();
});
afterAll(() => server.close());

/** What the real server has answered to the same question once; the sessions are many, and it would be asked the same. */
async function answer(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  // The sessions share what the server knows of their person, who stays signed in for the others.
  if (pathname.endsWith('/logout')) return Response.json({ code: 1, msg: '', time: 0, data: null });
  const body = await request.clone().text();
  const key = JSON.stringify([request.method, pathname, search, body, request.headers.get('think-lang'), request.headers.get('batoken')]);
  let reply = replies.get(key);
  if (!reply) {
    const fresh = await server.app.fetch(request);
    reply = { status: fresh.status, headers: [...fresh.headers], body: await fresh.text() };
    replies.set(key, reply);
  }
  return new Response(reply.body, { status: reply.status, headers: reply.headers });
}

const FAULTS: Readonly<Record<string, () => Response>> = {
  lost: () => {
    throw new TypeError('connection lost');
  },
  defect: () => new Response('{"code":0,"msg":"","time":0,"data":null}', { status: 500 }),
  html: () => new Response('<html>gateway</html>', { status: 200, headers: { 'content-type': 'text/html' } }),
  expired: () => Response.json({ code: 409, msg: 'expired', time: 0, data: null }),
};

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits until nobody has been told anything for a while. */
async function quiet({ journal }: Troupe): Promise<void> {
  for (let still = 0, told = -1; still < 4;) {
    await new Promise((resolve) => setTimeout(resolve, 8));
    const seq = journal.entries().at(-1)?.seq ?? 0;
    still = seq === told ? still + 1 : 0;
    told = seq;
  }
}

/** Every running machine of the application, as actors. */
function running(ref: AnyActorRef): AnyActorRef[] {
  const snapshot = ref.getSnapshot() as AnyMachineSnapshot;
  if (!('machine' in snapshot)) return [];
  return [ref, ...Object.values(snapshot.children).flatMap((child) => running(child as AnyActorRef))];
}

function perform({ app }: Troupe, event: EventObject, whose: number): void {
  const able = running(app).filter((ref) => (ref.getSnapshot() as AnyMachineSnapshot).can(event as never));
  able[whose % Math.max(able.length, 1)]?.send(event);
}

/** Plays a session, and folds what was written down of it; returns the machines that were running in the end. */
async function play({ isSignedIn, href, deeds, faults }: Session): Promise<string[]> {
  let asked = 0;
  const world = createTestWorld({
    href,
    stored: new Map(isSignedIn ? signedIn : []),
    fetch: async (request) => (FAULTS[faults[(asked += 1)] ?? 'none'] ?? (() => answer(request)))(),
  });
  const troupe = startTestApp(world);
  if (isSignedIn) await quiet(troupe);
  for (const { event, whose, turns } of deeds) {
    perform(troupe, event, whose);
    if (turns === null) await quiet(troupe);
    else for (let passed = 0; passed < turns; passed += 1) await turn();
  }
  const text = troupe.journal.export();
  const { entries, checkpoint } = readJournal(text);
  expectFolded(troupe.app, replay(entries, logicOf, checkpoint));
  expect(text).not.toContain('$unrecordable');
  const kept = JSON.parse(world.stored.get('adminInfo') ?? '{}') as { value?: { token?: string; refreshToken?: string } };
  const secrets = [TEST_PASSWORD, 'wrong-and-never-written', kept.value?.token ?? '', kept.value?.refreshToken ?? ''];
  expect(secrets.filter((secret) => secret !== '' && text.includes(secret))).toEqual([]);
  expect(world.defects).toEqual([]);
  const machines = running(troupe.app).map((ref) => (ref.getSnapshot() as AnyMachineSnapshot).machine.id);
  troupe.app.stop();
  return machines;
}

const SESSIONS = effort(150, 500);

it('folds many sessions to the state of every machine, and writes no secret down', { timeout: 240_000 }, async () => {
  const sessions = fc.sample(session, { numRuns: SESSIONS, seed: 20_261_121 });
  const seen = new Set<string>();
  for (let start = 0; start < sessions.length; start += AT_ONCE) {
    const played = sessions.slice(start, start + AT_ONCE).map(async (one) => {
      for (const machine of await play(one)) seen.add(machine);
    });
    await Promise.all(played);
  }
  // Tables and forms were among them.
  expect([...seen]).toEqual(
    expect.arrayContaining(['app', 'session', 'gateway', 'navigation', 'adminShell', 'tabs', 'collection', 'recordForm']),
  );
});
