import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { admin } from '#sections/admin/admin.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { saveOwnProfile } from '#api/contract/session/own-profile';
import { logout } from '#api/contract/session/session';
import { endAdminSessions, endOtherSessions, endSession, listSessions } from '#api/contract/session/sessions';
import type { Database } from '#server/db/base/database';
import { nowSeconds } from '#server/ports/ports';
import { sha256 } from '#server/base/digest';
import { SessionEnded } from '#server/base/refusal';
import { lockAccount, tokenTypesOf } from '#server/resources/access/locked-account';
import { whileLasting } from '#server/resources/access/lasting-session';
import { storeToken } from '#server/resources/access/token-store';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

/** A use case's transaction is halted before it begins, or when all its work is done and only the commit is missing. */
type Moment = 'begins' | 'commits';

interface Halted {
  /** Resolves when the transaction has come as far as that. */
  readonly reached: Promise<void>;
  release(): void;
}

interface Gated extends Database {
  /** Halts the next transaction that is opened. */
  halt(moment: Moment): Halted;
}

function gated(database: Database): Gated {
  let next: { readonly moment: Moment; readonly pass: () => Promise<void> } | null = null;
  return {
    ...database,
    halt(moment) {
      const [reached, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      next = {
        moment,
        pass: () => {
          reached.resolve(undefined);
          return released.promise;
        },
      };
      return { reached: reached.promise, release: () => released.resolve(undefined) };
    },
    async transaction(work) {
      const gate = next;
      next = null;
      if (gate?.moment === 'begins') await gate.pass();
      return database.transaction(async (trx) => {
        const result = await work(trx);
        if (gate?.moment === 'commits') await gate.pass();
        return result;
      });
    },
  };
}

interface Session {
  readonly token: string;
  readonly refreshToken: string;
}
interface Person {
  readonly area: 'admin' | 'user';
  readonly id: number;
  readonly username: string;
  /** The session that must not outlive its end. */
  readonly session: Session;
}

const NEW_PASSWORD = 'green-tea-8';
const own = (token: string) => ({ token });

describe.each(dealtKinds())('the end of a session on %s', (kind) => {
  let server: TestServer;
  let database: Gated;
  let boss: string;
  let count = 0;
  beforeAll(async () => {
    // Hashing is not what is tried here.
    const passwords = {
      hash: (password: string) => Promise.resolve(`plain ${password}`),
      verify: (password: string, hash: string) =>
        Promise.resolve(hash.startsWith('plain ') ? hash === `plain ${password}` : password === TEST_PASSWORD),
    };
    server = await createTestServer({
      kind,
      sampleData: false,
      ports: { passwords },
      wrap: (opened) => (database = gated(opened)),
    });
    boss = (await server.signIn()).token;
  });
  afterAll(() => server.close());

  const renew = ({ token, refreshToken }: Session, area: Person['area'] = 'admin') =>
    server.request('/api/api/common/refreshToken', {
      method: 'POST',
      json: { refreshToken },
      headers: { 'refresh-token-rotation': 'true', ...(area === 'admin' ? { batoken: token } : { 'ba-user-token': token }) },
    });

  /** How many tokens of the account could still be used, but those of one session. */
  async function living({ area, id }: Person, kept = ''): Promise<number> {
    const rows = await database.kysely
      .selectFrom('token')
      .select(['hash', 'family_id'])
      .where('account_id', '=', id)
      .where('type', 'in', tokenTypesOf({ area }))
      .where('revoked_at', 'is', null)
      .where('expire_time', '>', nowSeconds(server.ports))
      .execute();
    const keptHash = await sha256(kept);
    const family = rows.find(({ hash }) => hash === keptHash)?.family_id;
    return rows.filter((row) => row.family_id !== family).length;
  }

  async function administrator(): Promise<Person> {
    const username = `clerk${(count += 1)}`;
    const { id } = await server.addAdmin(username, ['routine/adminInfo/index', 'routine/adminInfo/edit']);
    await database.kysely.deleteFrom('token').where('account_id', '=', id).execute();
    server.clock.advanceSeconds(3600);
    boss = (await server.signIn()).token;
    return { area: 'admin', id, username, session: await server.signIn(username) };
  }

  async function somebody(): Promise<Person> {
    const username = `person${(count += 1)}`;
    const stamps = { create_time: TEST_START_SECONDS, update_time: TEST_START_SECONDS };
    const values = { username, nickname: username, group_id: 1, ...stamps };
    const { id } = await database.kysely.insertInto('member').values(values).returning('id').executeTakeFirstOrThrow();
    const session = { token: `access-of-${username}`, refreshToken: `refresh-of-${username}` };
    await database.transaction(async (trx) => {
      const account = await lockAccount(trx, { area: 'user', accountId: id });
      const now = nowSeconds(server.ports);
      const family = { id: `family-of-${username}`, startedAt: now, byPasskey: false };
      const client = { ip: '10.0.0.1', userAgent: '', language: 'en' } as const;
      await storeToken(account, family, { token: session.token, isRefresh: false }, client, now);
      await storeToken(account, family, { token: session.refreshToken, isRefresh: true }, client, now);
    });
    return { area: 'user', id, username, session };
  }

  interface Prepared {
    readonly end: () => Promise<unknown>;
    /** An access token whose session goes on. */
    readonly kept?: string;
    /** What is renewed, where that is not the pair of the sign-in. */
    readonly renewing?: Session;
  }
  interface Ending {
    readonly person: () => Promise<Person>;
    readonly prepare: (person: Person) => Promise<Prepared>;
  }

  const saveAdmin = resourceEndpoints(admin).save;
  const saveMember = resourceEndpoints(member).save;
  const byBoss = (end: (person: Person) => Promise<unknown>, person = administrator): Ending => ({
    person,
    prepare: (one) => Promise.resolve({ end: () => end(one) }),
  });
  const byHimself = (end: (token: string, person: Person) => Promise<unknown>): Ending => ({
    person: administrator,
    prepare: async (person) => {
      const { token } = await server.signIn(person.username);
      return { end: () => end(token, person), kept: token };
    },
  });
  const foreignFamily = async (token: string): Promise<string> =>
    (await server.call(listSessions, {}, own(token))).list.find((one) => !one.is_current)?.id ?? '';

  const ENDINGS: Readonly<Record<string, Ending>> = {
    'a new password of one’s own': byHimself((token) =>
      server.call(saveOwnProfile, { nickname: 'Clerk', password: NEW_PASSWORD, oldPassword: TEST_PASSWORD }, own(token)),
    ),
    'a new password from somebody else': byBoss(({ id }) => server.call(saveAdmin, { id, password: NEW_PASSWORD }, own(boss))),
    'disabling the account': byBoss(({ id }) => server.call(saveAdmin, { id, status: '0' }, own(boss))),
    'deleting the account': byBoss(({ id }) => server.call(resourceEndpoints(admin).remove, { ids: [id] }, own(boss))),
    'signing out everywhere else': byHimself((token) => server.call(endOtherSessions, {}, own(token))),
    'ending the session from another': byHimself(async (token) => server.call(endSession, { id: await foreignFamily(token) }, own(token))),
    'ending all sessions of somebody': byBoss(({ id }) => server.call(endAdminSessions, { id }, own(boss))),
    'signing out': byBoss(({ session }) => server.call(logout, {}, own(session.token))),
    'a new password for a member': byBoss(({ id }) => server.call(saveMember, { id, password: NEW_PASSWORD }, own(boss)), somebody),
    'disabling a member': byBoss(({ id }) => server.call(saveMember, { id, status: 'disable' }, own(boss)), somebody),
    'deleting a member': byBoss(({ id }) => server.call(resourceEndpoints(member).remove, { ids: [id] }, own(boss)), somebody),
    'a refresh token that two have used': {
      person: administrator,
      prepare: async ({ session }) => {
        const { body } = await renew(session);
        const renewing = body?.data as Session;
        await server.request('/api/admin/routine.AdminInfo/index', own(renewing.token));
        server.clock.advanceSeconds(11);
        return { end: () => renew(session), renewing };
      },
    },
  };

  async function isSomebodyWaiting(): Promise<boolean> {
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await waiting.execute(database.kysely)).rows.length > 0;
  }

  /** Until the database makes somebody wait for somebody else, or the work is done. The embedded one lets a single transaction in anyway. */
  async function waitingOrDone(work: Promise<unknown>): Promise<void> {
    if (kind === 'embedded') return;
    const done = work.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([done, isSomebodyWaiting()])));
  }

  describe.each(Object.keys(ENDINGS))('by %s', (name) => {
    const begin = async () => {
      const { person, prepare } = ENDINGS[name] as Ending;
      const one = await person();
      const { end, kept, renewing = one.session } = await prepare(one);
      return { person: one, end, kept, renewal: () => renew(renewing, one.area) };
    };

    it.each(['begins', 'commits'] as const)('holds when a renewal %s at the same time', async (moment) => {
      const { person, end, kept, renewal } = await begin();
      const halted = database.halt(moment);
      const renewed = renewal();
      await halted.reached;
      const ended = end();
      if (moment === 'begins') await ended;
      else await waitingOrDone(ended);
      halted.release();
      const [reply] = await Promise.all([renewed, ended]);
      // A renewal that was first has answered; it is worth nothing.
      expect(reply.body?.code).toBe(moment === 'begins' ? 0 : 1);
      expect(await living(person, kept)).toBe(0);
    });

    it.each(['begins', 'commits'] as const)('holds when it %s while a renewal comes', async (moment) => {
      const { person, end, kept, renewal } = await begin();
      const halted = database.halt(moment);
      const ended = end();
      await halted.reached;
      const renewed = renewal();
      if (moment === 'begins') await renewed;
      else await waitingOrDone(renewed);
      halted.release();
      const [reply] = await Promise.all([renewed, ended]);
      expect(reply.body?.code).toBe(moment === 'begins' ? 1 : 0);
      expect(await living(person, kept)).toBe(0);
    });
  });

  it.each(['a new password', 'disabling the account'])('is no beginning: whoever signs in while %s arrives stays outside', async (name) => {
    const person = await administrator();
    await database.kysely.deleteFrom('token').where('account_id', '=', person.id).execute();
    const halted = database.halt('begins');
    const entering = server.signIn(person.username).catch((error: unknown) => error);
    await halted.reached;
    const change = name === 'a new password' ? { password: NEW_PASSWORD } : { status: '0' };
    await server.call(saveAdmin, { id: person.id, ...change }, own(boss));
    halted.release();
    expect(await entering).toMatchObject({ failure: { message: 'The account or the password is wrong.' } });
    expect(await living(person)).toBe(0);
  });

  it('is told our own pages with its reason by the next call, and others as ever', async () => {
    const { session, id } = await administrator();
    const told = async (headers: Record<string, string>, token = session.token) =>
      (await server.request('/api/admin/routine.AdminInfo/index', { token, headers: { 'think-lang': 'en', ...headers } })).body?.msg;
    const ours = { 'refresh-token-rotation': 'true' };
    expect(await told(ours)).toBe('');
    await server.call(endAdminSessions, { id }, own(boss));
    expect(await told(ours)).toBe(
      'You were signed out elsewhere: on another device, by an administrator, or by a new password. Please sign in again.',
    );
    expect(await told({})).toBe('Please sign in first.');
    expect(await told(ours, 'a token that nobody has had')).toBe('Please sign in first.');

    const person = await somebody();
    await server.call(saveMember, { id: person.id, password: NEW_PASSWORD }, own(boss));
    const asMember = await server.request('/api/account/overview', {
      headers: { 'think-lang': 'en', server: '1', 'ba-user-token': person.session.token, ...ours },
    });
    expect(asMember.body?.msg).toContain('You were signed out elsewhere');
  });

  it('ends a file on its way, too', async () => {
    const { id, username, session } = await administrator();
    const client = { ip: '10.0.0.1', userAgent: '', language: 'en' } as const;
    const grants = { isSuper: false, groupIds: [], ruleIds: new Set<number>(), nodes: new Set<string>() };
    const caller = {
      kind: 'admin',
      id,
      username,
      grants,
      client,
      tokens: { admin: session.token, member: null },
      idempotencyKey: null,
    } as const;
    async function* portions() {
      yield 'first';
      await server.call(logout, {}, own(session.token));
      yield 'second';
    }
    const seen: string[] = [];
    const reading = async () => {
      for await (const portion of whileLasting(server.ports, caller, portions())) seen.push(portion);
    };
    await expect(reading()).rejects.toThrow(SessionEnded);
    expect(seen).toEqual(['first']);
  });
});
