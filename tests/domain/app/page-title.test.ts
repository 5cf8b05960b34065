import { describe, expect, it } from 'vitest';
import { nextProgress } from '#domain/app/navigation';
import { isTitleKey, pageTitle } from '#domain/app/page-title';

describe('a page title', () => {
  it.each([
    ['Home', 'Troupe', 'Home - Troupe'],
    ['Home', '', 'Home'],
  ])('%s of %j is %j', (title, site, whole) => {
    expect(pageTitle(title, site)).toBe(whole);
  });

  it.each([
    ['menu.goods', true],
    ['common.title.home', true],
    ['商品', false],
    ['menu', false],
    ['Goods. And more', false],
  ])('%j is a key: %j', (title, isKey) => {
    expect(isTitleKey(title)).toBe(isKey);
  });
});

it('the progress bar slows down and never arrives', () => {
  const shares = [0.08];
  while (shares.length < 200) shares.push(nextProgress(shares.at(-1)!));
  expect(shares.slice(0, 5)).toEqual([0.08, 0.18, 0.28, 0.32, 0.36]);
  expect(shares.every((share, index) => index === 0 || share >= shares[index - 1]!)).toBe(true);
  expect(shares.at(-1)).toBe(0.994);
});
