import { describe, expect, it } from 'vitest';
import { hasHan, helpTerms, isHan, isSmall, smallTerms } from '#domain/help/terms';

it('the search of the help takes Chinese as characters and pairs, without what only asks', () => {
  expect(helpTerms('怎么修改密码？')).toEqual(['修', '改', '密', '码', '修改', '改密', '密码']);
  expect(helpTerms('为什么呢')).toEqual([]);
  expect(helpTerms('我的余额')).toEqual(['余', '额', '余额']);
});

it('the search of the help drops small Chinese words where they stand alone, and not within others', () => {
  expect(helpTerms('一些商品')).toEqual(['商', '品', '商品']);
  expect(helpTerms('下载和上传')).toEqual(helpTerms('下载 上传'));
  expect(helpTerms('下载')).toContain(helpTerms('导出').at(-1));
});

it('the search of the help takes other scripts as words cut to their stems, whatever their width and case', () => {
  expect(helpTerms('How do I delete the RECORDS?')).toEqual(['delet', 'record']);
  expect(helpTerms('deleting a record')).toEqual(['delet', 'record']);
  expect(helpTerms('ＣＳＶ文件')).toEqual(['csv', '文', '件', '文件']);
  expect(helpTerms("the member's page isn’t there")).toEqual(['member', 'page']);
});

it('the search of the help finds nothing in nothing', () => {
  expect(helpTerms('')).toEqual([]);
  expect(helpTerms('?! … 。')).toEqual([]);
});

it('the search of the help tells Chinese from other scripts', () => {
  expect([isHan('密'), isHan('csv'), hasHan('CSV 文件'), hasHan('file')]).toEqual([true, false, true, false]);
});

describe('the small words of a question', () => {
  it.each([
    ['Who can only look at goods?', ['~who', '~onli', '~look']],
    ['What is it?', []],
    ['Wer macht das', []],
    ['为什么别人都能改，谁改的', ['~为什么', '~谁', '~别', '~都', '~别人']],
    ['商品', []],
  ])('of %j are %j, apart from its terms', (text, words) => {
    expect(smallTerms(text)).toEqual(words);
    expect(smallTerms(text).every(isSmall)).toBe(true);
    expect(helpTerms(text).some(isSmall)).toBe(false);
  });
});
