import { describe, expect, it } from 'vitest';
import { assign, createActor, createMachine, setup } from 'xstate';
import { createJournal } from '#actors/observe/journal';
import { createJournalSnapshots, nearestMachine, picturesAt, takenBy } from '#actors/observe/journal-snapshots';
import { timelineEnds } from '#actors/observe/journal-timeline';
import { readJournal, type JournalEntry, type JournalFile } from '#domain/observe/journal-file';
import { livingMachines } from '#tests/support/lives/living.ts';

/** A lamp of the tests: a switch, a child that comes and goes, a guard that says no, a step that nobody asks for. */
const bulbMachine = createMachine({ id: 'bulb', initial: 'cold', states: { cold: { on: { 'bulb.warmed': 'warm' } }, warm: {} } });
const lampMachine = setup({
  types: { context: {} as { readonly times: number }, events: {} as { type: 'lamp.pressed' } | { type: 'lamp.pulled'; by: number } },
  actors: { bulb: bulbMachine },
  guards: { isStrong: (_, { by }: { readonly by: number }) => by > 5 },
}).createMachine({
  id: 'lamp',
  context: { times: 0 },
  initial: 'dark',
  states: {
    dark: { on: { 'lamp.pressed': { target: 'flickering', actions: assign({ times: ({ context }) => context.times + 1 }) } } },
    flickering: { always: 'lit' },
    lit: {
      invoke: { id: 'bulb', src: 'bulb' },
      on: {
        'lamp.pressed': 'dark',
        'lamp.pulled': { guard: { type: 'isStrong', params: ({ event }) => event }, target: 'torn' },
      },
    },
    torn: {},
  },
});

const logicOf = (path: string) => (/^lamp\d?$/u.test(path) ? lampMachine : undefined);
const header = { journal: 1, app: '', build: '', language: 'en', startedAt: 0, machines: {} } as const;
const fileOf = (...told: readonly (readonly [to: string, type: string, more?: object])[]): JournalFile => ({
  header,
  checkpoint: null,
  entries: told.map(([to, type, more], index) => ({ seq: index + 1, at: index * 10, to, event: { type, ...more } })),
  states: [],
});
const seen = (file: JournalFile, count: number) => {
  const snapshot = createJournalSnapshots(logicOf).at(file, count);
  return picturesAt(snapshot, [], new Set()).map(({ key, state, depth, trouble }) => [key, state || (trouble ?? ''), depth]);
};

const VISIT = fileOf(
  ['lamp', 'xstate.init'],
  ['lamp', 'lamp.pressed'],
  ['lamp/bulb', 'xstate.init'],
  ['lamp/bulb', 'bulb.warmed'],
  ['lamp', 'lamp.pulled', { by: 1 }],
  ['lamp', 'lamp.pressed'],
  ['lamp', 'xstate.stop'],
);

