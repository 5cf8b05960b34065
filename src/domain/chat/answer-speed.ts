import type { BranchMessage } from './branch.ts';

/** How fast an answer was. */
export interface AnswerSpeed {
  /** A tenth at least: nobody sees less. */
  readonly firstWordSeconds: number;
  /** Characters of its text a second, from its first word on; null where it came at once. */
  readonly charactersASecond: number | null;
}

/** Below this, what was measured is the clock. */
const SHORTEST_MS = 50;

/** @returns null where nobody has measured it: for what came from a file, and what a server did not see to its end */
export function speedOf({ firstWordMs, totalMs }: Pick<BranchMessage, 'firstWordMs' | 'totalMs'>, characters: number): AnswerSpeed | null {
  if (firstWordMs === null || totalMs === null) return null;
  const writingMs = totalMs - firstWordMs;
  return {
    firstWordSeconds: Math.max(1, Math.round(firstWordMs / 100)) / 10,
    charactersASecond: writingMs < SHORTEST_MS || characters === 0 ? null : Math.max(1, Math.round((characters / writingMs) * 1000)),
  };
}
