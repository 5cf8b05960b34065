import { describe, expect, it } from 'vitest';
import common from '#locales/zh-cn/common';
import { nextProgress } from '#domain/app/navigation';
import { isTitleKey, PAGE_TITLE_KEY, pageTitle } from '#domain/app/page-title';

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
    ['admin.login.title', true],
    ['public.title', true],
    ['resources.goods.label', true],
    ['', false],
    ['商品', false],
    ['menu', false],
    ['Goods. And more', false],
  ])('%j is a key: %j', (title, isKey) => {
    expect(isTitleKey(title)).toBe(isKey);
  });
});

it('every page has its title', () => {
  const words: Readonly<Record<string, string>> = common.title;
  expect(Object.fromEntries(Object.entries(PAGE_TITLE_KEY).map(([page, key]) => [page, words[key.replace('common.title.', '')]]))).toEqual({
    home: '首页',
    document: '加载中...',
    chat: 'AI 对话',
    adminLogin: '登录',
    adminLoading: '加载中...',
    adminSection: '后台管理',
    memberLogin: '会员登录',
    addressUndo: '会员中心',
    adminUndo: '后台管理',
    memberLoading: '加载中...',
    memberSection: '会员中心',
    notFound: '页面未找到',
    noPermission: '无访问权限',
    dev: '开发者页面',
  });
});

it('the progress bar slows down and never arrives', () => {
  const shares = [0.08];
  while (shares.length < 200) shares.push(nextProgress(shares.at(-1)!));
  expect(shares.slice(0, 5)).toEqual([0.08, 0.18, 0.28, 0.32, 0.36]);
  expect(shares.every((share, index) => index === 0 || share >= shares[index - 1]!)).toBe(true);
  expect(shares.at(-1)).toBe(0.994);
});
