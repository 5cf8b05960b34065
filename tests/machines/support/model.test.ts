import { describe, expect, it } from 'vitest';
import { SimulatedClock, assign, createActor, fromPromise, setup } from 'xstate';
import { after, deliver, describeModel, done, edgesOf, failed, inertOf, toursOf, untaken, type Model } from './model.ts';
import { declaredTransitions } from './path-coverage.ts';

type OrderEvent = { type: 'order.placed'; cups: number } | { type: 'order.cancelled' };

const orderMachine = setup({
  types: {
    context: {} as { readonly cups: number; readonly tea: string },
    events: {} as OrderEvent,
    input: {} as { readonly tea: string },
  },
  actors: { brew: fromPromise<string>(() => Promise.reject(new Error('not provided'))) },
  delays: { patience: 5000 },
  guards: { isMany: ({ event }) => event.type === 'order.placed' && event.cups > 3 },
}).createMachine({
  id: 'order',
  context: ({ input }) => ({ cups: 0, tea: input.tea }),
  initial: 'open',
  states: {
    open: {
      on: {
        'order.placed': [
          { guard: 'isMany', target: 'refused' },
          { target: 'brewing', actions: assign({ cups: ({ event }) => event.cups }) },
        ],
      },
    },
    brewing: {
      invoke: { id: 'brew', src: 'brew', onDone: 'served', onError: 'refused' },
      after: { patience: 'refused' },
      on: { 'order.cancelled': 'open' },
    },
    refused: {},
    served: { type: 'final' },
  },
});

const model: Model<typeof orderMachine> = {
  machine: orderMachine,
  isUnreported: true,
  inputs: [{ tea: 'oolong' }],
  events: [
    { type: 'order.placed', cups: 1 },
    { type: 'order.placed', cups: 9 },
    { type: 'order.cancelled' },
    done('brew', 'tea'),
    failed('brew', new Error('no water')),
    after('patience', 'order.brewing'),
  ],
};

describeModel(model);

describe('the model harness', () => {
  it('makes one edge per state and possible event', () => {
    expect(edgesOf(model).map((edge) => edge.steps.map((step) => step.event.type).join(' > '))).toEqual([
      'order.placed',
      'order.placed',
      'order.placed > order.cancelled',
      'order.placed > xstate.done.actor.brew',
      'order.placed > xstate.error.actor.brew',
      'order.placed > xstate.after.patience.order.brewing',
      // The cancelled order remembers its cups, so that "open" is a second state with edges of its own.
      'order.placed > order.cancelled > order.placed',
      'order.placed > order.cancelled > order.placed',
    ]);
  });

  it('counts guarded alternatives apart', () => {
    expect(declaredTransitions(orderMachine)).toContain('order.open | order.placed | 1');
  });

  it('names a guarded alternative that no event takes', () => {
    const lacking = { ...model, events: model.events.filter((event) => !('cups' in event && event.cups === 9)) };
    expect(untaken(lacking)).toEqual(['order.open | order.placed | 0']);
  });

  it('names the transition of a state that cannot be reached', () => {
    const orphaned = setup({ types: { events: {} as { type: 'cancelled' } } }).createMachine({
      id: 'orphaned',
      initial: 'open',
      states: { open: {}, orphan: { on: { cancelled: 'open' } } },
    });
    expect(untaken({ machine: orphaned, inputs: [undefined], events: [{ type: 'cancelled' }] })).toEqual([
      'orphaned.orphan | cancelled | 0',
    ]);
  });

  it('fails where a transition is impure', () => {
    let calls = 0;
    const impure = setup({ types: { context: {} as { calls: number }, events: {} as { type: 'asked' } } }).createMachine({
      id: 'impure',
      context: { calls: 0 },
      on: { asked: { actions: assign({ calls: () => (calls += 1) }) } },
    });
    expect(() => untaken({ machine: impure, inputs: [undefined], events: [{ type: 'asked' }], view: () => 0 })).toThrow(/expected/);
  });

  it('fails where an invariant does not hold', () => {
    expect(() => untaken({ ...model, always: (snapshot) => snapshot.context.cups === 0 })).toThrow('not always so: ["brewing"');
  });

  it('gives up, by name, on a machine that is too large', () => {
    expect(() => edgesOf({ ...model, limit: 2 })).toThrow('order: more than 2 states; narrow the view');
  });

  it('puts all edges together to tours whose joints fit', () => {
    const edges = edgesOf(model);
    const tours = toursOf(edges);
    expect(new Set(tours.flat())).toEqual(new Set(edges));
    expect(tours.length).toBeLessThan(edges.length);
    for (const tour of tours) expect(tour.slice(1).map(({ from }) => from)).toEqual(tour.slice(0, -1).map(({ to }) => to));
  });

  it('needs no tour for an edge on the way to another, where ways are looked at', () => {
    const edges = edgesOf(model);
    const tours = toursOf(edges, true);
    const steps = tours.flatMap((tour) => [...tour[0]!.steps.slice(0, -1), ...tour.map((edge) => edge.steps.at(-1)!)]);
    expect(new Set(steps)).toEqual(new Set(edges.map((edge) => edge.steps.at(-1)!)));
    expect(tours.flat().length).toBeLessThan(edges.length);
  });

  it('ends a tour where a state differs from the one found first by what the view leaves out', () => {
    const blind = { ...model, view: () => null };
    const types = edgesOf(blind).flatMap(({ steps, to }) => (to === null ? steps.at(-1)!.event.type : []));
    expect(types).toEqual(['order.cancelled', 'xstate.error.actor.brew', 'xstate.after.patience.order.brewing']);
  });

  it('refuses a delay that is not running', () => {
    const actor = createActor(inertOf(orderMachine), { input: { tea: 'oolong' } }).start();
    expect(() => deliver(actor as never, new SimulatedClock(), after('patience', 'order.brewing'))).toThrow('is not scheduled');
  });
});
