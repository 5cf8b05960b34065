import { expect, it } from 'vitest';
import { createActor, createEmptyActor, fromCallback } from 'xstate';
import type { Life } from '#domain/life/life';
import { lifeTrialMachine, selectTrialState, selectSteps, waysOn, type LifeTrialEvent } from '#machines/designer/life-trial.machine';
import { describeModel } from '#tests/machines/support/model.ts';

const life: Life = {
  field: 'status',
  chart: {
    id: 'cups',
    initial: 'draft',
    states: {
      draft: {
        on: {
          publish: [
            { target: 'on', guard: 'cheap', actions: ['stamp'] },
            { target: 'review', guard: 'dear' },
          ],
        },
      },
      review: { on: { publish: 'on', note: { actions: ['stamp'] } } },
      on: { after: { week: 'gone' }, meta: { holds: ['complete'] } },
      gone: { type: 'final' },
    },
  },
  events: { publish: { right: 'edit' }, note: { right: 'edit' } },
  conditions: {
    cheap: { field: 'price', is: 'lt', value: 100 },
    dear: { field: 'price', is: 'egt', value: 100 },
    complete: { field: 'picture', is: 'filled' },
  },
  delays: { week: { seconds: 604_800 } },
  effects: { stamp: { set: 'stampedAt', to: { from: 'now' } } },
};
const withoutReview: Life = {
  ...life,
  chart: { ...life.chart, states: { draft: { on: { publish: 'on' } }, on: life.chart.states['on'] ?? {}, gone: { type: 'final' } } },
};
const torn: Life = { ...life, chart: { ...life.chart, initial: 'nowhere' } };
const going = (by: 'on' | 'after', name: string): LifeTrialEvent => ({ type: 'way.gone', by, name });
const supposing = (name: string, holds: boolean): LifeTrialEvent => ({ type: 'condition.supposed', name, holds });

describeModel({
  machine: lifeTrialMachine,
  inputs: [{ owner: createEmptyActor() }],
  events: [
    { type: 'trial.started' },
    { type: 'trial.restarted' },
    { type: 'trial.ended' },
    going('on', 'publish'),
    going('after', 'week'),
    { type: 'step.takenBack' },
    supposing('cheap', false),
    supposing('cheap', true),
    { type: 'life.changed', life },
    { type: 'life.changed', life: withoutReview },
    { type: 'life.changed', life: torn },
  ],
  view: ({ context: { life: drawn, doubted, steps } }) => [drawn?.chart.initial ?? null, doubted, steps.map(({ to }) => to)],
  always: ({ context: { life: drawn, steps } }) =>
    steps.every(({ from }, index) => from === (steps[index - 1]?.to ?? drawn?.chart.initial)),
});

function start(...events: readonly LifeTrialEvent[]) {
  const trial = createActor(lifeTrialMachine.provide({ actors: { watchLife: fromCallback(() => {}) } }), {
    input: { owner: createEmptyActor() },
  }).start();
  for (const event of [{ type: 'life.changed', life } as const, { type: 'trial.started' } as const, ...events]) trial.send(event);
  return trial;
}

it('a trial goes the first alternative that holds, says what is done beside it, and comes to an end', () => {
  const trial = start(going('on', 'publish'), going('after', 'week'), going('on', 'publish'));
  expect(selectSteps(trial.getSnapshot())).toEqual([
    { by: 'on', name: 'publish', from: 'draft', to: 'on', index: 0, effects: ['stamp'], doubted: [] },
    { by: 'after', name: 'week', from: 'on', to: 'gone', index: 0, effects: [], doubted: [] },
  ]);
  expect([selectTrialState(trial.getSnapshot()), waysOn(trial.getSnapshot())]).toEqual(['gone', []]);
});

it('a trial goes the next alternative where the first is supposed not to hold, and none where none does', () => {
  const trial = start(supposing('cheap', false), going('on', 'publish'), going('on', 'note'));
  expect(selectSteps(trial.getSnapshot()).map(({ to, index, effects }) => [to, index, effects])).toEqual([
    ['review', 1, []],
    ['review', 0, ['stamp']],
  ]);
  trial.send({ type: 'trial.restarted' });
  trial.send(supposing('dear', false));
  expect(waysOn(trial.getSnapshot())).toEqual([{ by: 'on', name: 'publish', outcome: { unmet: ['cheap', 'dear'] } }]);
  expect(trial.getSnapshot().can(going('on', 'publish'))).toBe(false);
});

it('a trial asks for what has to hold where a way leads, and names it', () => {
  const trial = start(supposing('complete', false));
  expect(waysOn(trial.getSnapshot())).toEqual([{ by: 'on', name: 'publish', outcome: { unmet: ['complete'] } }]);
  // What has to hold there is no reason not to leave.
  trial.send(supposing('complete', true));
  trial.send(going('on', 'publish'));
  trial.send(supposing('complete', false));
  expect(trial.getSnapshot().can(going('after', 'week'))).toBe(true);
});

it('a trial stands where it can still have come to when the drawing changes, and ends where that is no life any more', () => {
  const trial = start(supposing('cheap', false), going('on', 'publish'), going('on', 'publish'), going('after', 'week'));
  expect(selectTrialState(trial.getSnapshot())).toBe('gone');
  trial.send({ type: 'life.changed', life: withoutReview });
  expect([selectTrialState(trial.getSnapshot()), selectSteps(trial.getSnapshot())]).toEqual(['draft', []]);
  trial.send({ type: 'life.changed', life: torn });
  expect(selectTrialState(trial.getSnapshot())).toBeNull();
  expect(trial.getSnapshot().can({ type: 'trial.started' })).toBe(false);
});

it('a trial takes steps back one by one, and begins anew with everything supposed to hold', () => {
  const trial = start(going('on', 'publish'), going('after', 'week'), { type: 'step.takenBack' }, supposing('cheap', false));
  expect(selectTrialState(trial.getSnapshot())).toBe('on');
  for (const type of ['trial.ended', 'trial.started'] as const) trial.send({ type });
  expect([selectTrialState(trial.getSnapshot()), trial.getSnapshot().context.doubted]).toEqual(['draft', []]);
});
