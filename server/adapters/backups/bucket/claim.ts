import { allOf, type BucketObjects } from './bucket-objects.ts';

const CLAIMS = 'making/';
/** Who makes a backup says so again and again; who has been silent for so long makes none any more. */
const CLAIM_MS = 180_000;
const AGAIN_MS = 30_000;

/** The right to write into the bucket, which one has at a time. Times are those of the store, so that no clock of ours counts. */
export interface Claim {
  /** @throws Error where it was lost, because this process stood still for too long */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

/**
 * A bucket has no locks: each puts a mark, and looks whether there is another. Two that begin in the same moment both see the other and both leave.
 * @throws Error where another backup is being made
 */
export async function claim(objects: BucketObjects, name: string, claimMs = CLAIM_MS): Promise<Claim> {
  const key = `${CLAIMS}${name}`;
  const mark = (): Promise<void> => objects.putText(key, '');

  async function assertHeld(): Promise<void> {
    const marks = await allOf(objects.list(CLAIMS));
    const own = marks.find((one) => one.key === key);
    const others = marks.filter((one) => one !== own && own !== undefined && own.changedAtMs - one.changedAtMs < claimMs);
    if (!own || others.length > 0)
      throw new Error(
        `Another backup is being made in ${objects.url}, or was killed there in the last ${Math.ceil(claimMs / 60_000)} minutes.`,
      );
    for (const dead of marks.filter((one) => one !== own)) await objects.remove(dead.key);
  }

  await mark();
  try {
    await assertHeld();
  } catch (error) {
    await objects.remove(key);
    throw error;
  }
  const again = setInterval(() => void mark().catch(() => undefined), AGAIN_MS);
  again.unref();
  return {
    assertHeld,
    async release() {
      clearInterval(again);
      await objects.remove(key);
    },
  };
}