describe('a snapshot of a journal', () => {
  it('has those who ran then, each in its state, whichever way one comes to it', () => {
    const snapshots = createJournalSnapshots(logicOf);
    const trees = [7, 0, 5, 3, 6, 4, 2, 1].map((count) => [
      count,
      picturesAt(snapshots.at(VISIT, count), [], new Set()).map(({ key, state }) => `${key} ${state}`),
    ]);
    expect(trees).toEqual([
      [7, []],
      [0, []],
      [5, ['lamp lit', 'lamp/bulb warm']],
      [3, ['lamp lit', 'lamp/bulb cold']],
      [6, ['lamp dark']],
      [4, ['lamp lit', 'lamp/bulb warm']],
      [2, ['lamp lit']],
      [1, ['lamp dark']],
    ]);
  });

  it('says what its last entry did, steps that nobody asked for included', () => {
    const snapshots = createJournalSnapshots(logicOf);
    const takenAt = (count: number) => {
      const { told } = snapshots.at(VISIT, count);
      return told ? [told.before?.value, takenBy(told), told.after?.value] : null;
    };
    expect([0, 1, 2, 5, 6].map(takenAt)).toEqual([
      null,
      [undefined, [], 'dark'],
      ['dark', ['lamp.dark | lamp.pressed | 0', 'lamp.flickering | (always) | 0'], 'lit'],
      ['lit', [], 'lit'],
      ['lit', ['lamp.lit | lamp.pressed | 0'], 'dark'],
    ]);
  });

  it('is where a live application was, at every place of a journal whose beginning was dropped', async () => {
    const journal = createJournal({ now: () => 0, capacity: 80 });
    const lamp = createActor(lampMachine, { id: 'lamp', inspect: journal.inspect }).start();
    const truth = new Map<number, unknown>();
    for (let press = 0; press < 150; press += 1) {
      lamp.send({ type: 'lamp.pressed' });
      truth.set(
        journal.entries().at(-1)?.seq ?? 0,
        livingMachines(lamp).map(([path, { value }]) => [path, value]),
      );
      await Promise.resolve();
    }
    const file = readJournal(journal.export());
    expect(file.checkpoint?.afterSeq).toBeGreaterThan(100);
    const snapshots = createJournalSnapshots(logicOf);
    const folded = file.entries.map((_, index) => snapshots.at(file, index + 1));
    const compared = file.entries.flatMap(({ seq }, index) => {
      const truly = truth.get(seq);
      if (!truly) return [];
      const { actors } = folded[index]!;
      const pictures = picturesAt(folded[index]!, [], new Set());
      expect(pictures.map(({ key }) => [key, actors.get(key)?.snapshot?.value])).toEqual(truly);
      return [seq];
    });
    expect(compared.length).toBeGreaterThan(20);
    expect(timelineEnds(file)).toEqual({ start: file.checkpoint?.afterSeq, end: file.entries.at(-1)?.seq });
  });

  it('goes on with a journal that grows, and begins anew with another one', () => {
    const snapshots = createJournalSnapshots(logicOf);
    const grown = { ...VISIT, entries: VISIT.entries.slice(0, 2) };
    const before = snapshots.at(grown, 2).actors.get('lamp')?.snapshot;
    expect(snapshots.at(VISIT, 2).actors.get('lamp')?.snapshot).toBe(before);
    expect(snapshots.at({ ...VISIT, entries: VISIT.entries.map((entry) => ({ ...entry })) }, 2).actors.get('lamp')?.snapshot).not.toBe(
      before,
    );
  });

  it('leads from an entry to the machine that it was about', () => {
    const actors = picturesAt(createJournalSnapshots(logicOf).at(VISIT, 4), [], new Set());
    expect(nearestMachine(actors, 'lamp/bulb/wire')).toBe('lamp/bulb');
    expect([nearestMachine(actors, 'lamp'), nearestMachine(actors, 'nobody'), nearestMachine(actors, '')]).toEqual(['lamp', '', '']);
  });

  it('names machines that were others then', () => {
    const snapshots = createJournalSnapshots(logicOf);
    const file = { ...VISIT, header: { ...header, machines: { lamp: '00000000', bulb: '00000000', gone: '00000000' } } };
    snapshots.at(file, 7);
    expect([...snapshots.changed(file)]).toEqual(['lamp', 'bulb']);
    expect(picturesAt(snapshots.at(file, 3), [], new Set(['lamp'])).map(({ trouble }) => trouble)).toEqual(['changed', undefined]);
  });
});

