import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  StateMachine,
  and,
  createActor,
  createMachine,
  not,
  setup,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type StateValue,
} from 'xstate';
import { playbackMachine } from '#machines/terminal/playback.machine';
import { sessionMachine } from '#machines/session/session.machine';
import { activeIdsOf, chartOf, type DrawnChart } from '#machines/observe/chart-of';
import { FailureError } from '#domain/base/failure';
import { EMPTY_SITE_CONFIG } from '#domain/app/site-config';
import { appMachine } from '#machines/app/app.machine';
import { DEFAULT_LAYOUT } from '#domain/app/layout';
import { done, failed, inertOf } from '#tests/machines/support/model.ts';

const files = import.meta.glob<Readonly<Record<string, unknown>>>('/src/machines/**/*.machine.ts', { eager: true });
const MACHINES: readonly (readonly [string, AnyStateMachine])[] = Object.values(files)
  .flatMap((exported) => Object.values(exported))
  .filter((one): one is AnyStateMachine => one instanceof StateMachine)
  .map((machine) => [machine.id, machine] as const);

interface Written {
  readonly states?: Readonly<Record<string, Written>>;
  readonly on?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly always?: unknown;
  readonly onDone?: unknown;
  readonly invoke?: unknown;
}

/** How many states and transitions somebody has written down, counted without the library. */
function countWritten(state: Written): { readonly states: number; readonly transitions: number } {
  const invokes = ([state.invoke ?? []] as unknown[]).flat() as readonly Readonly<Record<string, unknown>>[];
  const lists = [
    ...Object.values(state.on ?? {}),
    ...Object.values(state.after ?? {}),
    ...[state.always, state.onDone, ...invokes.flatMap(({ onDone, onError, onSnapshot }) => [onDone, onError, onSnapshot])].filter(
      (one) => one !== undefined,
    ),
  ];
  const inner = Object.values(state.states ?? {}).map(countWritten);
  return {
    states: inner.reduce((sum, { states }) => sum + states, 1),
    transitions: inner.reduce((sum, { transitions }) => sum + transitions, lists.flat().length),
  };
}

