import type { ServerPorts } from '../../../ports/ports.ts';

/** Unpredictable choices; what is drawn with them must not be guessed. */
export interface Random {
  /** Evenly from 0 up to, not including, 1. */
  share(): number;
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  /** So many different ones, in any order. */
  sample<T>(from: readonly T[], count: number): T[];
}

const BYTES = 4;
const RANGE = 2 ** (8 * BYTES);

export function createRandom(randomBytes: ServerPorts['randomBytes']): Random {
  const share = () => new DataView(randomBytes(BYTES).buffer).getUint32(0) / RANGE;
  const indexIn = (length: number) => Math.floor(share() * length);
  return {
    share,
    between: (least, most) => least + share() * (most - least),
    pick(from) {
      const index = indexIn(from.length);
      if (index >= from.length) throw new Error('nothing to pick from');
      return from[index] as (typeof from)[number];
    },
    sample(from, count) {
      const left = [...from];
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(indexIn(left.length), 1)).flat();
    },
  };
}
