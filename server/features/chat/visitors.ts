import { CHAT_SEEN_EVERY_SECONDS } from './base/limits.ts';
import { base64url, sha256 } from '../../base/digest.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';

/** Visitors are known by a token that their page keeps; nothing else is known of them. */
export interface Visitors {
  newToken(): string;
  /** Whether it has the form of one. */
  isToken(text: string): boolean;
  /** @returns null for a token that nothing was asked with, or that was forgotten */
  find(token: string): Promise<number | null>;
  /** The visitor of a token, from the first question on. Only a token of the right form becomes one. */
  make(token: string, network: string): Promise<number | null>;
  /** Whether fewer were asked since the last security check. */
  hasRoom(id: number, most: number): Promise<boolean>;
  noteQuestion(id: number): Promise<void>;
  /** A security check was passed. */
  prove(id: number): Promise<void>;
}

/** 32 random bytes. */
const TOKEN = /^[\w-]{43}$/u;

export function createVisitors(ports: Pick<ServerPorts, 'database' | 'clock' | 'randomBytes'>): Visitors {
  const { kysely } = ports.database;

  async function find(token: string): Promise<number | null> {
    if (!TOKEN.test(token)) return null;
    const row = await kysely
      .selectFrom('chat_visitor')
      .select(['id', 'seen_time'])
      .where('hash', '=', await sha256(token))
      .executeTakeFirst();
    if (!row) return null;
    const now = nowSeconds(ports);
    if (now - row.seen_time > CHAT_SEEN_EVERY_SECONDS)
      await kysely.updateTable('chat_visitor').set({ seen_time: now }).where('id', '=', row.id).execute();
    return row.id;
  }

  return {
    newToken: () => base64url(ports.randomBytes(32)),
    isToken: (text) => TOKEN.test(text),
    find,
    async make(token, network) {
      if (!TOKEN.test(token)) return null;
      const now = nowSeconds(ports);
      const row = await kysely
        .insertInto('chat_visitor')
        .values({ hash: await sha256(token), network: network.slice(0, 50), create_time: now, seen_time: now })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ seen_time: now }))
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async hasRoom(id, most) {
      const found = await kysely.selectFrom('chat_visitor').select('id').where('id', '=', id).where('asked', '<', most).executeTakeFirst();
      return found !== undefined;
    },
    async noteQuestion(id) {
      await kysely
        .updateTable('chat_visitor')
        .set((set) => ({ asked: set('asked', '+', 1) }))
        .where('id', '=', id)
        .execute();
    },
    async prove(id) {
      await kysely.updateTable('chat_visitor').set({ asked: 0 }).where('id', '=', id).execute();
    },
  };
}
