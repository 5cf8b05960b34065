import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import { createApp, type Troupe } from '#actors/app/create-app';
import type { TabNews } from '#actors/base/ports';
import { Secret } from '#domain/base/secret';
import { selectAdminShell } from '#machines/app/app.machine';
import { selectGeneration, selectIsRenewing, selectIsSessionStale } from '#machines/session/gateway.machine';
import { selectTabsRef } from '#machines/shell/admin-shell.machine';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { selectRoute } from '#machines/app/navigation.machine';
import { selectActiveTab, selectSection } from '#machines/shell/tabs.machine';
import { createTestWorld, type TestWorld } from '#tests/support/app.ts';
import { TEST_PASSWORD, createTestServer, type TestServer } from '#tests/support/server.ts';

/** The whole application against the real server: what happens when an access token has run out. */
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

type Seen = { readonly path: string; readonly token: string | null };

/** Tabs of one browser: they share storage and a lock, and each hears what another has stored and posted. */
function browser() {
  const stored = new Map<string, string>();
  const seen: Seen[] = [];
  const tabs: { readonly world: TestWorld; readonly troupe: Troupe }[] = [];
  const line = { losesRenewals: false };
  const queues = new Map<string, Promise<unknown>>();
  const withLock = <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const turn = (queues.get(name) ?? Promise.resolve()).then(run);
    queues.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  };
  const open = (href: string) => {
    const world = createTestWorld({
      href,
      stored,
      fetch: async (request) => {
        const path = new URL(request.url).pathname.toLowerCase();
        seen.push({ path, token: request.headers.get('batoken') });
        const response = await server.app.fetch(request);
        if (line.losesRenewals && path.endsWith('/refreshtoken')) throw new TypeError('the line broke on the way back');
        return response;
      },
    });
    const others = () => tabs.flatMap((tab) => (tab.world === world ? [] : tab.world));
    const storage = {
      ...world.ports.storage,
      write: (key: string, text: string) => {
        world.ports.storage.write(key, text);
        for (const other of others()) other.changedElsewhere.next(key);
      },
      remove: (key: string) => {
        world.ports.storage.remove(key);
        for (const other of others()) other.changedElsewhere.next(key);
      },
    };
    const channel = {
      news: world.toldElsewhere,
      post: (news: TabNews) => {
        for (const other of others()) other.toldElsewhere.next(news);
      },
    };
    const troupe = createApp({ ...world.ports, storage, channel, withLock }, { version: 'test', build: 'test' });
    tabs.push({ world, troupe });
    troupe.app.start();
    return { world, troupe };
  };
  const close = () => tabs.forEach(({ troupe }) => troupe.app.stop());
  return { open, close, line, stored, seen, renewals: () => seen.filter((one) => one.path.endsWith('/refreshtoken')).length };
}

const storedToken = (stored: Map<string, string>): { token: string; refreshToken: string } =>
  (JSON.parse(stored.get('adminInfo') ?? '{}') as { value: { token: string; refreshToken: string } }).value;

/** As if signed in on an earlier visit. */
async function signedIn(one: ReturnType<typeof browser>, keep = true): Promise<void> {
  const tokens = await server.signIn();
  const slice = { id: 1, username: 'admin', token: tokens.token, refreshToken: keep ? tokens.refreshToken : '' };
  one.stored.set('adminInfo', JSON.stringify({ version: 1, value: slice }));
}

const isReady = (table: CollectionRef) => waitFor(table, (snapshot) => snapshot.matches({ list: { browsing: 'ready' } }));

async function goodsOf({ app }: Troupe): Promise<CollectionRef> {
  await waitFor(app, (snapshot) => {
    const shell = selectAdminShell(snapshot)?.getSnapshot();
    return shell !== undefined && shell.matches({ ready: { page: 'onPage' } });
  });
  const tabs = selectTabsRef(selectAdminShell(app.getSnapshot())!.getSnapshot())!;
  const section = selectSection(tabs.getSnapshot(), selectActiveTab(tabs.getSnapshot())!) as CollectionRef;
  await isReady(section);
  return section;
}

