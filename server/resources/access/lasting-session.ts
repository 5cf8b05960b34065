import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import { SESSION_LOOKED_AT_MS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { findToken } from './token-store.ts';

/** A sign-in of an administrator, by which something goes on that was begun with a call. */
export interface LastingSession {
  readonly familyId: string;
  readonly adminId: number;
}

type Ports = Pick<ServerPorts, 'database' | 'clock'>;

/** The sign-in that an access token belongs to. */
export async function sessionOf(kysely: Kysely<Tables>, accessToken: string): Promise<LastingSession | null> {
  const token = await findToken(kysely, accessToken);
  return token?.type === 'admin' ? { familyId: token.family_id, adminId: token.account_id } : null;
}

/** Whether the sign-in goes on: its account is active, and a token of it is neither ended nor expired. */
export async function isLasting({ database, clock }: Ports, { familyId, adminId }: LastingSession): Promise<boolean> {
  const found = await database.kysely
    .selectFrom('token')
    .innerJoin('admin', 'admin.id', 'token.account_id')
    .select('token.hash')
    .where('token.family_id', '=', familyId)
    .where('admin.id', '=', adminId)
    .where('admin.status', '=', '1')
    .where('token.revoked_at', 'is', null)
    .where('token.expire_time', '>', nowSeconds({ clock }))
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

/** The portions of a stream for as long as the caller's sign-in lasts. @throws when it has ended before they have */
export async function* whileLasting<T>(ports: Ports, caller: AdminCaller, portions: AsyncIterable<T>): AsyncGenerator<T> {
  const session = await sessionOf(ports.database.kysely, caller.tokens.admin ?? '');
  for await (const portion of portions) {
    if (session && !(await isLasting(ports, session))) throw new Error('The session has ended');
    yield portion;
  }
}
