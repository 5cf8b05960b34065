import { expect, it } from 'vitest';
import { createActor, createEmptyActor, fromCallback, fromPromise } from 'xstate';
import { lifeCanvasMachine, selectFrom, selectStateOver, selectPart, type LifeCanvasEvent } from '#machines/designer/life-canvas.machine';
import type { ChartLayout } from '#machines/observe/chart-layout';
import type { DrawnChart } from '#machines/observe/chart-of';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';

const chart = (id: string): DrawnChart => ({ id, nodes: [], edges: [] });
const layout = (width: number): ChartLayout => ({ width, height: 1, boxes: {}, lines: [] });
const begun = (by: 'pointer' | 'keyboard'): LifeCanvasEvent => ({ type: 'arrow.begun', from: 'draft', by, states: ['draft', 'on'] });

describeModel({
  machine: lifeCanvasMachine,
  inputs: [{ owner: createEmptyActor() }],
  events: [
    { type: 'part.chosen', part: { state: 'draft' } },
    { type: 'part.chosen', part: null },
    begun('pointer'),
    begun('keyboard'),
    { type: 'arrow.movedTo', state: 'on' },
    { type: 'arrow.movedTo', state: 'gone' },
    { type: 'arrow.movedBy', states: 1 },
    { type: 'arrow.dropped', event: 'publish' },
    { type: 'arrow.cancelled' },
    { type: 'chart.changed', chart: chart('a') },
    after('typingPause', 'lifeCanvas.places.typed'),
    done('arrange', layout(1)),
    failed('arrange', new Error('no worker')),
  ],
  view: ({ context: { part, from, over, layout: places } }) => [part, from, over, places?.width ?? null],
  always: (snapshot) => (snapshot.matches({ hand: 'resting' }) ? snapshot.context.over === null : selectFrom(snapshot) === 'draft'),
});

const start = () => {
  const owner = recorder();
  const machine = lifeCanvasMachine.provide({ actors: { watchLife: fromCallback(() => {}), arrange: fromPromise(async () => layout(7)) } });
  return { owner, canvas: createActor(machine, { input: { owner: owner.ref } }).start() };
};

it('the drawing of a life tells its owner the arrow that was put down over a state, and nothing of one that was let go beside all', () => {
  const { owner, canvas } = start();
  canvas.send(begun('pointer'));
  canvas.send({ type: 'arrow.movedTo', state: 'on' });
  expect([selectFrom(canvas.getSnapshot()), selectStateOver(canvas.getSnapshot())]).toEqual(['draft', 'on']);
  canvas.send({ type: 'arrow.dropped', event: 'publish' });
  canvas.send(begun('pointer'));
  canvas.send({ type: 'arrow.movedTo', state: null });
  canvas.send({ type: 'arrow.dropped', event: 'gone' });
  expect(owner.heard).toEqual([{ type: 'arrow.drawn', from: 'draft', to: 'on', event: 'publish' }]);
  expect(selectPart(canvas.getSnapshot())).toBeNull();
});

it('the drawing of a life goes through the states by the keyboard, round and round, and draws what stays from a state to itself', () => {
  const { owner, canvas } = start();
  canvas.send(begun('keyboard'));
  canvas.send({ type: 'arrow.movedBy', states: -1 });
  expect(selectStateOver(canvas.getSnapshot())).toBe('on');
  canvas.send({ type: 'arrow.movedBy', states: 1 });
  canvas.send({ type: 'arrow.dropped', event: 'touch' });
  expect(owner.heard).toEqual([{ type: 'arrow.drawn', from: 'draft', to: null, event: 'touch' }]);
});