describe('an access token that has run out', () => {
  it('is renewed once for many calls, unseen', async () => {
    const one = browser();
    await signedIn(one);
    const { world, troupe } = one.open('/admin/goods/goods');
    const goods = await goodsOf(troupe);
    const old = storedToken(one.stored);
    await server.expireToken(old.token);
    goods.send({ type: 'collection.refreshed' });
    goods.send({ type: 'collection.editRequested', key: 'k', ids: [goods.getSnapshot().context.rows![0]!.id] });
    const form = goods.getSnapshot().children.recordForm!;
    await Promise.all([waitFor(form, (snapshot) => snapshot.hasTag('editable')), isReady(goods)]);
    expect(one.renewals()).toBe(1);
    const next = storedToken(one.stored);
    expect(next.token).not.toBe(old.token);
    expect(next.refreshToken).not.toBe(old.refreshToken);
    expect(one.seen.at(-1)?.token).toBe(next.token);
    expect(world.notices).toEqual([]);
    one.close();
  });

  it('is renewed without a call when the line is back, however late, where the replies were lost', async () => {
    const one = browser();
    await signedIn(one);
    const { world, troupe } = one.open('/admin/goods/goods');
    const goods = await goodsOf(troupe);
    const gateway = troupe.app.getSnapshot().children.adminGateway!;
    const old = storedToken(one.stored);
    await server.expireToken(old.token);
    one.line.losesRenewals = true;
    goods.send({ type: 'collection.refreshed' });
    await waitFor(gateway, selectIsSessionStale);
    expect(storedToken(one.stored)).toEqual(old);
    world.retryMoments.next();
    await waitFor(gateway, selectIsRenewing);
    await waitFor(gateway, selectIsSessionStale);
    one.line.losesRenewals = false;
    server.clock.advanceSeconds(3600);
    world.retryMoments.next();
    await waitFor(gateway, (snapshot) => selectGeneration(snapshot) === 1);
    const next = storedToken(one.stored);
    expect([next.token, next.refreshToken].some((token) => [old.token, old.refreshToken].includes(token))).toBe(false);
    goods.send({ type: 'collection.refreshed' });
    await isReady(goods);
    expect([one.seen.at(-1)?.token, one.renewals()]).toEqual([next.token, 7]);
    expect(world.notices.some(([, what]) => what === 'errors.needLogin')).toBe(false);
    one.close();
  });

  it('is renewed once by two tabs', async () => {
    const one = browser();
    await signedIn(one);
    const [left, right] = [one.open('/admin/goods/goods'), one.open('/admin/goods/category')];
    const [goods, categories] = [await goodsOf(left.troupe), await goodsOf(right.troupe)];
    await server.expireToken(storedToken(one.stored).token);
    goods.send({ type: 'collection.refreshed' });
    categories.send({ type: 'collection.refreshed' });
    await Promise.all([isReady(goods), isReady(categories)]);
    expect(one.renewals()).toBe(1);
    expect([...left.world.notices, ...right.world.notices]).toEqual([]);
    one.close();
  });

  it('that cannot be renewed leads to the login page, with one message and the session gone', async () => {
    const one = browser();
    await signedIn(one, false);
    const { world, troupe } = one.open('/admin/goods/goods');
    const goods = await goodsOf(troupe);
    await server.expireToken(storedToken(one.stored).token);
    goods.send({ type: 'collection.refreshed' });
    goods.send({ type: 'collection.editRequested', key: 'k', ids: [1] });
    await waitFor(troupe.app.getSnapshot().children.navigation!, (snapshot) => selectRoute(snapshot)?.page === 'adminLogin');
    expect(world.notices).toEqual([['warned', 'errors.needLogin']]);
    expect(one.stored.has('adminInfo')).toBe(false);
    expect(one.renewals()).toBe(0);
    one.close();
  });
});

const atLogin = ({ app }: Troupe) =>
  waitFor(app.getSnapshot().children.navigation!, (snapshot) => selectRoute(snapshot)?.page === 'adminLogin');

describe('what one tab does', () => {
  it('signs the others out, each with one message and the way back', async () => {
    const one = browser();
    await signedIn(one);
    const [left, right] = [one.open('/admin/goods/goods'), one.open('/admin/goods/category')];
    await Promise.all([goodsOf(left.troupe), goodsOf(right.troupe)]);
    left.troupe.app.getSnapshot().children.adminSession!.send({ type: 'session.signOutRequested' });
    await atLogin(right.troupe);
    expect(right.world.notices).toEqual([['heard', 'leaving.signedOutElsewhere']]);
    expect(right.world.entries).toEqual(['/admin/login?to=%7B%22path%22%3A%22%2Fadmin%2Fgoods%2Fcategory%22%2C%22query%22%3A%7B%7D%7D']);
    expect([left.world.notices, left.world.reloads(), right.world.reloads(), one.renewals()]).toEqual([[], 1, 0, 0]);
    one.close();
  });

  it('signs in the others, which go where they wanted to', async () => {
    const one = browser();
    const [left, right] = [one.open('/admin/login'), one.open('/admin/goods/category')];
    await Promise.all([atLogin(left.troupe), atLogin(right.troupe)]);
    const credentials = { username: 'admin', password: new Secret(TEST_PASSWORD), keep: true };
    left.troupe.app.getSnapshot().children.adminSession!.send({ type: 'session.signInRequested', ...credentials });
    await goodsOf(right.troupe);
    expect(right.world.entries).toEqual(['/admin/goods/category']);
    expect(right.world.notices).toEqual([['heard', { key: 'leaving.signedInAs', name: 'Admin' }]]);
    one.close();
  });

  it('loses the session for all: each is told once and led to the login page once', async () => {
    const one = browser();
    await signedIn(one);
    const [left, right] = [one.open('/admin/goods/goods'), one.open('/admin/goods/category')];
    const [goods, categories] = [await goodsOf(left.troupe), await goodsOf(right.troupe)];
    const { token, refreshToken } = storedToken(one.stored);
    await server.expireToken(token);
    // Renewed by somebody who holds the same token, and that once more: the family ends with the next try.
    let pair = { token, refreshToken };
    for (let spent = 0; spent < 2; spent += 1) {
      const json = { refreshToken: pair.refreshToken };
      pair = (await server.request('/api/api/common/refreshToken', { method: 'POST', json, token: pair.token })).body?.data;
    }
    goods.send({ type: 'collection.refreshed' });
    categories.send({ type: 'collection.refreshed' });
    await Promise.all([atLogin(left.troupe), atLogin(right.troupe)]);
    expect([left.world.notices, right.world.notices]).toEqual([
      [['warned', 'errors.needLogin']],
      [['heard', 'leaving.signedOutElsewhere']],
    ]);
    expect([one.renewals(), one.stored.has('adminInfo')]).toEqual([1, false]);
    one.close();
  });
});
