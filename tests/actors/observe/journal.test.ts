import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  SimulatedClock,
  assign,
  createActor,
  fromPromise,
  sendTo,
  setup,
  spawnChild,
  stopChild,
  type Actor,
  type AnyMachineSnapshot,
} from 'xstate';
import { actorPath, createJournal, machineHash, type Journal, type JournalOptions } from '#actors/observe/journal';
import { exportJournal } from '#actors/observe/journal-export';
import { replay } from '#tests/support/replay.ts';
import { ReplayError, changedMachines } from '#actors/observe/replay';
import { FailureError, failureOf, type Failure } from '#domain/base/failure';
import { readJournal } from '#domain/observe/journal-file';
import { Secret } from '#domain/base/secret';

/** A kettle of the tests: a child that counts, an invoked promise, a delay, a child that stops and starts under one name. */
const cupMachine = setup({
  types: { context: {} as { readonly sips: number }, events: {} as { type: 'cup.sipped' }, input: {} as { readonly sips: number } },
}).createMachine({
  id: 'cup',
  context: ({ input }) => ({ sips: input.sips }),
  on: { 'cup.sipped': { actions: assign({ sips: ({ context }) => context.sips + 1 }) } },
});

type KettleEvent =
  | { readonly type: 'kettle.filled'; readonly key: Secret }
  | { readonly type: 'kettle.cupTaken' }
  | { readonly type: 'kettle.cupPutBack' }
  | { readonly type: 'kettle.sipped' };

