import { argon2id } from 'hash-wasm';
import type { CaptchaTask } from '#machines/session/captcha-work.machine';

/** The candidates that one of several workers tries: `first`, and each `step` behind it. */
export interface CaptchaShare {
  readonly task: CaptchaTask;
  readonly first: number;
  readonly step: number;
}

const bytesOfHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));

const hashOf = (candidate: number, { salt, memoryKib, passes }: CaptchaTask): Promise<string> =>
  argon2id({
    password: String(candidate),
    salt: bytesOfHex(salt),
    iterations: passes,
    parallelism: 1,
    memorySize: memoryKib,
    hashLength: 16,
    outputType: 'hex',
  });

/** @returns the candidate whose hash is wanted, or null where it is none of this share */
export async function solveShare({ task, first, step }: CaptchaShare, onTried: () => void): Promise<number | null> {
  for (let candidate = first; candidate < task.candidates; candidate += step) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    if ((await hashOf(candidate, task)) === task.target) return candidate;
    onTried();
  }
  return null;
}