/** Numbers that look random and are the same each time. */
function* dice(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const pick = <T>(list: readonly T[], rolls: Generator<number, never>): T => list[Math.floor(rolls.next().value * list.length)] as T;

/** Any value that a machine of this shape can have. */
function anyValue(machine: AnyStateMachine, rolls: Generator<number, never>, state = machine.root): StateValue {
  const children = Object.values(state.states).filter(({ type }) => type !== 'history');
  const chosen = state.type === 'compound' ? [pick(children, rolls)] : children;
  return Object.fromEntries(chosen.map((child) => [child.key, anyValue(machine, rolls, child)]));
}

const litNow = (chart: DrawnChart, snapshot: AnyMachineSnapshot) => [...activeIdsOf(chart, snapshot.value)].sort();
const activeNow = ({ _nodes }: AnyMachineSnapshot) => _nodes.map(({ id }) => id).sort();

describe('the chart of every machine', () => {
  it('finds a machine in each file', () => {
    const named = readdirSync('src/machines', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.machine.ts'));
    expect(MACHINES.length).toBeGreaterThanOrEqual(named.length);
  });

  it.each(MACHINES)('%s has as many states and transitions as are written down', (_, machine) => {
    const { nodes, edges } = chartOf(machine);
    expect({ states: nodes.length, transitions: edges.length }).toEqual(countWritten(machine.config as Written));
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
    expect(new Set(edges.map(({ id }) => id)).size).toBe(edges.length);
    const known = new Set(nodes.map(({ id }) => id));
    expect(edges.flatMap(({ sourceId, targetIds }) => [sourceId, ...targetIds]).filter((id) => !known.has(id))).toEqual([]);
  });

  it.each(MACHINES)('%s is lit where it is, whatever its value', (_, machine) => {
    const chart = chartOf(machine);
    const rolls = dice(7);
    for (let round = 0; round < 40; round++) {
      const value = anyValue(machine, rolls);
      const snapshot = machine.resolveState({ value, context: {} }) as AnyMachineSnapshot;
      expect(litNow(chart, snapshot)).toEqual(activeNow(snapshot));
    }
  });

  it.each(MACHINES)('%s is the same with its effects bound', (_, machine) => {
    expect(chartOf(inertOf(machine))).toEqual(chartOf(machine));
  });
});

describe('a chart', () => {
  const machine = setup({
    types: { events: {} as { readonly type: 'told' } | { readonly type: 'asked' } },
    guards: { isTrue: () => true, isLate: () => false },
    actions: { note: () => {} },
    delays: { pause: 10 },
  }).createMachine({
    id: 'play',
    type: 'parallel',
    states: {
      one: {
        initial: 'first',
        states: {
          first: {
            tags: 'busy',
            entry: 'note',
            on: {
              told: [{ guard: and(['isTrue', not('isLate')]), target: 'last' }, { actions: 'note' }],
              '*': {},
            },
            after: { pause: 'last', 250: { guard: 'isLate', target: 'last' } },
          },
          last: { type: 'final' },
          before: { type: 'history' },
        },
        onDone: { actions: 'note' },
      },
      two: { always: { guard: 'isLate', actions: 'note' } },
    },
  });

  it('names states, what starts them and what they wait for', () => {
    const { nodes, edges } = chartOf(machine);
    expect(nodes.map(({ id, parentId, kind, isInitial }) => ({ id, parentId, kind, isInitial }))).toEqual([
      { id: 'play', parentId: null, kind: 'parallel', isInitial: false },
      { id: 'play.one', parentId: 'play', kind: 'compound', isInitial: false },
      { id: 'play.one.first', parentId: 'play.one', kind: 'atomic', isInitial: true },
      { id: 'play.one.last', parentId: 'play.one', kind: 'final', isInitial: false },
      { id: 'play.one.before', parentId: 'play.one', kind: 'history', isInitial: false },
      { id: 'play.two', parentId: 'play', kind: 'atomic', isInitial: false },
    ]);
    expect(nodes[2]).toMatchObject({ tags: ['busy'], entry: ['note'], exit: [], invokes: [] });
    expect(edges.map(({ trigger, guard, targetIds, actions }) => ({ ...trigger, guard, targetIds, actions }))).toEqual([
      { kind: 'stateDone', name: '', guard: null, targetIds: [], actions: ['note'] },
      { kind: 'event', name: 'told', guard: 'and(isTrue, not(isLate))', targetIds: ['play.one.last'], actions: [] },
      { kind: 'event', name: 'told', guard: null, targetIds: [], actions: ['note'] },
      { kind: 'any', name: '', guard: null, targetIds: [], actions: [] },
      { kind: 'after', name: '250', guard: 'isLate', targetIds: ['play.one.last'], actions: [] },
      { kind: 'after', name: 'pause', guard: null, targetIds: ['play.one.last'], actions: [] },
      { kind: 'always', name: '', guard: 'isLate', targetIds: [], actions: ['note'] },
    ]);
  });

  it('names what a state invokes, and its ends', () => {
    const { nodes, edges } = chartOf(playbackMachine);
    expect(nodes.find(({ key }) => key === 'loading')?.invokes).toEqual([{ id: 'loadRecording', logic: 'loadRecording' }]);
    expect(
      edges.filter(({ sourceId }) => sourceId === 'playback.loading').map(({ trigger, targetIds }) => ({ ...trigger, targetIds })),
    ).toEqual([
      { kind: 'actorDone', name: 'loadRecording', targetIds: ['playback.playing'] },
      { kind: 'actorFailed', name: 'loadRecording', targetIds: ['playback.missing'] },
    ]);
  });

  it('of a machine with one state is that state', () => {
    expect(chartOf(createMachine({ id: 'alone' }))).toMatchObject({ nodes: [{ id: 'alone', kind: 'atomic', parentId: null }], edges: [] });
  });
});

describe('two hundred events', () => {
  const PERSON = { id: 1 } as never;
  const cases = [
    [
      inertOf(sessionMachine),
      { area: 'admin', person: null, tokens: null },
      [
        { type: 'session.signInRequested', username: 'ada', password: null, keep: false },
        done('readLogin', { captcha: true }),
        done('readLogin', { captcha: false }),
        { type: 'captcha.passed', id: 'x', info: 'y' },
        done('signIn', { person: PERSON, tokens: null }),
        failed('signIn', new FailureError({ kind: 'timeout' })),
        { type: 'session.signOutRequested' },
        failed('signOut', new FailureError({ kind: 'timeout' })),
        done('signOut'),
        { type: 'session.signOutDismissed' },
        { type: 'session.ended' },
      ],
    ],
    [
      inertOf(playbackMachine),
      { runUuid: 'run-00000001' },
      [
        done('loadRecording', { durationMs: 3200, isTimed: true }),
        { type: 'playback.played' },
        { type: 'playback.paused' },
        { type: 'playback.ticked', elapsedMs: 900 },
        { type: 'playback.sought', positionMs: 100 },
      ],
    ],
    [
      inertOf(appMachine),
      {
        href: '/',
        language: 'zh-cn',
        layout: { config: DEFAULT_LAYOUT, isSystemDark: false },
        adminSession: { area: 'admin', person: null, tokens: null },
        site: EMPTY_SITE_CONFIG,
      },
      [
        { type: 'adminSession.signedIn' },
        { type: 'adminSession.signedOut' },
        { type: 'navigation.settled', route: { path: '/admin', search: '', page: 'adminLoading', area: 'admin', target: null } },
        { type: 'navigation.settled', route: { path: '/', search: '', page: 'home', area: null, target: null } },
        done('loadSite', EMPTY_SITE_CONFIG),
      ],
    ],
  ] as const;

  it.each(cases.map(([machine, input, events]) => [machine.id, machine, input, events] as const))(
    'leave the chart of %s lit where its actor is',
    (_, machine, input, events) => {
      const chart = chartOf(machine);
      const rolls = dice(41);
      const actor = createActor(machine as AnyStateMachine, { input }).start();
      const seen = new Set<string>();
      for (let sent = 0; sent < 200;) {
        const before = actor.getSnapshot() as AnyMachineSnapshot;
        const event = pick(events as readonly { readonly type: string; readonly actorId?: string }[], rolls);
        if (event.actorId !== undefined && !before.children[event.actorId]) continue;
        actor.send(event);
        sent += 1;
        const now = actor.getSnapshot() as AnyMachineSnapshot;
        expect(litNow(chart, now)).toEqual(activeNow(now));
        expect(now.status).toBe('active');
        seen.add(JSON.stringify(now.value));
      }
      expect(seen.size).toBeGreaterThan(2);
      actor.stop();
    },
  );
});