const kettleMachine = setup({
  types: {
    context: {} as {
      readonly key: Secret | null;
      readonly boiled: string | null;
      readonly isCupOut: boolean;
      readonly failure: Failure | null;
    },
    events: {} as KettleEvent,
    children: {} as { cup: 'cup' },
  },
  actors: {
    cup: cupMachine,
    boil: fromPromise<{ readonly tea: string; readonly token: Secret }, { readonly key: Secret }>(async ({ input }) => {
      if (input.key.reveal() === 'wrong') throw new FailureError({ kind: 'timeout' });
      return { tea: 'oolong', token: new Secret('the-token') };
    }),
  },
  delays: { cooling: 5000 },
}).createMachine({
  id: 'kettle',
  context: { key: null, boiled: null, isCupOut: false, failure: null },
  initial: 'cold',
  on: {
    'kettle.cupTaken': {
      actions: [stopChild('cup'), spawnChild('cup', { id: 'cup', input: { sips: 0 } }), assign({ isCupOut: true })],
    },
    'kettle.cupPutBack': { actions: [stopChild('cup'), assign({ isCupOut: false })] },
    'kettle.sipped': { guard: ({ context }) => context.isCupOut, actions: sendTo('cup', { type: 'cup.sipped' }) },
  },
  states: {
    cold: { on: { 'kettle.filled': { target: 'boiling', actions: assign({ key: ({ event }) => event.key }) } } },
    boiling: {
      invoke: {
        id: 'boil',
        src: 'boil',
        input: ({ context }) => ({ key: context.key! }),
        onDone: { target: 'hot', actions: assign({ boiled: ({ event }) => event.output.tea }) },
        onError: { target: 'cold', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    hot: { after: { cooling: 'cold' } },
  },
});

function kettleWith(options: Partial<JournalOptions> = {}) {
  const clock = new SimulatedClock();
  const journal = createJournal({ now: () => 1_000_000 + clock.now(), ...options });
  const kettle = createActor(kettleMachine, { id: 'kettle', clock, inspect: journal.inspect }).start();
  return { clock, journal, kettle };
}

const about = () => ({ app: '1.4.0', build: '9a8ced66', language: 'zh-cn' });
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const stateOf = ({ value, context }: AnyMachineSnapshot) => ({ value, context: plain(context) });
const kettleLogic = (path: string) => (path === 'kettle' ? kettleMachine : undefined);
const fold = (journal: Journal) => replay(journal.entries(), kettleLogic, journal.checkpoint());
const microtasks = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

/** Value and context of the kettle and its cup, folded from the journal and as they are. */
function bothOf(journal: Journal, kettle: Actor<typeof kettleMachine>) {
  const folded = fold(journal);
  const { cup } = kettle.getSnapshot().children;
  return {
    folded: [folded.get('kettle'), cup && folded.get('kettle/cup')].map((snapshot) => snapshot && stateOf(snapshot)),
    live: [kettle.getSnapshot(), cup?.getSnapshot()].map((snapshot) => snapshot && stateOf(snapshot)),
  };
}

describe('the journal', () => {
  it('marks what no actor has told, but came from outside', async () => {
    const { journal, kettle, clock } = kettleWith();
    kettle.send({ type: 'kettle.cupTaken' });
    kettle.send({ type: 'kettle.sipped' });
    kettle.send({ type: 'kettle.filled', key: new Secret('open sesame') });
    await microtasks();
    clock.increment(5000);
    const outer = journal.entries().filter((entry) => entry.outer);
    expect(outer.map(({ to, event }) => [to, event.type])).toEqual([
      ['kettle', 'kettle.cupTaken'],
      ['kettle', 'kettle.sipped'],
      ['kettle', 'kettle.filled'],
    ]);
    expect(journal.entries().map(({ event }) => event.type)).toEqual(
      expect.arrayContaining(['cup.sipped', 'xstate.after.cooling.kettle.hot']),
    );
    expect(
      readJournal(exportJournal(journal))
        .entries.filter((entry) => entry.outer)
        .map(({ seq }) => seq),
    ).toEqual(outer.map(({ seq }) => seq));
  });

  it('says when an actor that nobody owns has ended, and knows what it was', () => {
    const { journal, kettle } = kettleWith();
    expect(journal.logicOf('kettle')).toBe(kettleMachine);
    kettle.stop();
    expect(journal.entries().map(({ to, event }) => [to, event.type])).toEqual([
      ['kettle', 'xstate.init'],
      ['kettle', 'xstate.stop'],
    ]);
    expect(fold(journal).get('kettle')?.status).toBe('stopped');
    expect([journal.logicOf('kettle'), journal.logicOf('kettle/cup')]).toEqual([kettleMachine, undefined]);
  });

  it('writes down what each actor was told, when and where', async () => {
    const { journal, kettle, clock } = kettleWith();
    kettle.send({ type: 'kettle.filled', key: new Secret('open sesame') });
    await microtasks();
    clock.increment(5000);
    expect(journal.entries().map(({ seq, at, to, event }) => [seq, at, to, event.type])).toEqual([
      [1, 0, 'kettle', 'xstate.init'],
      [2, 0, 'kettle', 'kettle.filled'],
      [3, 0, 'kettle/boil', 'xstate.init'],
      [4, 0, 'kettle/boil', 'xstate.promise.resolve'],
      [5, 0, 'kettle', 'xstate.done.actor.boil'],
      [6, 5000, 'kettle', 'xstate.after.cooling.kettle.hot'],
    ]);
  });

  it('knows the text of no secret: not in an event, not in an input, not in an answer', async () => {
    const { journal, kettle } = kettleWith();
    kettle.send({ type: 'kettle.filled', key: new Secret('open sesame') });
    await microtasks();
    const text = journal.export();
    expect(text).not.toContain('open sesame');
    expect(text).not.toContain('the-token');
    expect(text.match(/"\$secret":true/gu)?.length).toBe(4);
    const { folded, live } = bothOf(journal, kettle);
    expect(folded).toEqual(live);
  });

  it('copies at once: later mutation changes nothing', () => {
    const { journal, kettle } = kettleWith();
    const event = { type: 'kettle.sipped' as const, extra: { cups: 1 } };
    kettle.send(event);
    event.extra.cups = 99;
    expect(journal.entries().at(-1)?.event).toEqual({ type: 'kettle.sipped', extra: { cups: 1 } });
  });

  it.each<[string, unknown]>([
    ['a file', new File(['x'], 'x.txt')],
    ['a function', () => 1],
    ['a map', new Map()],
    ['a large number', 1n],
    ['a circle', circle()],
  ])('records %s by the type of its event alone', (_name, value) => {
    const { journal, kettle } = kettleWith();
    kettle.send({ type: 'kettle.sipped', value } as never);
    expect(journal.entries().at(-1)?.event).toEqual({ type: 'kettle.sipped', $unrecordable: true });
  });

  it('begins with a header that names each machine by its fingerprint', () => {
    const { journal, kettle } = kettleWith({ about });
    kettle.send({ type: 'kettle.cupTaken' });
    const { header, checkpoint, entries } = readJournal(journal.export());
    expect(header).toEqual({
      journal: 1,
      ...about(),
      startedAt: 1000,
      machines: { kettle: machineHash(kettleMachine), cup: machineHash(cupMachine) },
    });
    expect([checkpoint, entries]).toEqual([null, journal.entries()]);
  });

  it('leaves out what it is told to skip', () => {
    const { journal, kettle } = kettleWith({ skip: (_to, event) => event.type === 'kettle.sipped' });
    kettle.send({ type: 'kettle.sipped' });
    expect(journal.entries()).toHaveLength(1);
  });

  it('calls an actor by the path through its owners', () => {
    const { kettle } = kettleWith();
    kettle.send({ type: 'kettle.cupTaken' });
    expect(actorPath(kettle.getSnapshot().children.cup!)).toBe('kettle/cup');
  });
});

describe('a replay', () => {
  it('reads a failure as the machine did', async () => {
    const { journal, kettle } = kettleWith();
    kettle.send({ type: 'kettle.filled', key: new Secret('wrong') });
    await microtasks();
    expect(kettle.getSnapshot().context.failure).toEqual({ kind: 'timeout' });
    const { folded, live } = bothOf(journal, kettle);
    expect(folded).toEqual(live);
  });

  it('equals the live state after any walk, with children that stop and start again', async () => {
    const step = fc.constantFrom<(KettleEvent['type'] | 'cool')[]>(
      'kettle.filled',
      'kettle.cupTaken',
      'kettle.cupPutBack',
      'kettle.sipped',
      'cool',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { journal, kettle, clock } = kettleWith();
        for (const one of steps) {
          if (one === 'cool') clock.increment(5000);
          else if (one === 'kettle.filled') kettle.send({ type: one, key: new Secret('k') });
          else kettle.send({ type: one });
          await microtasks();
        }
        const { folded, live } = bothOf(journal, kettle);
        expect(folded).toEqual(live);
        kettle.stop();
      }),
      { numRuns: 60 },
    );
  });

  it('goes on from a checkpoint when the beginning was dropped', async () => {
    const { journal, kettle } = kettleWith({ capacity: 20 });
    kettle.send({ type: 'kettle.cupTaken' });
    for (let sip = 0; sip < 200; sip += 1) {
      kettle.send({ type: 'kettle.sipped' });
      await microtasks();
    }
    expect(journal.entries().length).toBeLessThanOrEqual(22);
    expect(journal.dropped()).toBeGreaterThan(370);
    const { entries, checkpoint } = readJournal(journal.export());
    expect(checkpoint?.afterSeq).toBe(entries[0]!.seq - 1);
    expect(checkpoint?.actors.map((actor) => actor.path)).toEqual(['kettle', 'kettle/cup']);
    const again = replay(entries, kettleLogic, checkpoint);
    expect((again.get('kettle/cup') as AnyMachineSnapshot).context).toEqual({ sips: 200 });
    const { folded, live } = bothOf(journal, kettle);
    expect(folded).toEqual(live);
  });

  it('says so when the journal does not reach back to an actor’s start', () => {
    const { journal, kettle } = kettleWith();
    kettle.send({ type: 'kettle.sipped' });
    const [, ...rest] = journal.entries();
    expect(() => replay(rest, kettleLogic)).toThrow(ReplayError);
    expect(() => replay(rest, kettleLogic)).toThrow("the journal does not reach back to this actor's start");
  });

  it('tells a machine that has changed since', () => {
    const { journal } = kettleWith();
    const { header } = readJournal(journal.export());
    const other = setup({}).createMachine({ id: 'kettle', initial: 'hot', states: { hot: {} } });
    expect(changedMachines(header, [kettleMachine, cupMachine])).toEqual([]);
    expect(changedMachines(header, [other])).toEqual(['kettle']);
  });
});

function circle(): unknown {
  const ring: unknown[] = [];
  ring.push(ring);
  return ring;
}
