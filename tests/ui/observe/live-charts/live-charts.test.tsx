import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSelector } from '@xstate/react';
import { StrictMode } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { createActor, type AnyStateMachine } from 'xstate';
import { createJournal } from '#actors/observe/journal';
import { stateText, type FlowActor } from '#actors/observe/flow-watch';
import { disclosureMachine } from '#machines/base/disclosure.machine';
import { playbackMachine } from '#machines/terminal/playback.machine';
import type { ChartLayout } from '#machines/observe/chart-layout';
import { activeIdsOf, chartOf } from '#machines/observe/chart-of';
import { inertOf } from '#tests/machines/support/model.ts';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { ActorDetails } from '#ui/observe/live-charts/ActorDetails.tsx';
import { actorRows, stepInTree } from '#ui/observe/live-charts/actor-rows.ts';
import { ActorTree } from '#ui/observe/live-charts/ActorTree.tsx';
import { fitted, goesOn, movedView, readable, zoomed } from '#ui/observe/chart/chart-view.ts';
import { Chart } from '#ui/observe/chart/Chart.tsx';
import { roundedPath } from '#ui/observe/chart/rounded-path.ts';
import { useFlows } from '#ui/observe/live-charts/use-flows.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';

beforeAll(async () => {
  await startMessages('en');
  await loadMessages(['flows']);
});

const chart = chartOf(playbackMachine);
/** Everything at one place: only what is drawn is looked at, not where. */
const layout: ChartLayout = {
  width: 100,
  height: 100,
  boxes: Object.fromEntries(chart.nodes.map(({ id }) => [id, { x: 0, y: 0, width: 50, height: 20 }])),
  lines: chart.edges.flatMap(({ id, targetIds }) =>
    targetIds.map((targetId) => ({
      edgeId: id,
      targetId,
      points: [
        { x: 0, y: 0 },
        { x: 9, y: 9 },
      ],
      label: { x: 1, y: 1, width: 9, height: 9 },
    })),
  ),
};
const drawn = (root: ParentNode, what: string) => [...root.querySelectorAll<SVGElement>(`[data-${what}]`)];

describe('the drawing of a chart', () => {
  it('has every state and every transition once, lit and marked as told', () => {
    const { container } = render(
      <svg>
        <Chart
          chart={chart}
          layout={layout}
          lit={activeIdsOf(chart, 'playing')}
          marked={new Set(['playback.playing | playback.ticked | 0'])}
          tones={{ 'playback.paused': 'poor', 'playback.paused | playback.played | 0': 'good' }}
        />
      </svg>,
    );
    expect(drawn(container, 'state').map(({ dataset }) => dataset['state'])).toEqual(chart.nodes.map(({ id }) => id));
    expect(drawn(container, 'edge').length).toBe(chart.edges.length);
    expect(new Set(drawn(container, 'edge').map(({ dataset }) => dataset['edge']))).toEqual(new Set(chart.edges.map(({ id }) => id)));
    expect(drawn(container, 'lit').map(({ dataset }) => dataset['state'])).toEqual(['playback', 'playback.playing']);
    expect(drawn(container, 'marked').map(({ dataset }) => dataset['edge'])).toEqual(['playback.playing | playback.ticked | 0']);
    expect(drawn(container, 'tone').map(({ dataset }) => dataset['tone'])).toEqual(['poor', 'good']);
    expect(container.textContent).toContain('loadRecording');
    expect(container.textContent).toContain('[isOver]');
    // Signs are drawn: a font need not have them.
    expect(container.querySelectorAll('.tabler-icon-settings')).toHaveLength(chart.nodes.flatMap(({ invokes }) => invokes).length);
    expect(container.textContent).not.toMatch(/\p{Extended_Pictographic}/u);
  });

  it('rounds the corners of its lines', () => {
    expect(roundedPath([])).toBe('');
    expect(
      roundedPath([
        { x: 0, y: 0 },
        { x: 0, y: 20 },
        { x: 4, y: 20 },
      ]),
    ).toBe('M0 0 L0 14 Q0 20 2 20 L4 20');
  });
});

