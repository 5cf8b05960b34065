import type { Logger } from '../../../base/logger.ts';
import { allOf, type BucketObjects } from './bucket-objects.ts';

const CLAIMS = 'making/';
/** Who makes a backup says so again and again; who has been silent for so long makes none any more. */
const CLAIM_MS = 180_000;
const AGAIN_MS = 30_000;

/** The right to write into the bucket, which one has at a time. Times are those of the store, so that no clock of ours counts. */
export interface Claim {
  /** @throws Error where it was lost, because this process stood still for too long */
  assertHeld(): Promise<void>;
  /** Never fails: a mark that cannot be removed keeps others out until it is old. */
  release(): Promise<void>;
}

/**
 * A bucket has no locks: each puts a mark, and looks whether there is another. Two that begin in the same moment both see the other and both leave.
 * @throws Error where another backup is being made
 */
export async function claim(objects: BucketObjects, name: string, logger: Pick<Logger, 'warn'>, claimMs = CLAIM_MS): Promise<Claim> {
  const key = `${CLAIMS}${name}`;
  const mark = (): Promise<void> => objects.putText(key, '');
  let marking = Promise.resolve();
  // A key of the bucket may not be let remove anything, so that a thief of it cannot either.
  const unmark = (old: string): Promise<void> =>
    objects.remove(old).catch((error: unknown) => logger.warn('backup.markKept', { key: old, error }));

  async function assertHeld(): Promise<void> {
    const marks = await allOf(objects.list(CLAIMS));
    const own = marks.find((one) => one.key === key);
    const others = marks.filter((one) => one !== own && own !== undefined && own.changedAtMs - one.changedAtMs < claimMs);
    if (!own || others.length > 0)
      throw new Error(
        `Another backup is being made in ${objects.url}, or was killed there in the last ${Math.ceil(claimMs / 60_000)} minutes.`,
      );
    for (const dead of marks.filter((one) => one !== own)) await unmark(dead.key);
  }

  await mark();
  try {
    await assertHeld();
  } catch (error) {
    await unmark(key);
    throw error;
  }
  const again = setInterval(() => {
    // One after another, and where one fails the next may not.
    marking = marking.then(mark).catch(() => undefined);
  }, AGAIN_MS);
  again.unref();
  return {
    assertHeld,
    async release() {
      clearInterval(again);
      // One that is still under way would put it there again.
      await marking;
      await unmark(key);
    },
  };
}
