import { describe, expect, it } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import { createJournal } from '#actors/observe/journal';
import { exportJournal } from '#actors/observe/journal-export';
import { ReplayError } from '#actors/observe/replay';
import { replayFileOf, foldJournal } from '#actors/observe/replay-file';
import { JournalRefused, readJournal } from '#domain/observe/journal-file';

const cupMachine = setup({ types: { context: {} as { readonly sips: number } } }).createMachine({
  id: 'cup',
  context: { sips: 0 },
  initial: 'full',
  states: {
    full: { on: { 'cup.sipped': { target: 'begun', actions: assign({ sips: ({ context }) => context.sips + 1 }) } } },
    begun: { on: { 'cup.sipped': { actions: assign({ sips: ({ context }) => context.sips + 1 }) } } },
  },
});

/** @param afterHeat where a cold kettle goes that is heated */
const kettleWhere = (afterHeat: 'hot' | 'cold') =>
  setup({ actors: { cup: cupMachine }, types: { context: {} as { readonly owner: string } } }).createMachine({
    id: 'kettle',
    context: { owner: 'nobody' },
    initial: 'cold',
    states: {
      cold: { on: { 'kettle.heated': afterHeat } },
      hot: { on: { 'kettle.cupTaken': 'poured', 'kettle.cooled': 'cold' } },
      poured: { invoke: { id: 'cup', src: 'cup' }, on: { 'kettle.cupPutBack': 'cold' } },
    },
  });

const kettleMachine = kettleWhere('hot');
const kettleLogic = (path: string) => (path === 'kettle' ? kettleMachine : undefined);

function recorded(): string {
  const journal = createJournal({ now: () => 1_764_000_000_000, about: () => ({ app: '1.4.0', build: '9a8ced66', language: 'en' }) });
  const kettle = createActor(kettleMachine, { id: 'kettle', inspect: journal.inspect }).start();
  for (const type of ['kettle.heated', 'kettle.cooled', 'kettle.heated', 'kettle.cupTaken']) kettle.send({ type });
  const { cup } = kettle.getSnapshot().children;
  for (let sip = 0; sip < 3; sip += 1) cup?.send({ type: 'cup.sipped' });
  kettle.send({ type: 'kettle.cupPutBack' });
  kettle.stop();
  return exportJournal(journal);
}

const STATES = [
  {
    path: 'kettle',
    machine: 'kettle',
    status: 'stopped',
    value: 'cold',
    context: { owner: 'nobody' },
    way: ['cold', 'hot', 'cold', 'hot', 'poured', 'cold'],
  },
  { path: 'kettle/cup', machine: 'cup', status: 'active', value: 'begun', context: { sips: 3 }, way: ['full', 'begun'] },
];

describe('a replay file', () => {
  it('is the journal with where it leads every machine, a line for each', () => {
    const journal = recorded();
    const file = replayFileOf(journal, kettleLogic);
    const lines = file.split('\n');
    expect(lines.slice(0, -3)).toEqual(journal.split('\n'));
    expect(lines.slice(-3)).toEqual([JSON.stringify({ state: STATES[0] }), JSON.stringify({ state: STATES[1] }), '']);
    expect(readJournal(file).states).toEqual(STATES);
    expect(foldJournal(readJournal(journal), kettleLogic).states).toEqual(STATES);
  });

  it('is the same when it is written again, and by a changed machine tells of that one', () => {
    const file = replayFileOf(recorded(), kettleLogic);
    expect(replayFileOf(file, kettleLogic)).toBe(file);
    const renewed = readJournal(replayFileOf(file, (path) => (path === 'kettle' ? kettleWhere('cold') : undefined)));
    expect(renewed.states.map(({ path, way }) => [path, way])).toEqual([['kettle', ['cold']]]);
    expect(renewed.header.machines['kettle']).not.toBe(readJournal(file).header.machines['kettle']);
    expect(renewed.header.machines['cup']).toBe(readJournal(file).header.machines['cup']);
  });

  it('of a journal whose beginning was dropped starts from its checkpoint', () => {
    const { header, entries } = readJournal(recorded());
    const actor = { path: 'kettle', status: 'active', value: 'hot', context: { owner: 'somebody' }, children: [] };
    const lines = [header, { checkpoint: { afterSeq: 4, actors: [actor] } }, ...entries.filter(({ seq }) => seq > 4)];
    const file = readJournal(replayFileOf(lines.map((line) => JSON.stringify(line)).join('\n'), kettleLogic));
    expect(file.checkpoint?.actors).toEqual([actor]);
    expect(file.states).toEqual([{ ...STATES[0], context: { owner: 'somebody' }, way: ['hot', 'poured', 'cold'] }, STATES[1]]);
  });

  it('is not made of what is no journal, or does not reach back', () => {
    const [header, , ...rest] = recorded().split('\n');
    expect(() => replayFileOf('{}', kettleLogic)).toThrow(JournalRefused);
    expect(() => replayFileOf([header, ...rest].join('\n'), kettleLogic)).toThrow(ReplayError);
  });
});