describe('the view of a chart', () => {
  const size = { width: 1000, height: 500 };

  it('shows all of it in the middle, and does not blow small ones up', () => {
    expect(fitted(size, { width: 532, height: 432 })).toEqual({ scale: 0.5, x: 16, y: 91 });
    expect(fitted({ width: 100, height: 100 }, { width: 832, height: 832 })).toMatchObject({ scale: 1.15 });
  });

  it('keeps what is going on in sight where all of it could not be read', () => {
    const room = { width: 400, height: 400 };
    expect(readable(size, room, { x: 0, y: 0, width: 10, height: 10 })).toEqual({ scale: 0.8, x: 16, y: 16 });
    expect(readable(size, room, { x: 990, y: 0, width: 10, height: 10 }).x).toBeCloseTo(400 - 16 - 800);
    expect(readable(size, { width: 1000, height: 900 }, { x: 0, y: 0, width: 10, height: 10 }).scale).toBeCloseTo(0.968);
    expect(goesOn(size, room, fitted(size, room))).toEqual([]);
    expect(goesOn(size, room, { scale: 1, x: -1, y: 10 })).toEqual(['left', 'right', 'bottom']);
    expect(goesOn(size, { width: 2000, height: 900 }, { scale: 1, x: 0, y: -1 })).toEqual(['top']);
  });

  it('zooms around the pointer and moves', () => {
    const view = zoomed({ scale: 1, x: 10, y: 20 }, 2, { x: 110, y: 120 });
    expect(view).toEqual({ scale: 2, x: -90, y: -80 });
    expect(zoomed(view, 100, { x: 0, y: 0 }).scale).toBe(4);
    expect(movedView(view, { x: 5, y: -5 })).toEqual({ scale: 2, x: -85, y: -85 });
  });
});

const actorAt = (key: string, parentKey: string | null, state = ''): FlowActor =>
  ({
    key,
    id: key.split('/').at(-1),
    parentKey,
    depth: key.split('/').length - 1,
    machine: null,
    state,
    notes: { moves: 0, refusals: [] },
  }) as unknown as FlowActor;
const family = [
  actorAt('app', null),
  actorAt('app/shell', 'app'),
  actorAt('app/shell/tabs', 'app/shell', 'ready'),
  actorAt('app/gate', 'app'),
  actorAt('menu', null),
];
const keysOf = (...args: Parameters<typeof actorRows>) => actorRows(...args).map(({ actor }) => actor.key);

describe('the lines of the tree', () => {
  it('leave out what is below a closed owner', () => {
    expect(keysOf(family, '', ['app/shell'])).toEqual(['app', 'app/shell', 'app/gate', 'menu']);
    expect(keysOf(family, '', ['app'])).toEqual(['app', 'menu']);
  });

  it('are those that match, by name or state, with their owners', () => {
    expect(keysOf(family, ' READY ', ['app'])).toEqual(['app', 'app/shell', 'app/shell/tabs']);
    expect(keysOf(family, 'menu', [])).toEqual(['menu']);
    expect(keysOf(family, 'nobody', [])).toEqual([]);
  });

  it('tell places among siblings, and who owns somebody', () => {
    expect(actorRows(family, '', ['app/shell']).map(({ isOpen, position, count }) => [isOpen, position, count])).toEqual([
      [true, 1, 2],
      [false, 1, 2],
      [null, 2, 2],
      [null, 2, 2],
    ]);
  });

  it('are walked with the keys of a tree', () => {
    const rows = actorRows(family, '', ['app/shell']);
    const step = (key: string, pressed: string) => stepInTree(rows, key, pressed);
    expect(step('app', 'ArrowDown')).toEqual({ to: 'app/shell' });
    expect(step('app', 'ArrowUp')).toBeNull();
    expect(step('app', 'ArrowRight')).toEqual({ to: 'app/shell' });
    expect(step('app/shell', 'ArrowRight')).toEqual({ toggled: 'app/shell' });
    expect(step('app', 'ArrowLeft')).toEqual({ toggled: 'app' });
    expect(step('app/gate', 'ArrowLeft')).toEqual({ to: 'app' });
    expect(step('app/gate', 'ArrowRight')).toBeNull();
    expect([step('app', 'End'), step('menu', 'Home'), step('app', 'x'), step('gone', 'ArrowDown')]).toEqual([
      { to: 'menu' },
      { to: 'app' },
      null,
      null,
    ]);
  });
});

