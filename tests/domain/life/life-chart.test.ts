import { describe, expect, it } from 'vitest';
import { lifeChart, delayEvent, takenIn } from '#domain/life/life-chart';

const taken = (index: number) => ({ type: 'life.taken', params: { index } });

describe('the chart of a life', () => {
  it('has each way as the alternatives that are asked in turn, and tells which was taken', () => {
    const chart = lifeChart({
      chart: {
        id: 'tea',
        initial: 'green',
        states: {
          green: {
            on: {
              dry: 'black',
              taste: { actions: ['note'] },
              roast: [{ target: 'black', guard: 'hot', actions: ['mail', 'note'] }, { guard: 'warm' }],
            },
            after: { season: { target: 'gone', actions: ['note'] } },
            meta: { todo: true },
          },
          black: { after: { year: 'gone' } },
          gone: { type: 'final' },
        },
      },
    });
    expect(chart).toEqual({
      id: 'tea',
      initial: 'green',
      states: {
        green: {
          on: {
            dry: [{ target: 'black', actions: [taken(0)] }],
            taste: [{ actions: [taken(0), { type: 'note' }] }],
            roast: [
              { target: 'black', guard: 'hot', actions: [taken(0), { type: 'mail' }, { type: 'note' }] },
              { guard: 'warm', actions: [taken(1)] },
            ],
            'after.season': [{ target: 'gone', actions: [taken(0), { type: 'note' }] }],
          },
        },
        black: { on: { 'after.year': [{ target: 'gone', actions: [taken(0)] }] } },
        gone: { type: 'final', on: {} },
      },
    });
    expect(Object.hasOwn(chart.states['black']!, 'type')).toBe(false);
    expect(delayEvent('season')).toBe('after.season');
  });

  it('says what a step has taken and what is done beside it', () => {
    expect(takenIn([{ type: 'mail' }, taken(2), { type: 'note' }])).toEqual({ alternative: 2, effects: ['mail', 'note'] });
    expect(takenIn([taken(2)])).toEqual({ alternative: 2, effects: [] });
    expect(takenIn([{ type: 'mail' }])).toBeNull();
    expect(takenIn([])).toBeNull();
    expect(takenIn([{ type: 'life.taken' }])).toEqual({ alternative: Number.NaN, effects: [] });
  });
});
