import { sql, type Kysely } from 'kysely';
import { type FailureError, rejection } from '#domain/base/failure';
import type { Tables } from '../../db/tables/tables.ts';
import type { GuessLimit } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';

export interface ThrottleKey {
  readonly key: string;
  readonly limit: GuessLimit;
}

/** Something that has been counted. */
export interface Counted {
  /** Counts it no longer, as if it had never been. */
  takeBack(): Promise<void>;
}

/** How long somebody has to wait until something may be counted again. */
export interface Spent {
  readonly waitSeconds: number;
}

export const isSpent = (outcome: object | number | null): outcome is Spent =>
  typeof outcome === 'object' && outcome !== null && 'waitSeconds' in outcome;

type Ports = Pick<ServerPorts, 'database' | 'clock'>;

const KEY_LENGTH = 200;
const storedKey = ({ key }: ThrottleKey): string => key.slice(0, KEY_LENGTH);
const bucketAt = (nowSeconds: number, { limit }: ThrottleKey): number => nowSeconds - (nowSeconds % limit.bucketSeconds);

async function countOf(kysely: Kysely<Tables>, key: ThrottleKey, nowSeconds: number): Promise<number> {
  // One bucket more than the window has, so that the oldest, half-covered one still counts.
  const { total } = await kysely
    .selectFrom('throttle_counter')
    .select(sql<number>`coalesce(sum(count), 0)::integer`.as('total'))
    .where('key', '=', storedKey(key))
    .where('window_start', '>', nowSeconds - key.limit.windowSeconds - key.limit.bucketSeconds)
    // What lies ahead was counted by a clock that was set back since.
    .where('window_start', '<=', nowSeconds)
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Counts something under each key, unless one of them is used up: then nothing is counted, so that knocking does not prolong the wait
 * for ever. Of things that come together, on however many servers, exactly as many are counted as the limits allow.
 * Source: security.md rule 7, goal C13.
 */
export async function count(ports: Ports, keys: readonly ThrottleKey[]): Promise<Counted | Spent> {
  const now = nowSeconds(ports);
  const limits = JSON.stringify(keys.map((key) => ({ ...key.limit, key: storedKey(key) })));
  const { rows } = await sql<{ wait: number }>`select count_attempt(${limits}::jsonb, ${now}::bigint) as wait`.execute(
    ports.database.kysely,
  );
  const waitSeconds = rows[0]?.wait ?? 0;
  return waitSeconds > 0 ? { waitSeconds } : { takeBack: () => takeBack(ports.database.kysely, keys, now) };
}

async function takeBack(kysely: Kysely<Tables>, keys: readonly ThrottleKey[], countedAt: number): Promise<void> {
  for (const key of keys) {
    await kysely
      .updateTable('throttle_counter')
      .set((set) => ({ count: set('count', '-', 1) }))
      .where('key', '=', storedKey(key))
      .where('window_start', '=', bucketAt(countedAt, key))
      // It may have been forgotten meanwhile.
      .where('count', '>', 0)
      .execute();
  }
}

export const tooManyAttempts = (waitSeconds: number): FailureError =>
  rejection('refusals.tooManyAttempts', { count: Math.ceil(waitSeconds / 60) });

/** Counts an attempt under each key. @throws the refusal when one of them is used up */
export async function countAttempt(ports: Ports, keys: readonly ThrottleKey[]): Promise<Counted> {
  const counted = await count(ports, keys);
  if (isSpent(counted)) throw tooManyAttempts(counted.waitSeconds);
  return counted;
}

/** Whether a limit is used up, for what may go on in another way then. Within a transaction it does not wait for others. */
export const isUsedUp = async (kysely: Kysely<Tables>, key: ThrottleKey, nowSeconds: number): Promise<boolean> =>
  (await countOf(kysely, key, nowSeconds)) >= key.limit.count;

/** Counts something whatever the limit is. */
export async function raise(kysely: Kysely<Tables>, key: ThrottleKey, nowSeconds: number): Promise<void> {
  await kysely
    .insertInto('throttle_counter')
    .values({ key: storedKey(key), window_start: bucketAt(nowSeconds, key), count: 1 })
    .onConflict((on) => on.columns(['key', 'window_start']).doUpdateSet({ count: sql`throttle_counter.count + 1` }))
    .execute();
}

/** How much is counted under a key. */
export const countedUnder = ({ database, clock }: Ports, key: ThrottleKey): Promise<number> =>
  countOf(database.kysely, key, nowSeconds({ clock }));

/** Whether anything is counted under a key. */
export const isCounted = async (ports: Ports, key: ThrottleKey): Promise<boolean> => (await countedUnder(ports, key)) > 0;

/** Whether anything is counted under any key with this beginning. */
export async function isAnyCounted({ database, clock }: Ports, beginning: string, limit: GuessLimit): Promise<boolean> {
  const found = await database.kysely
    .selectFrom('throttle_counter')
    .select('key')
    .where('key', '>=', beginning)
    .where('key', '<', `${beginning}\uffff`)
    .where('window_start', '>', nowSeconds({ clock }) - limit.windowSeconds - limit.bucketSeconds)
    .where('window_start', '<=', nowSeconds({ clock }))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Forgets what was counted, for somebody who has proved who they are. */
export async function forgetAttempts(kysely: Kysely<Tables>, key: string): Promise<void> {
  await kysely.deleteFrom('throttle_counter').where('key', '=', key.slice(0, KEY_LENGTH)).execute();
}

/** How much is counted under a key, which is forgotten: of those that ask together, one is told of each. */
export async function takeCounted(kysely: Kysely<Tables>, key: string): Promise<number> {
  const rows = await kysely.deleteFrom('throttle_counter').where('key', '=', key.slice(0, KEY_LENGTH)).returning('count').execute();
  return rows.reduce((total, { count: counted }) => total + counted, 0);
}
