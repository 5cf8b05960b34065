import { setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { machineHash } from '#actors/observe/journal';
import { doorMachine } from '#tests/support/door-machine.ts';
import { PathRecord, type WalkedPaths } from '#tests/machines/support/path-coverage.ts';
import { describeModel, edgesOf, walk, type Model } from '#tests/machines/support/model.ts';
import { pathReport, reportText, summary } from '../../scripts/paths/path-report.ts';

const whole: Model<typeof doorMachine> = {
  machine: doorMachine,
  isUnreported: true,
  inputs: [undefined],
  events: [{ type: 'pushed', force: 9 }, { type: 'pulled' }],
};

function walkedBy(model: Model<typeof doorMachine>): WalkedPaths {
  const record = new PathRecord('door');
  for (const edge of edgesOf(model)) walk(model, edge, record);
  return record.walked('model', 'door');
}

const files = [{ path: 'src/machines/door.machine.ts', machine: doorMachine }];

describe('the report of paths', () => {
  it('misses a state that cannot be reached, and its transition, by name', () => {
    expect(pathReport(files, [walkedBy(whole)]).missing).toEqual([
      'door: door.bricked (way: none: the state cannot be reached)',
      'door: door.bricked | pulled | 0 (way: none: the state cannot be reached)',
    ]);
  });

  it('misses what a test no longer walks, with the shortest way to it', () => {
    const fewer = walkedBy({ ...whole, events: [{ type: 'pushed', force: 9 }] });
    expect(pathReport(files, [fewer]).missing).toContain('door: door.open | pulled | 0 (way: pushed [isStrong] > pulled)');
  });

  it('names the way that a model has walked to a transition, and who else has walked it', () => {
    const model = walkedBy(whole);
    const [door] = pathReport(files, [model, { ...model, source: 'view', transition: ['door.shut | pushed | 0'] }]).machines;
    expect(door?.transition).toEqual([
      { key: 'door.shut | pushed | 0', sources: ['model', 'view'], way: ['pushed {"force":9}'], walk: 1 },
      { key: 'door.open | pulled | 0', sources: ['model'], way: ['pushed {"force":9}', 'pulled'], walk: 2 },
      { key: 'door.bricked | pulled | 0', sources: [], way: null, walk: null },
    ]);
    expect(door?.state[0]).toEqual({ key: 'door', sources: ['model', 'view'], way: [], walk: 0 });
    expect(door?.walks).toEqual([
      { input: null, events: [] },
      { input: null, events: [{ type: 'pushed', force: 9 }] },
      { input: null, events: [{ type: 'pushed', force: 9 }, { type: 'pulled' }] },
    ]);
    expect(door?.hash).toBe(machineHash(doorMachine));
  });

  it('tells the decisions of a guard apart', () => {
    const [door] = pathReport(files, [walkedBy(whole)]).machines;
    expect(door?.guard.map(({ key, sources }) => [key, ...sources])).toEqual([
      ['door.shut | pushed | 0 | yes', 'model'],
      ['door.shut | pushed | 0 | no'],
    ]);
  });

  it('is a line, and a page', () => {
    const report = pathReport(files, [walkedBy(whole)]);
    expect(summary(report)).toMatch(/^paths of 1 machines: states 3\/4 model, 0\/4 view, .*transitions 2\/3 model/u);
    expect(reportText(report)).toContain('- door: guard `door.shut | pushed | 0 | no`, by: pushed [isStrong]');
  });
});

// A push that is too weak is refused: the model's own test of refusals walks the guard's other decision.
describeModel({
  machine: setup({
    types: { events: {} as { type: 'pushed'; force: number } },
    guards: { isStrong: ({ event }) => event.force > 3 },
  }).createMachine({ id: 'gate', initial: 'shut', states: { shut: { on: { pushed: { guard: 'isStrong', target: 'open' } } }, open: {} } }),
  isUnreported: true,
  inputs: [undefined],
  events: [
    { type: 'pushed', force: 9 },
    { type: 'pushed', force: 1 },
  ],
});
