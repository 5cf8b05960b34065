import { describe, expect, it } from 'vitest';
import { journalReading, JournalRefused, readJournal, type JournalFlaw } from '#domain/observe/journal-file';

const header = { journal: 1, app: '1.4.0', build: '9a8ced66', language: 'en', startedAt: 1_764_000_000, machines: { kettle: '0a1b2c3d' } };
const actor = { path: 'kettle', status: 'active', value: 'hot', context: {}, children: [{ id: 'cup', src: 'cup' }] };
const checkpoint = { afterSeq: 4, actors: [actor] };
const entry = { seq: 5, at: 20, to: 'kettle', event: { type: 'kettle.sipped', how: 'slowly' } };
const state = { path: 'kettle', machine: 'kettle', status: 'active', value: 'hot', context: { cups: 1 }, way: ['cold', 'hot'] };
const later = { ...entry, seq: 7, at: 19 };

const textOf = (...lines: unknown[]): string => lines.map((line) => JSON.stringify(line)).join('\n');

function refusalOf(text: string): { readonly line: number; readonly flaw: JournalFlaw } | null {
  try {
    readJournal(text);
    return null;
  } catch (error) {
    if (!(error instanceof JournalRefused)) throw error;
    return { line: error.line, flaw: error.flaw };
  }
}

describe('a journal', () => {
  it('is a header and entries, trimmed or not', () => {
    expect(readJournal(textOf(header, entry, later))).toEqual({ header, checkpoint: null, entries: [entry, later], states: [] });
  });

  it('may begin at a checkpoint, end in a line feed and come from another system', () => {
    expect(readJournal(`${textOf(header, { checkpoint }, entry).replaceAll('\n', '\r\n')}\r\n`)).toEqual({
      header,
      checkpoint,
      entries: [entry],
      states: [],
    });
  });

  it('is told a line at a time, and no further than it is one', () => {
    const lines: string[] = [];
    const read = (text: string) => () => {
      for (const line of journalReading(text)) lines.push(line);
    };
    const journal = [header, entry, later].map((line) => JSON.stringify(line));
    read(journal.join('\r\n'))();
    expect(lines.splice(0)).toEqual(journal);
    expect(read(`${journal[0]}${'\n'.repeat(100_000)}`)).toThrow(new JournalRefused(2, 'notJson'));
    expect(lines.splice(0)).toEqual([journal[0], '']);
    expect(read(`{}\n${'{}\n'.repeat(100_000)}`)).toThrow(new JournalRefused(1, 'noHeader'));
    expect(lines).toEqual(['{}']);
  });

  it('may end with the states that it leads to', () => {
    const cup = { ...state, path: 'kettle/cup', value: { full: 'steaming' } };
    expect(readJournal(`${textOf(header, { checkpoint }, entry, { state }, { state: cup })}\n`)).toEqual({
      header,
      checkpoint,
      entries: [entry],
      states: [state, cup],
    });
    expect(readJournal(textOf(header, { state })).states).toEqual([state]);
  });

  it('opens with what later versions may add to its header', () => {
    const file = readJournal(textOf({ ...header, recordedBy: { tool: 'one to come' } }, entry));
    expect(file.header).toEqual({ ...header, recordedBy: { tool: 'one to come' } });
    expect(file.entries).toEqual([entry]);
  });

  it('may be of somebody who has done nothing, and without anything personal', () => {
    expect(readJournal(textOf({ ...header, anonymous: true }))).toEqual({
      header: { ...header, anonymous: true },
      checkpoint: null,
      entries: [],
      states: [],
    });
  });
});

describe('what is no journal is refused by line and reason', () => {
  const cases: readonly (readonly [name: string, text: string, line: number, flaw: JournalFlaw])[] = [
    ['nothing', '', 1, 'empty'],
    ['a line of another kind', `${textOf(header, entry)}\n{"seq":6,`, 3, 'notJson'],
    ['an empty line within', `${textOf(header)}\n\n${textOf(entry)}`, 2, 'notJson'],
    ['a list', textOf(header, [entry]), 2, 'notObject'],
    ['null', textOf(header, null), 2, 'notObject'],
    ['no header', textOf(entry), 1, 'noHeader'],
    ['a version to come', textOf({ ...header, journal: 2 }), 1, 'otherVersion'],
    ['no build', textOf({ ...header, build: undefined }), 1, 'badHeader'],
    ['a start that is no time', textOf({ ...header, startedAt: '2025' }), 1, 'badHeader'],
    ['a hash that is none', textOf({ ...header, machines: { kettle: 'changed!' } }), 1, 'badHeader'],
    ['machines as a list', textOf({ ...header, machines: [] }), 1, 'badHeader'],
    ['a doubtful promise', textOf({ ...header, anonymous: 'yes' }), 1, 'badHeader'],
    ['a checkpoint of nobody', textOf(header, { checkpoint: null }), 2, 'badCheckpoint'],
    ['a checkpoint of nowhere', textOf(header, { checkpoint: { ...checkpoint, actors: [{ ...actor, path: '' }] } }), 2, 'badCheckpoint'],
    [
      'a checkpoint without children',
      textOf(header, { checkpoint: { ...checkpoint, actors: [{ ...actor, children: {} }] } }),
      2,
      'badCheckpoint',
    ],
    ['a second checkpoint', textOf(header, entry, { checkpoint }), 3, 'badEntry'],
    ['no number', textOf(header, { ...entry, seq: 5.5 }), 2, 'badEntry'],
    ['no time', textOf(header, { ...entry, at: null }), 2, 'badEntry'],
    ['an unclear origin', textOf(header, { ...entry, outer: 'yes' }), 2, 'badEntry'],
    ['no address', textOf(header, entry, { ...later, to: '' }), 3, 'badEntry'],
    ['an event without a type', textOf(header, { ...entry, event: { type: '' } }), 2, 'badEvent'],
    ['an event that is a word', textOf(header, { ...entry, event: 'kettle.sipped' }), 2, 'badEvent'],
    ['the same number twice', textOf(header, entry, entry), 3, 'notInOrder'],
    ['a state of nobody', textOf(header, entry, { state: null }), 3, 'badStates'],
    ['a state without its way', textOf(header, entry, { state: { ...state, way: undefined } }), 3, 'badStates'],
    ['a state without a context', textOf(header, entry, { state: { ...state, context: undefined } }), 3, 'badStates'],
    ['a state that is nowhere', textOf(header, entry, { state: { ...state, value: '' } }), 3, 'badStates'],
    ['a state of a machine without a name', textOf(header, entry, { state: { ...state, machine: '' } }), 3, 'badStates'],
    ['the same state twice', textOf(header, entry, { state }, { state }), 4, 'badStates'],
    ['an entry after the states', textOf(header, entry, { state }, later), 4, 'badStates'],
    ['a number from before the checkpoint', textOf(header, { checkpoint }, { ...entry, seq: 4 }), 3, 'notInOrder'],
  ];

  it.each(cases)('%s', (_name, text, line, flaw) => {
    expect(refusalOf(text)).toEqual({ line, flaw });
  });
});
