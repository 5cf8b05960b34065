import { describe, expect, it } from 'vitest';
import { assign, createActor, setup, type AnyStateMachine, type Snapshot } from 'xstate';
import { createJournal } from '#actors/observe/journal';
import { eventFrom, eventTypesOf, refusedBy } from '#actors/observe/flow-events';
import { stateText, watchFlows, type FlowActor } from '#actors/observe/flow-watch';
import { disclosureMachine } from '#machines/base/disclosure.machine';
import { activeIdsOf, chartOf } from '#machines/observe/chart-of';
import { createTestWorld, startTestApp } from '#tests/support/app.ts';

type LampEvent =
  | { readonly type: 'lamp.switched' }
  | { readonly type: 'lamp.dimmed'; readonly level: number }
  | { readonly type: 'lamp.broken'; readonly owner: { readonly email: string } };

const lampMachine = setup({
  types: { context: {} as { readonly level: number }, events: {} as LampEvent },
  actors: { bulb: disclosureMachine },
  guards: {
    isBright: ({ context }) => context.level > 0,
    isSafe: (_, { level }: { readonly level: number }) => level.toFixed(0) !== '9',
  },
  actions: { dim: assign({ level: (_, { level }: { readonly level: number }) => level }) },
}).createMachine({
  id: 'lamp',
  context: { level: 0 },
  initial: 'off',
  states: {
    off: {
      on: {
        'lamp.switched': { guard: 'isBright', target: 'on' },
        'lamp.dimmed': { actions: { type: 'dim', params: ({ event }) => event } },
      },
    },
    on: {
      invoke: { id: 'bulb', src: 'bulb' },
      on: {
        'lamp.switched': 'off',
        'lamp.dimmed': { guard: { type: 'isSafe', params: ({ event }) => event }, actions: { type: 'dim', params: ({ event }) => event } },
      },
    },
  },
});

function start(machine: AnyStateMachine = lampMachine, snapshot?: Snapshot<unknown>) {
  const journal = createJournal({ now: () => 0 });
  const frames: (() => void)[] = [];
  const actor = createActor(machine, { id: 'lamp', inspect: journal.inspect, ...(snapshot && { snapshot }) }).start();
  const watch = watchFlows(journal, { onFrame: (run) => void frames.push(run), isOwn: (id) => id === 'flowChart' });
  const stop = watch.start();
  const draw = () => frames.splice(0).forEach((run) => run());
  const actors = () => watch.store.getSnapshot().context.actors;
  return { journal, actor, watch, stop, frames, draw, actors };
}

const told = ({ key, state, depth, notes }: FlowActor) => ({ key, state, depth, ...notes });

describe('the watch', () => {
  it('shows what ran before it began, and each change at the next frame', () => {
    const { actor, draw, actors, frames, watch } = start();
    expect(actors().map(told)).toEqual([
      { key: 'lamp', state: 'off', depth: 0, steps: 0, lastEvent: '', lastEdges: [], moves: 0, refusals: [] },
    ]);
    actor.send({ type: 'lamp.dimmed', level: 2 });
    actor.send({ type: 'lamp.switched' });
    expect(actors()[0]?.state).toBe('off');
    expect(frames.length).toBe(1);
    draw();
    expect(actors().map(told)).toEqual([
      {
        key: 'lamp',
        state: 'on',
        depth: 0,
        steps: 2,
        lastEvent: 'lamp.switched',
        lastEdges: ['lamp.off | lamp.switched | 0'],
        moves: 2,
        refusals: [],
      },
      { key: 'lamp/bulb', state: 'closed', depth: 1, steps: 1, lastEvent: 'xstate.init', lastEdges: [], moves: 0, refusals: [] },
    ]);
    expect(watch.store.getSnapshot().context.latest).toBe('lamp');
    expect(chartOf(lampMachine).edges.map(({ id }) => id)).toContain('lamp.off | lamp.switched | 0');
    actor.send({ type: 'lamp.switched' });
    draw();
    expect(actors().map(({ key, state }) => [key, state])).toEqual([['lamp', 'off']]);
  });

  it('shows an actor that was restored from storage as it was, not as it begins', () => {
    const { actor } = start();
    actor.send({ type: 'lamp.dimmed', level: 2 });
    actor.send({ type: 'lamp.switched' });
    const stored = JSON.parse(JSON.stringify(actor.getPersistedSnapshot())) as Snapshot<unknown>;
    const { actors, journal } = start(lampMachine, stored);
    expect(actors().map(({ key, state }) => [key, state])).toEqual([
      ['lamp', 'on'],
      ['lamp/bulb', 'closed'],
    ]);
    expect([...activeIdsOf(chartOf(lampMachine), actors()[0]?.snapshot.value ?? '')]).toEqual(['lamp', 'lamp.on']);
    expect(journal.roots().map(({ id }) => id)).toEqual(['lamp']);
  });

  it('lists refused events with the guards that refused them, repeated ones once, and without anything personal', () => {
    const { actor, draw, actors } = start();
    actor.send({ type: 'lamp.switched' });
    actor.send({ type: 'lamp.switched' });
    actor.send({ type: 'lamp.broken', owner: { email: 'ada@mail.example' } });
    draw();
    const [unknown, guarded] = actors()[0]?.notes.refusals ?? [];
    expect(guarded).toEqual({
      id: 1,
      type: 'lamp.switched',
      text: JSON.stringify({ type: 'lamp.switched' }, null, 2),
      state: 'off',
      guards: [{ edgeId: 'lamp.off | lamp.switched | 0', guard: 'isBright' }],
      count: 2,
    });
    expect(unknown).toMatchObject({ type: 'lamp.broken', guards: [], count: 1 });
    expect(unknown?.text).not.toContain('ada');
    expect(actors()[0]?.notes.moves).toBe(0);
  });

  it('keeps thirty refusals of an actor', () => {
    const { actor, draw, actors } = start();
    for (let level = 0; level < 40; level++) actor.send({ type: `lamp.unknown${level}` });
    draw();
    expect(actors()[0]?.notes.refusals.length).toBe(30);
    expect(actors()[0]?.notes.refusals[0]?.type).toBe('lamp.unknown39');
  });

  it('numbers widgets of one name, and leaves out its own', () => {
    const { journal, draw, actors, watch } = start();
    const widget = (id: string) => createActor(disclosureMachine, { id, inspect: journal.inspect }).start();
    const first = widget('menu');
    widget('menu');
    widget('flowChart').send({ type: 'disclosure.opened' });
    draw();
    expect(actors().map(({ key }) => key)).toEqual(['lamp', 'menu', 'menu 2']);
    expect(watch.store.getSnapshot().context.latest).toBe('');
    first.stop();
    draw();
    expect(actors().map(({ key }) => key)).toEqual(['lamp', 'menu']);
  });

  it('hears nothing after its end', () => {
    const { actor, draw, frames, stop, actors } = start();
    actor.send({ type: 'lamp.dimmed', level: 2 });
    stop();
    draw();
    actor.send({ type: 'lamp.switched' });
    expect(frames).toEqual([]);
    expect(actors()[0]).toMatchObject({ state: 'off', notes: { steps: 0 } });
  });

  it('finds the machines of the whole application', () => {
    const { journal } = startTestApp(createTestWorld());
    const watch = watchFlows(journal, { onFrame: () => {} });
    const stop = watch.start();
    const keys = watch.store.getSnapshot().context.actors.map(({ key }) => key);
    expect(keys).toEqual(
      expect.arrayContaining(['app', 'app/language', 'app/navigation', 'app/layout', 'app/adminSession', 'app/adminGateway']),
    );
    stop();
  });

  it('writes values as people do', () => {
    expect([stateText('on'), stateText({ on: 'dim' }), stateText({ a: 'x', b: { c: {} } }), stateText({})]).toEqual([
      'on',
      'on.dim',
      'a.x | b.c',
      '',
    ]);
  });
});

