import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import { SESSION_LOOKED_AT_MS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { AdminCaller, Caller } from '../../base/caller.ts';
import { SessionEnded } from '../../base/refusal.ts';
import { type Account, tokenTypesOf } from './locked-account.ts';
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

/** Whether the sign-in goes on: its account is active, and a token of it is neither ended nor expired. */
export async function isLasting(
  { database: { kysely }, clock }: { readonly database: { readonly kysely: Kysely<Tables> }; readonly clock: Ports['clock'] },
  { familyId, area, accountId }: LastingSession,
): Promise<boolean> {
  const active =
    area === 'admin'
      ? kysely.selectFrom('admin').select('id').where('id', '=', accountId).where('status', '=', '1')
      : kysely.selectFrom('member').select('id').where('id', '=', accountId).where('status', '=', 'enable');
  const found = await kysely
    .selectFrom('token')
    .select('hash')
    .where('family_id', '=', familyId)
    .where('account_id', '=', accountId)
    .where('type', 'in', tokenTypesOf({ area }))
    .where('revoked_at', 'is', null)
    .where('expire_time', '>', nowSeconds({ clock }))
    .where((where) => where.exists(active))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Aborts when the sign-in ends, whichever server ended it: what streams to somebody must not outlive their session.
 * @returns what stops the watch
 */
export function abortWithSession(ports: Ports & Pick<ServerPorts, 'logger'>, session: LastingSession, stream: AbortController): () => void {
  const look = async (): Promise<void> => {
    if (!(await isLasting(ports, session))) stream.abort();
  };
  const timer = setInterval(() => {
    // Where the database does not answer, the stream itself finds that out.
    look().catch((error: unknown) => ports.logger.warn('session.notLookedAt', { error }));
  }, SESSION_LOOKED_AT_MS);
  const stop = (): void => clearInterval(timer);
  stream.signal.addEventListener('abort', stop, { once: true });
  return stop;
}

/**
 * The portions of a stream for as long as the caller's sign-in lasts.
 * @param each where portions are small, it is looked at before the first and then before each so many
 * @throws SessionEnded when it has ended before they have
 */
export async function* whileLasting<T>(ports: Ports, caller: AdminCaller, portions: AsyncIterable<T>, each = 1): AsyncGenerator<T> {
  const session = await sessionOf(ports.database.kysely, caller.tokens.admin ?? '');
  let count = 0;
  for await (const portion of portions) {
    if (session && count % each === 0 && !(await isLasting(ports, session))) throw new SessionEnded('admin');
    count += 1;
    yield portion;
  }
}