/** A film that runs, with a view of it. */
function startFilm() {
  const journal = createJournal({ now: () => 0 });
  const film = createActor(inertOf(playbackMachine), { id: 'playback', input: { runUuid: 'run-1' }, inspect: journal.inspect }).start();
  film.send({ type: 'xstate.done.actor.loadRecording', actorId: 'loadRecording', output: { durationMs: 9000, isTimed: true } } as never);
  return { journal, film };
}

const lines = () => within(screen.getByRole('tree')).getAllByRole('treeitem');
function Tree() {
  const { watch, store } = useFlows();
  return <ActorTree {...useSelector(watch, ({ context }) => context)} store={store} />;
}

describe('the tree of actors', () => {
  it('lists who runs and follows what is chosen with the keys', async () => {
    const { journal, film } = startFilm();
    render(
      <AppHandleContext value={{ journal } as unknown as AppHandle}>
        <Tree />
      </AppHandleContext>,
    );
    const user = userEvent.setup({ delay: null });
    expect(lines().map(({ textContent }) => textContent)).toEqual(['playbackplaying', 'tick']);
    await user.tab();
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(lines()[0]);
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(lines()[1]);
    expect(lines()[1]?.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(lines().map(({ textContent }) => textContent)).toEqual(['playbackplaying']);
    await user.type(screen.getByRole('searchbox'), 'tick');
    expect(lines().length).toBe(2);
    await act(async () => {
      film.send({ type: 'playback.paused' });
      await new Promise((drawnNext) => requestAnimationFrame(drawnNext));
    });
    expect(screen.getByText('No actor matches')).toBeTruthy();
  });
});

const detailsOf = (ref: ReturnType<typeof startFilm>['film']) => {
  const snapshot = ref.getSnapshot();
  const actor = {
    key: 'playback',
    id: 'playback',
    machine: playbackMachine as AnyStateMachine,
    state: stateText(snapshot.value),
    snapshot,
    ref,
    notes: {
      lastEvent: 'playback.played',
      refusals: [
        { id: 2, type: 'playback.paused', text: '{}', state: 'loading', guards: [{ edgeId: 'x', guard: 'isOver' }], count: 3 },
        { id: 1, type: 'playback.lost', text: '{}', state: 'loading', guards: [], count: 1 },
      ],
    },
  } as unknown as FlowActor;
  return <ActorDetails actor={actor} />;
};

const Widget = () => <>{useLeafActor(disclosureMachine, { id: 'menu' }).id}</>;

describe.each([
  ['twice, as strict mode does', true],
  ['once', false],
])('a widget that React mounts %s', (_, isStrict) => {
  it('is one actor while it stands, and none afterwards', () => {
    const journal = createJournal({ now: () => 0 });
    const page = (
      <AppHandleContext value={{ journal } as unknown as AppHandle}>
        <Widget />
      </AppHandleContext>
    );
    const { unmount } = render(isStrict ? <StrictMode>{page}</StrictMode> : page);
    expect(journal.roots().map(({ id }) => id)).toEqual(['menu']);
    unmount();
    expect(journal.roots()).toEqual([]);
  });
});

describe('the details of an actor', () => {
  it('says what it holds and what was refused, and why', () => {
    render(detailsOf(startFilm().film));
    expect(screen.getByText('playing')).toBeTruthy();
    expect(screen.getByText('9000')).toBeTruthy();
    expect(screen.getByText('3 times')).toBeTruthy();
    expect(screen.getByText(/Guard isOver said no · in loading/u)).toBeTruthy();
    expect(screen.getByText(/The state does not take this event/u)).toBeTruthy();
  });

  it('sends an event that the state takes, and says at the field what is wrong with others', async () => {
    const { film } = startFilm();
    render(detailsOf(film));
    const user = userEvent.setup({ delay: null });
    const choice = screen.getByRole('combobox');
    expect([...choice.querySelectorAll('option')].map(({ value }) => value)).toEqual([
      'playback.paused',
      'playback.sought',
      'playback.speedChosen',
      'playback.ticked',
    ]);
    const field = screen.getByRole('textbox');
    await user.selectOptions(choice, 'playback.sought');
    await user.type(field, '{{"positionMs": 40');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByRole('alert').textContent).toBe('This is not JSON.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(film.getSnapshot().context.positionMs).toBe(0);
    await user.type(field, '00}');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(film.getSnapshot().context.positionMs).toBe(4000);
    expect(screen.getByText('playback.sought was sent')).toBeTruthy();
  });
});
