import { describe, expect, it } from 'vitest';
import {
  guardsOf,
  hasPathGap,
  isWalked,
  pathLevel,
  walkedCount,
  type MachinePaths,
  type PathItem,
  type PathSource,
} from '#domain/observe/path-report';

const item = (key: string, ...sources: PathSource[]): PathItem => ({ key, sources, way: [], walk: null });
const machine = (state: readonly PathItem[], guard: readonly PathItem[] = []): MachinePaths => ({
  id: 'lamp',
  path: 'lamp.machine.ts',
  hash: '0',
  walks: [],
  state,
  transition: [],
  guard,
});

describe('a thing of a machine', () => {
  it('is walked by anybody, or by one source alone', () => {
    const seen = item('a', 'model', 'browser');
    expect((['anybody', 'model', 'view', 'browser', 'replay'] as const).map((by) => isWalked(seen, by))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
    expect(isWalked(item('b'), 'anybody')).toBe(false);
    expect(walkedCount([seen, item('b'), item('c', 'view')], 'anybody')).toBe(2);
    expect(walkedCount([seen, item('b'), item('c', 'view')], 'view')).toBe(1);
  });

  it.each<[PathSource[], Parameters<typeof pathLevel>[1], string]>([
    [[], 'anybody', 'nobody'],
    [['model'], 'anybody', 'model'],
    [['model', 'view'], 'anybody', 'view'],
    [['model', 'view', 'browser'], 'anybody', 'used'],
    [['replay'], 'anybody', 'used'],
    [['model', 'browser'], 'model', 'model'],
    [['model', 'browser'], 'browser', 'used'],
    [['view'], 'view', 'view'],
    [['model'], 'view', 'nobody'],
  ])('walked by %j, looked at by %s, is %s', (sources, by, level) => {
    expect(pathLevel(item('a', ...sources), by)).toBe(level);
  });

  it('has the decisions of its own guard', () => {
    const guard = [item('t | yes'), item('t | no'), item('t2 | yes'), item('t | maybe')];
    expect(guardsOf({ guard }, item('t')).map(({ key }) => key)).toEqual(['t | yes', 't | no']);
  });
});

it('a machine has a gap where one thing of any kind was not walked', () => {
  expect(hasPathGap(machine([item('a', 'model')]), 'anybody')).toBe(false);
  expect(hasPathGap(machine([item('a', 'model')]), 'view')).toBe(true);
  expect(hasPathGap(machine([item('a', 'model')], [item('g')]), 'anybody')).toBe(true);
});
