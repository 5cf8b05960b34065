import { describe, expect, it } from 'vitest';
import { isFileSlug } from '#domain/base/file-slug';
import { EVERYTHING, countUntil, entryBeside, pauseMs, shownEntries } from '#domain/observe/journal-filter';
import type { JournalEntry } from '#domain/observe/journal-file';

const entry = (seq: number, to: string, type: string): JournalEntry => ({ seq, at: seq * 100, to, event: { type } });
/** Numbers may be left out where a file was trimmed. */
const ENTRIES = [
  entry(11, 'app', 'xstate.init'),
  entry(12, 'app/adminSession', 'session.signInRequested'),
  entry(15, 'app/adminSession', 'xstate.done.actor.signIn'),
  entry(16, 'export:goods', 'export.requested'),
];
const shown = (filter: Partial<typeof EVERYTHING>) => shownEntries(ENTRIES, { ...EVERYTHING, ...filter }).map(({ seq }) => seq);
const seqBeside = (seq: number, by: 1 | -1) => entryBeside(ENTRIES, seq, by)?.seq ?? null;

describe('the filter of a journal', () => {
  it('lets everything through that nobody asked to leave out', () => {
    expect(shownEntries(ENTRIES, EVERYTHING)).toBe(ENTRIES);
    expect(shown({ actor: '  ', event: ' ' })).toEqual([11, 12, 15, 16]);
  });

  it('knows actors by the beginning of their path, or of a name in it', () => {
    expect(shown({ actor: 'app/admin' })).toEqual([12, 15]);
    expect(shown({ actor: 'adminS' })).toEqual([12, 15]);
    expect(shown({ actor: 'EXPORT' })).toEqual([16]);
    expect(shown({ actor: 'Session' })).toEqual([]);
  });

  it('knows events by a part of their type, and deeds from what the library tells', () => {
    expect(shown({ event: 'signin' })).toEqual([12, 15]);
    expect(shown({ kind: 'deeds' })).toEqual([12, 16]);
    expect(shown({ kind: 'deeds', event: 'sign', actor: 'app' })).toEqual([12]);
  });

  it('knows deeds better where a journal says what came from outside', () => {
    const marked = ENTRIES.map((one): JournalEntry => (one.seq === 16 ? { ...one, outer: true } : one));
    expect(shownEntries(marked, { ...EVERYTHING, kind: 'deeds' }).map(({ seq }) => seq)).toEqual([16]);
  });
});

describe('the way through a journal', () => {
  it('counts what has happened by then, also between two numbers', () => {
    expect([0, 10, 11, 13, 14, 15, 16, 99].map((seq) => countUntil(ENTRIES, seq))).toEqual([0, 0, 1, 2, 2, 3, 4, 4]);
  });

  it('steps to the neighbours, and not beyond the ends', () => {
    expect([10, 11, 13, 15, 16].map((seq) => seqBeside(seq, 1))).toEqual([11, 12, 15, 16, null]);
    expect([10, 11, 12, 13, 16].map((seq) => seqBeside(seq, -1))).toEqual([null, null, 11, 12, 15]);
  });

  it('waits as long as it took, but never long, and four times as fast when asked', () => {
    expect(pauseMs(1000, 1600, 1)).toBe(600);
    expect(pauseMs(1000, 1600, 4)).toBe(150);
    expect(pauseMs(1000, 900_000, 1)).toBe(1500);
    // A clock may have been set back meanwhile.
    expect(pauseMs(1000, 500, 1)).toBe(40);
  });
});

describe('the name of a file', () => {
  it('is small letters, digits and single hyphens', () => {
    expect(['sign-in-twice', 'a', '2026-11'].filter((name) => !isFileSlug(name))).toEqual([]);
    const wrong = ['', '-a', 'a-', 'a--b', 'A', 'a b', 'a.b', '../a', '登录', 'a\n', 'a'.repeat(61)];
    expect(wrong.filter(isFileSlug)).toEqual([]);
  });
});
