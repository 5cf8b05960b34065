import { diff3Merge } from 'node-diff3';
import type { Words } from './section-words.ts';

/** A text that three hands wrote: null where two of them said different things of one place. */
export type Merged<Value> = Value | null;

/** By lines. Changes that touch each other are left to people. */
export function mergeLines(base: string, ours: string, theirs: string): Merged<string> {
  if (ours === base) return theirs;
  const parts = diff3Merge(ours, base, theirs, { stringSeparator: '\n' });
  return parts.some(({ conflict }) => conflict) ? null : parts.flatMap(({ ok = [] }) => ok).join('\n');
}

type Word = string | Words | undefined;
const CONFLICT = Symbol('conflict');

const isTree = (word: Word): word is Words => typeof word === 'object';
const isSame = (one: Word, other: Word): boolean => JSON.stringify(one) === JSON.stringify(other);

function mergeWord(base: Word, ours: Word, theirs: Word): Word | typeof CONFLICT {
  if (isSame(ours, theirs) || isSame(base, theirs)) return ours;
  if (isSame(base, ours)) return theirs;
  if (!isTree(ours) || !isTree(theirs)) return CONFLICT;
  return mergeTrees(isTree(base) ? base : {}, ours, theirs) ?? CONFLICT;
}

/** Where the other side has a new entry, it stands behind the one that it stands behind there. */
function keysOf(ours: Words, theirs: Words): readonly string[] {
  const keys = Object.keys(ours);
  for (const [index, key] of Object.keys(theirs).entries()) {
    if (keys.includes(key)) continue;
    const before = Object.keys(theirs)[index - 1];
    keys.splice(before === undefined ? 0 : keys.indexOf(before) + 1, 0, key);
  }
  return keys;
}

function mergeTrees(base: Words, ours: Words, theirs: Words): Merged<Words> {
  const merged: Record<string, string | Words> = {};
  for (const key of keysOf(ours, theirs)) {
    const word = mergeWord(base[key], ours[key], theirs[key]);
    if (word === CONFLICT) return null;
    if (word !== undefined) merged[key] = word;
  }
  return merged;
}

/** By keys: words that stand beside each other do not touch. */
export const mergeWords = (base: Words, ours: Words, theirs: Words): Merged<Words> => mergeTrees(base, ours, theirs);
