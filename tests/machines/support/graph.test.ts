import { describe, expect, it } from 'vitest';
import { assign, fromPromise, setup, type AnyStateMachine } from 'xstate';
import { graphText } from './graph.ts';
import { done, explore, type Model } from './model.ts';

interface Faults {
  readonly delayMs?: number;
  readonly target?: 'brewing' | 'idle';
  readonly most?: number;
  readonly step?: number;
  readonly tea?: string;
}

/** A kettle that brews at most two cups, and how it would be with one fault. */
function kettle({ delayMs = 500, target = 'brewing', most = 2, step = 1, tea = 'oolong' }: Faults = {}): Model<AnyStateMachine> {
  const machine = setup({
    types: { context: {} as { readonly cups: number }, events: {} as { type: 'kettle.filled' } | { type: 'kettle.emptied' } },
    actors: { brew: fromPromise<string, { readonly tea: string }>(async () => '') },
    delays: { patience: delayMs },
    guards: { hasRoom: ({ context }) => context.cups < most },
    actions: { fill: assign({ cups: ({ context }) => context.cups + step }), pour: () => {} },
  }).createMachine({
    id: 'kettle',
    context: { cups: 0 },
    initial: 'idle',
    states: {
      idle: { on: { 'kettle.filled': { guard: 'hasRoom', target, actions: 'fill' } } },
      brewing: {
        tags: 'busy',
        invoke: { id: 'brew', src: 'brew', input: { tea }, onDone: { target: 'idle', actions: { type: 'pour', params: { cups: 1 } } } },
        after: { patience: 'idle' },
      },
    },
  });
  return { machine, inputs: [undefined], events: [{ type: 'kettle.filled' }, done('brew', 'tea')], isUnreported: true };
}

const textOf = (faults?: Faults): string => {
  const { refusals, ...found } = explore(kettle(faults));
  return graphText({ machine: 'kettle', refusals, ...found });
};

const EFFECTS = [
  'xstate.raise {"event":{"type":"xstate.after.patience.kettle.brewing"},"id":"xstate.after.patience.kettle.brewing","delay":500}',
  'xstate.spawnChild {"id":"brew","src":"brew","input":{"tea":"oolong"}}',
];

/** What is written of how many cups there are, with a kettle that brews so many. */
const cupsSelected = (most: number) => {
  const graph = graphText({
    machine: 'kettle',
    ...explore(kettle({ most })),
    selectors: { selectCups: ({ context }) => (context as { readonly cups: number }).cups },
  });
  return (JSON.parse(graph) as { readonly selected: Readonly<Record<string, Readonly<Record<string, string>>>> }).selected['selectCups']!;
};

describe('the graph of a machine as a file', () => {
  it('says what its selectors say in which states, and leaves out those that only answer with a function', () => {
    const graph = graphText({
      machine: 'kettle',
      ...explore(kettle()),
      selectors: {
        selectIsBusy: (snapshot) => snapshot.hasTag('busy'),
        selectCups: ({ context }) => (context as { readonly cups: number }).cups,
        selectCup: () => () => 1,
      },
    });
    expect((JSON.parse(graph) as { readonly selected: unknown }).selected).toEqual({
      selectCups: { '0': 'idle', '1': 'brewing | idle', '2': 'brewing | idle' },
      selectIsBusy: { false: 'idle', true: 'brewing' },
    });
  });

  it('tells of the values of a selector beyond the eighth by their number and a digest', () => {
    expect(Object.keys(cupsSelected(9))).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '… 2 more']);
    expect(Object.keys(cupsSelected(10)).at(-1)).toBe('… 3 more');
    expect(cupsSelected(9)['… 2 more']).not.toBe(cupsSelected(10)['… 3 more']);
  });

  it('says what each transition moves, changes and asks for, what is tagged and what is refused', () => {
    expect(JSON.parse(textOf())).toEqual({
      machine: 'kettle',
      starts: [{ input: 'undefined', state: 'idle', context: { cups: '0' } }],
      edges: [
        {
          by: 'kettle.brewing | xstate.done.actor.brew | 0',
          event: 'xstate.done.actor.brew {"actorId":"brew","output":"tea"}',
          moves: 'brewing → idle',
          effects: [
            'xstate.cancel {"sendId":"xstate.after.patience.kettle.brewing"}',
            'xstate.stopChild "(actor brew)"',
            'pour {"cups":1}',
          ],
          states: 2,
        },
        {
          by: 'kettle.idle | kettle.filled | 0',
          event: 'kettle.filled',
          moves: 'idle → brewing',
          changes: { cups: '0 → 1' },
          effects: EFFECTS,
          states: 1,
        },
        {
          by: 'kettle.idle | kettle.filled | 0',
          event: 'kettle.filled',
          moves: 'idle → brewing',
          changes: { cups: '1 → 2' },
          effects: EFFECTS,
          states: 1,
        },
      ],
      tags: { brewing: 'busy' },
      refused: { 'kettle.filled': ['idle'] },
    });
  });

  it.each<[string, Faults]>([
    ['a delay', { delayMs: 5000 }],
    ['a target', { target: 'idle' }],
    ['a guard', { most: 3 }],
    ['an action', { step: 2 }],
    ['the input of what is invoked', { tea: 'green' }],
  ])('differs where %s is another', (_, fault) => {
    expect(textOf(fault)).not.toBe(textOf());
  });
});
