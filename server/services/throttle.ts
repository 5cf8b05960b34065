import { sql, type Kysely } from 'kysely';
import { type FailureError, rejection } from '#domain/failure';
import type { Tables } from '../db/tables.ts';
import type { GuessLimit } from '../limits.ts';
import { nowSeconds, type ServerPorts } from '../ports.ts';

export interface ThrottleKey {
  readonly key: string;
  readonly limit: GuessLimit;
}

const KEY_LENGTH = 200;

async function countOf(kysely: Kysely<Tables>, { key, limit }: ThrottleKey, nowSeconds: number): Promise<number> {
  // One bucket more than the window has, so that the oldest, half-covered one still counts.
  const { total } = await kysely
    .selectFrom('throttle_counter')
    .select(sql<number>`coalesce(sum(count), 0)::integer`.as('total'))
    .where('key', '=', key.slice(0, KEY_LENGTH))
    .where('window_start', '>', nowSeconds - limit.windowSeconds - limit.bucketSeconds)
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Counts an attempt under each key, then says whether one of them is used up. The counters are raised before anything is judged, so
 * that attempts sent together cannot pass together; an attempt that is refused beforehand is not counted, so that knocking does not
 * prolong the wait for ever.
 * @returns seconds to wait, or 0 when the attempt may be judged
 * Source: security.md rule 7, goal C13.
 */
export async function raiseAndCheck(kysely: Kysely<Tables>, keys: readonly ThrottleKey[], nowSeconds: number): Promise<number> {
  for (const key of keys) if ((await countOf(kysely, key, nowSeconds)) >= key.limit.count) return key.limit.windowSeconds;
  for (const { key, limit } of keys) {
    const bucket = nowSeconds - (nowSeconds % limit.bucketSeconds);
    await kysely
      .insertInto('throttle_counter')
      .values({ key: key.slice(0, KEY_LENGTH), window_start: bucket, count: 1 })
      .onConflict((on) => on.columns(['key', 'window_start']).doUpdateSet({ count: sql`throttle_counter.count + 1` }))
      .execute();
  }
  for (const key of keys) if ((await countOf(kysely, key, nowSeconds)) > key.limit.count) return key.limit.windowSeconds;
  return 0;
}

export const tooManyAttempts = (waitSeconds: number): FailureError =>
  rejection('refusals.tooManyAttempts', { minutes: Math.ceil(waitSeconds / 60) });

/** Counts an attempt under each key. @throws the refusal when one of them is used up */
export async function countAttempt(ports: Pick<ServerPorts, 'database' | 'clock'>, keys: readonly ThrottleKey[]): Promise<void> {
  const waitSeconds = await raiseAndCheck(ports.database.kysely, keys, nowSeconds(ports));
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds);
}

/** Forgets the attempts of somebody who has proved who he is. */
export async function forgetAttempts(kysely: Kysely<Tables>, key: string): Promise<void> {
  await kysely.deleteFrom('throttle_counter').where('key', '=', key.slice(0, KEY_LENGTH)).execute();
}
