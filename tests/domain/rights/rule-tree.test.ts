import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkStateOf, countChosen, toggleAll, toggleRule, type TreeOption } from '#domain/rights/rule-tree';

const option = (id: number, parentId: number | null): TreeOption => ({ id, parentId, title: `Rule ${id}` });
/** 1 { 2 { 3, 4 }, 5 }, 6 */
const TREE = [option(1, null), option(2, 1), option(3, 2), option(4, 2), option(5, 1), option(6, null)];
const states = (chosen: readonly string[]) => Object.fromEntries(TREE.map(({ id }) => [id, checkStateOf(TREE, chosen, id)]));

describe('choosing rules', () => {
  it('reads the state of parents from what is below them', () => {
    expect(states(['3'])).toEqual({ 1: 'some', 2: 'some', 3: 'all', 4: 'none', 5: 'none', 6: 'none' });
    expect(states(['3', '4'])).toEqual({ 1: 'some', 2: 'all', 3: 'all', 4: 'all', 5: 'none', 6: 'none' });
    expect(states(['*'])).toEqual({ 1: 'all', 2: 'all', 3: 'all', 4: 'all', 5: 'all', 6: 'all' });
  });

  it('shows a parent that was given alone as partly given', () => {
    expect(states(['2'])).toEqual({ 1: 'some', 2: 'some', 3: 'none', 4: 'none', 5: 'none', 6: 'none' });
    expect(toggleRule(TREE, ['2'], 3)).toEqual(['3']);
  });

  it('gives a rule with all below it and takes it away again', () => {
    expect(toggleRule(TREE, [], 1)).toEqual(['3', '4', '5']);
    expect(toggleRule(TREE, ['3'], 2)).toEqual(['3', '4']);
    expect(toggleRule(TREE, ['3', '4', '6'], 2)).toEqual(['6']);
    expect(toggleRule(TREE, ['*'], 3)).toEqual(['4', '5', '6']);
  });

  it('gives everything, or nothing', () => {
    expect(toggleAll(TREE, ['3'])).toEqual(['3', '4', '5', '6']);
    expect(toggleAll(TREE, ['*'])).toEqual([]);
    expect(countChosen(TREE, ['3', '6'])).toEqual({ given: 2, total: 4 });
  });

  it('leaves alone what is chosen among options that are not shown', () => {
    expect([toggleAll(TREE, ['3', '99']), toggleAll(TREE, ['3', '4', '5', '6', '99'])]).toEqual([['3', '4', '5', '6', '99'], ['99']]);
    expect(toggleRule(TREE, ['3', '99'], 6)).toEqual(['3', '6', '99']);
  });

  it('ends where it began when a rule is toggled twice from a clean state', () => {
    fc.assert(
      fc.property(fc.subarray(['3', '4', '5', '6']), fc.constantFrom(...TREE), (chosen, { id }) => {
        fc.pre(checkStateOf(TREE, chosen, id) !== 'some');
        expect(toggleRule(TREE, toggleRule(TREE, chosen, id), id)).toEqual(chosen);
      }),
    );
  });
});
