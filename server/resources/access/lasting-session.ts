import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import { SESSION_LOOKED_AT_MS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { AdminCaller, Caller } from '../../base/caller.ts';
import { SessionEnded } from '../../base/refusal.ts';
import { type Account, tokenTypesOf } from './locked-account.ts';
import { requireProgramStill } from './own-account.ts';
import { findToken } from './token-store.ts';

/** A sign-in by which something goes on that was begun with a call. */
export interface LastingSession extends Account {
  readonly familyId: string;
}

type Ports = Pick<ServerPorts, 'database' | 'clock'>;

/** The sign-in that an access token of the area belongs to. */
export async function sessionOf(
  kysely: Kysely<Tables>,
  accessToken: string,
  area: Account['area'] = 'admin',
): Promise<LastingSession | null> {
  const token = await findToken(kysely, accessToken);
  return token?.type === area ? { familyId: token.family_id, area, accountId: token.account_id } : null;
}

/** The sign-in of whoever calls; null for a visitor. */
export async function sessionOfCaller(kysely: Kysely<Tables>, { kind, tokens }: Pick<Caller, 'kind' | 'tokens'>) {
  if (kind === 'visitor') return null;
  return kind === 'admin' ? sessionOf(kysely, tokens.admin ?? '') : sessionOf(kysely, tokens.member ?? '', 'user');
}

interface LookPorts {
  readonly database: { readonly kysely: Kysely<Tables> };
  readonly clock: Ports['clock'];
}

/** Those of the sign-ins that go on: the account is active, and a token of it is neither ended nor expired. */
async function lastingAmong<S extends LastingSession>(
  { database: { kysely }, clock }: LookPorts,
  sessions: readonly S[],
): Promise<ReadonlySet<S>> {
  const families = [...new Set(sessions.map(({ familyId }) => familyId))];
  const { rows } = await sql<{ readonly family: string; readonly account: number; readonly type: string }>`
    select distinct family_id as family, account_id as account, type from token
    where family_id = any(${families}) and revoked_at is null and expire_time > ${nowSeconds({ clock })}
      and case when type in (${sql.join(tokenTypesOf({ area: 'admin' }))})
        then exists (select from admin where admin.id = account_id and status = '1')
        else exists (select from member where member.id = account_id and status = 'enable') end`.execute(kysely);
  const isFound = ({ familyId, area, accountId }: LastingSession): boolean =>
    rows.some(
      ({ family, account, type }) => family === familyId && account === accountId && tokenTypesOf({ area }).some((one) => one === type),
    );
  return new Set(sessions.filter(isFound));
}

/** Whether the sign-in goes on. */
export const isLasting = async (ports: LookPorts, session: LastingSession): Promise<boolean> =>
  (await lastingAmong(ports, [session])).has(session);

interface Watched extends LastingSession {
  readonly ended: () => void;
}

/** Looks after all sign-ins that something streams to, at once, and not again before the look before it was answered. */
function createSessionWatch(ports: Ports & Pick<ServerPorts, 'logger'>): (session: Watched) => () => void {
  const watched = new Set<Watched>();
  let timer: ReturnType<typeof setInterval> | null = null;
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      const sessions = [...watched];
      const lasting = await lastingAmong(ports, sessions);
      for (const one of sessions) if (!lasting.has(one)) one.ended();
    } catch (error) {
      // Where the database does not answer, the stream itself finds that out.
      ports.logger.warn('session.notLookedAt', { error });
    } finally {
      isLooking = false;
    }
  }

  function forget(session: Watched): void {
    watched.delete(session);
    if (watched.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  return (session) => {
    watched.add(session);
    timer ??= setInterval(() => void look(), SESSION_LOOKED_AT_MS);
    return () => forget(session);
  };
}

/** One for each database: whatever streams in this process is looked after together. */
const watches = new WeakMap<ServerPorts['database'], (session: Watched) => () => void>();

/**
 * Aborts when the sign-in ends, whichever server ended it: what streams to somebody must not outlive their session.
 * @returns what stops the watch
 */
export function abortWithSession(ports: Ports & Pick<ServerPorts, 'logger'>, session: LastingSession, stream: AbortController): () => void {
  const watch = watches.get(ports.database) ?? createSessionWatch(ports);
  watches.set(ports.database, watch);
  const stop = watch({ ...session, ended: () => stream.abort() });
  stream.signal.addEventListener('abort', stop, { once: true });
  return stop;
}

async function requireLasting(ports: Ports, caller: AdminCaller, session: LastingSession | null): Promise<void> {
  if (session && !(await isLasting(ports, session))) throw new SessionEnded('admin');
  // A program has no sign-in: what opens its calls is its token, as long as that and its administrator count.
  await requireProgramStill(ports.database.kysely, caller, ports);
}

/**
 * The portions of a stream for as long as the caller's sign-in lasts, or a program's token.
 * @param each where portions are small, it is looked at before the first and then before each so many
 * @throws SessionEnded when it has ended before they have
 */
export async function* whileLasting<T>(ports: Ports, caller: AdminCaller, portions: AsyncIterable<T>, each = 1): AsyncGenerator<T> {
  const session = await sessionOf(ports.database.kysely, caller.tokens.admin ?? '');
  let count = 0;
  for await (const portion of portions) {
    if (count % each === 0) await requireLasting(ports, caller, session);
    count += 1;
    yield portion;
  }
}
