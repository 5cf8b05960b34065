import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import { createApp, type Troupe } from '#actors/app/create-app';
import { SESSION_SLICE } from '#actors/session/session-access';
import type { Area } from '#domain/base/area';
import { Secret } from '#domain/base/secret';
import { selectGeneration, selectIsRenewing } from '#machines/session/gateway.machine';
import { selectIsSignedIn, selectTokens } from '#machines/session/session.machine';
import { createTestWorld, type TestWorld } from '#tests/support/app.ts';
import { effort } from '#tests/support/effort.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

/** Who signs in to which area; the members take turns. */
const NAMES: Readonly<Record<Area, readonly string[]>> = { admin: ['admin'], member: ['walk_one', 'walk_two'] };
const OTHER: Readonly<Record<Area, Area>> = { admin: 'member', member: 'admin' };
const KINDS = ['signIn', 'refuse', 'expire', 'end', 'signOut'] as const;

interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly area: Area;
  readonly tab: 0 | 1;
  readonly who: 0 | 1;
}
const step = fc.record<Step>({
  kind: fc.constantFrom(...KINDS, 'signIn', 'expire'),
  area: fc.constantFrom('admin', 'member'),
  tab: fc.constantFrom(0, 1),
  who: fc.constantFrom(0, 1),
});

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ sampleData: false });
  for (const name of NAMES.member) await addMember(server, name);
});
afterAll(() => server.close());

/** Two tabs of one browser on a page of neither area: they share storage, a lock and the news of each other. */
function browser() {
  const stored = new Map<string, string>();
  const tabs: { readonly world: TestWorld; readonly troupe: Troupe }[] = [];
  let queue: Promise<unknown> = Promise.resolve();
  let renewals = 0;
  const carriedBoth: string[] = [];
  const withLock = <T>(_name: string, run: () => Promise<T>): Promise<T> => {
    const turn = queue.then(run);
    queue = turn.catch(() => {});
    return turn;
  };
  for (let index = 0; index < 2; index += 1) {
    const world = createTestWorld({
      href: '/',
      stored,
      fetch: (request) => {
        const { pathname } = new URL(request.url);
        if (pathname.toLowerCase().endsWith('/refreshtoken')) renewals += 1;
        if (request.headers.has('batoken') && request.headers.has('ba-user-token')) carriedBoth.push(pathname);
        return server.app.fetch(request);
      },
    });
    const others = () => tabs.flatMap((tab) => (tab.world === world ? [] : tab.world));
    const { storage: own } = world.ports;
    const changed = (key: string) => others().forEach((other) => other.changedElsewhere.next(key));
    const storage = {
      ...own,
      write: (key: string, text: string) => (own.write(key, text), changed(key)),
      remove: (key: string) => (own.remove(key), changed(key)),
    };
    const channel = {
      news: world.toldElsewhere,
      post: (news: Parameters<NonNullable<TestWorld['ports']['channel']>['post']>[0]) =>
        others().forEach((other) => other.toldElsewhere.next(news)),
    };
    const troupe = createApp({ ...world.ports, storage, channel, withLock }, { version: 'test', build: 'test' });
    tabs.push({ world, troupe });
    troupe.app.start();
  }
  const of = (tab: number, area: Area) => {
    const { children } = tabs[tab]!.troupe.app.getSnapshot();
    return { session: children[`${area}Session`]!, gateway: children[`${area}Gateway`]! };
  };
  /** All that is kept and known of an area, to the byte. */
  const stateOf = (area: Area) => [
    stored.get(SESSION_SLICE[area].key) ?? null,
    ...[0, 1].map((tab) => {
      const { session, gateway } = of(tab, area);
      return [selectTokens(session.getSnapshot())?.token.reveal() ?? null, selectGeneration(gateway.getSnapshot())];
    }),
  ];
  return { of, stateOf, carriedBoth, renewals: () => renewals, close: () => tabs.forEach(({ troupe }) => troupe.app.stop()) };
}

type Browser = ReturnType<typeof browser>;

/** Does one step where it can be done. @returns whether a token has run out in it */
async function walk(one: Browser, { kind, area, tab, who }: Step): Promise<boolean> {
  const { session, gateway } = one.of(tab, area);
  const isIn = selectIsSignedIn(session.getSnapshot());
  const signIn = async (password: string) => {
    const username = NAMES[area][who % NAMES[area].length] ?? '';
    session.send({ type: 'session.signInRequested', username, password: new Secret(password), keep: true });
    await waitFor(session, (snapshot) => snapshot.matches('signedOut') || selectIsSignedIn(snapshot));
  };
  if (!isIn && kind === 'signIn') await signIn(TEST_PASSWORD);
  if (!isIn && kind === 'refuse') {
    await signIn('wrong-Password-1');
    // Limits of guesses are no part of this.
    await server.database.kysely.deleteFrom('throttle_counter').execute();
  }
  if (!isIn) return false;
  if (kind === 'end') gateway.send({ type: 'gateway.sessionEnded' });
  if (kind === 'signOut') {
    session.send({ type: 'session.signOutRequested' });
    await waitFor(session, (snapshot) => snapshot.matches('signedOut'));
  }
  if (kind !== 'expire') return false;
  gateway.send({ type: 'gateway.tokenExpired', generation: selectGeneration(gateway.getSnapshot()) });
  await waitFor(gateway, (snapshot) => !selectIsRenewing(snapshot));
  return true;
}

describe('two areas in one browser', () => {
  it(
    'leave each other as they are, to the byte, whatever happens in one of them, and renew as often as tokens run out',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50 }), async (steps) => {
          const one = browser();
          let expiries = 0;
          for (const next of steps) {
            const before = one.stateOf(OTHER[next.area]);
            if (await walk(one, next)) expiries += 1;
            expect(one.stateOf(OTHER[next.area])).toEqual(before);
            // Both tabs know the same of the area itself.
            const [, mine, theirs] = one.stateOf(next.area) as [unknown, readonly unknown[], readonly unknown[]];
            expect(mine[0]).toBe(theirs[0]);
          }
          expect(one.renewals()).toBe(expiries);
          expect(one.carriedBoth).toEqual([]);
          one.close();
        }),
        { numRuns: effort(4, 40) },
      );
    },
    effort(60_000, 600_000),
  );
});