describe('a journal that nobody should have written', () => {
  it('shows actors that nobody knows as such, with what they own', () => {
    const file = fileOf(['toaster', 'xstate.init'], ['toaster/slot', 'slot.filled'], ['lamp', 'xstate.init']);
    expect(seen(file, 3)).toEqual([
      ['toaster', 'unknown', 0],
      ['toaster/slot', 'unknown', 1],
      ['lamp', 'dark', 0],
    ]);
    const gone = fileOf(['toaster', 'xstate.init'], ['toaster/slot', 'slot.filled'], ['toaster', 'xstate.stop']);
    expect(seen(gone, 3)).toEqual([]);
  });

  it('ends with an actor what does not fit it, until it begins again', () => {
    const file = fileOf(
      ['lamp', 'lamp.pressed'],
      ['lamp/bulb', 'bulb.warmed'],
      ['lamp2', 'xstate.init'],
      ['lamp', 'lamp.pressed'],
      ['lamp', 'xstate.init'],
    );
    expect(seen(file, 4)).toEqual([
      ['lamp', 'broken', 0],
      ['lamp/bulb', 'unknown', 1],
      ['lamp2', 'dark', 0],
    ]);
    expect(seen(file, 5)).toEqual([
      ['lamp2', 'dark', 0],
      ['lamp', 'dark', 0],
    ]);
  });

  it('does no harm by names of prototypes, by depth, or by a checkpoint that is none', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const text = [
      JSON.stringify({ ...header, machines: {} }),
      '{"checkpoint":{"afterSeq":0,"actors":[{"path":"lamp","status":"active","value":{"nowhere":{"at":"all"}},"context":null,"children":[{"id":"__proto__","src":"__proto__"}]}]}}',
      '{"seq":1,"at":0,"to":"__proto__","event":{"type":"xstate.init","__proto__":{"polluted":true}}}',
      '{"seq":2,"at":0,"to":"lamp/constructor","event":{"type":"hasOwnProperty"}}',
      `{"seq":3,"at":0,"to":"lamp","event":{"type":"lamp.pressed","by":${deep}}}`,
      '{"seq":4,"at":0,"to":"lamp","event":{"type":"xstate.init","input":{"__proto__":{"polluted":true}}}}',
      '{"seq":5,"at":0,"to":"lamp","event":{"type":"lamp.pressed"}}',
    ].join('\n');
    const file = readJournal(text);
    const snapshots = createJournalSnapshots(logicOf);
    for (let count = 0; count <= 5; count += 1) {
      const snapshot = snapshots.at(file, count);
      expect(() => picturesAt(snapshot, snapshot.told ? takenBy(snapshot.told) : [], new Set())).not.toThrow();
    }
    expect(snapshots.at(file, 5).actors.get('lamp')?.snapshot?.value).toBe('lit');
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });

  it('draws neither endless depth nor endless numbers of actors', async () => {
    const path = Array.from({ length: 400 }, () => 'a');
    const deep = path.map((_, index) => [path.slice(0, index + 1).join('/'), 'xstate.init'] as const);
    const wide = Array.from({ length: 5000 }, (_, index) => [`w${index}`, 'xstate.init'] as const);
    const file = fileOf(...deep, ...wide);
    const snapshots = createJournalSnapshots(logicOf);
    let pauses = 0;
    await snapshots.prepare(file, async () => void (pauses += 1));
    expect(pauses).toBe(Math.ceil(5400 / 250));
    expect(picturesAt(snapshots.at(file, 5400), [], new Set()).length).toBeLessThan(1000);
  });
});

function took(deed: () => unknown): number {
  const from = performance.now();
  deed();
  return performance.now() - from;
}

it('the journal comes to any snapshot of a full journal between two frames', () => {
  const told: (readonly [string, string])[] = [['lamp', 'xstate.init']];
  for (let press = 0; told.length < 2000; press += 1) told.push(['lamp', 'lamp.pressed']);
  const file = fileOf(...told);
  const snapshots = createJournalSnapshots(logicOf);
  snapshots.at(file, 2000);
  const times = Array.from({ length: 500 }, (_, index) => took(() => snapshots.at(file, (index * 797) % 2001))).sort((a, b) => a - b);
  // The median: single ones may have met something else on a busy machine.
  expect(times[250]).toBeLessThan(4);
});

const last = ({ entries }: JournalFile): JournalEntry => entries.at(-1) as JournalEntry;
it('the journal knows an empty journal by its ends', () => {
  expect(timelineEnds(fileOf())).toEqual({ start: 0, end: 0 });
  expect(timelineEnds(VISIT)).toEqual({ start: 0, end: last(VISIT).seq });
});