const snapshotAt = (...events: readonly LampEvent[]) => {
  const actor = createActor(lampMachine).start();
  events.forEach((event) => actor.send(event));
  return actor.getSnapshot();
};

describe('an event by hand', () => {
  it('is one that the active states know', () => {
    expect(eventTypesOf(snapshotAt())).toEqual(['lamp.dimmed', 'lamp.switched']);
    const stopped = createActor(lampMachine).start().stop().getSnapshot();
    expect(eventTypesOf(stopped)).toEqual([]);
  });

  it('is made of a type and an object in JSON', () => {
    expect(eventFrom(snapshotAt(), 'lamp.dimmed', ' { "level": 3 } ')).toEqual({ event: { type: 'lamp.dimmed', level: 3 } });
    expect(eventFrom(snapshotAt(), 'lamp.dimmed', '')).toEqual({ event: { type: 'lamp.dimmed' } });
    expect(eventFrom(snapshotAt(), 'lamp.dimmed', '{ level')).toEqual({ issue: { kind: 'notJson' } });
    expect(eventFrom(snapshotAt(), 'lamp.dimmed', '[1]')).toEqual({ issue: { kind: 'notObject' } });
    expect(eventFrom(snapshotAt(), 'lamp.dimmed', 'null')).toEqual({ issue: { kind: 'notObject' } });
  });

  it('is refused where the machine refuses it, without anybody being told', () => {
    expect(eventFrom(snapshotAt(), 'lamp.switched', '')).toEqual({ issue: { kind: 'guarded', guards: ['isBright'] } });
    expect(eventFrom(snapshotAt(), 'lamp.broken', '')).toEqual({ issue: { kind: 'notTaken' } });
    const on = snapshotAt({ type: 'lamp.dimmed', level: 1 }, { type: 'lamp.switched' });
    expect(eventFrom(on, 'lamp.dimmed', '{ "level": 9 }')).toEqual({ issue: { kind: 'guarded', guards: ['isSafe'] } });
    expect(eventFrom(on, 'lamp.dimmed', '{}')).toMatchObject({ issue: { kind: 'breaks', message: expect.stringContaining('toFixed') } });
    expect(on.children['bulb']?.getSnapshot()).toMatchObject({ status: 'active' });
  });

  it('knows wildcards', () => {
    const any = setup({ guards: { isNever: () => false } }).createMachine({
      id: 'any',
      on: { 'lamp.*': { guard: 'isNever' }, '*': { guard: 'isNever' } },
    });
    const snapshot = createActor(any).start().getSnapshot();
    expect(eventTypesOf(snapshot)).toEqual([]);
    expect(refusedBy(snapshot, { type: 'lamp.lit' }).map(({ edgeId }) => edgeId)).toEqual(['any | lamp.* | 0', 'any | * | 0']);
    expect(refusedBy(snapshot, { type: 'door.shut' }).length).toBe(1);
  });
});
