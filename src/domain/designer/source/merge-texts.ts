import { diff3Merge } from 'node-diff3';
import type { SectionWords } from './section-words.ts';

/** A text that three hands wrote: null where two of them said different things of one place. */
export type Merged<Value> = Value | null;

interface Conflict {
  readonly a: readonly string[];
  readonly o: readonly string[];
  readonly b: readonly string[];
}

/** The entries of an object that stands in one line; nothing of any other line. */
function entriesIn(line: string): readonly string[] | null {
  const [, name, inside] = /^\s*([\w']+): \{ (.*) \},$/u.exec(line) ?? [];
  if (inside === undefined) return null;
  let depth = 0;
  const entries = [''];
  for (const letter of inside) {
    if ('{[('.includes(letter)) depth += 1;
    if ('}])'.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 0) entries.push('');
    else entries[entries.length - 1] += letter;
  }
  return [`${name}:`, ...entries.map((entry) => entry.trim()).toSorted()];
}

/** People write the properties of a field in any order, the printer in one. */
function isSameLine(one: string, other: string | undefined): boolean {
  if (one === other || other === undefined) return one === other;
  const entries = entriesIn(one);
  return entries !== null && JSON.stringify(entries) === JSON.stringify(entriesIn(other));
}

/** Whether one side did all that the other did, in its order, and put lines of its own between: a design that takes a change over has it too. */
function isMore({ a: ours, o: base, b: theirs }: Conflict): boolean {
  let found = 0;
  const own = ours.filter((line) => !isSameLine(line, theirs[found]) || ((found += 1), false));
  return found === theirs.length && own.every((line) => !base.includes(line));
}

/** By lines. Changes that touch each other are left to people, unless the other side has nothing that is not here. */
export function mergeLines(base: string, ours: string, theirs: string): Merged<string> {
  if (ours === base) return theirs;
  const parts = diff3Merge(ours, base, theirs, { stringSeparator: '\n' });
  const merged = parts.map(({ ok, conflict }) => ok ?? (conflict && isMore(conflict) ? conflict.a : null));
  return merged.some((lines) => lines === null) ? null : merged.flatMap((lines) => lines ?? []).join('\n');
}

type Word = string | SectionWords | undefined;
const CONFLICT = Symbol('conflict');

const isTree = (word: Word): word is SectionWords => typeof word === 'object';
const isSame = (one: Word, other: Word): boolean => JSON.stringify(one) === JSON.stringify(other);

function mergeWord(base: Word, ours: Word, theirs: Word): Word | typeof CONFLICT {
  if (isSame(ours, theirs) || isSame(base, theirs)) return ours;
  if (isSame(base, ours)) return theirs;
  if (!isTree(ours) || !isTree(theirs)) return CONFLICT;
  return mergeTrees(isTree(base) ? base : {}, ours, theirs) ?? CONFLICT;
}

/** Where the other side has a new entry, it stands behind the one that it stands behind there. */
function keysOf(ours: SectionWords, theirs: SectionWords): readonly string[] {
  const keys = Object.keys(ours);
  for (const [index, key] of Object.keys(theirs).entries()) {
    if (keys.includes(key)) continue;
    const before = Object.keys(theirs)[index - 1];
    keys.splice(before === undefined ? 0 : keys.indexOf(before) + 1, 0, key);
  }
  return keys;
}

function mergeTrees(base: SectionWords, ours: SectionWords, theirs: SectionWords): Merged<SectionWords> {
  const merged: Record<string, string | SectionWords> = {};
  for (const key of keysOf(ours, theirs)) {
    const word = mergeWord(base[key], ours[key], theirs[key]);
    if (word === CONFLICT) return null;
    if (word !== undefined) merged[key] = word;
  }
  return merged;
}

/** By keys: words that stand beside each other do not touch. */
export const mergeWords = (base: SectionWords, ours: SectionWords, theirs: SectionWords): Merged<SectionWords> =>
  mergeTrees(base, ours, theirs);
