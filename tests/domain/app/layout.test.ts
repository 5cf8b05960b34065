import { describe, expect, it } from 'vitest';
import { DEFAULT_LAYOUT, isLayoutColor, isMenuWidth, menuWidthPx, restoreLayout } from '#domain/app/layout';

describe('the layout before anybody has chosen', () => {
  it('has the menu at the side, in the colours of the system', () => {
    const none = { light: '', dark: '' };
    expect(DEFAULT_LAYOUT).toEqual({
      mode: 'Default',
      scheme: 'auto',
      menuWidthPx: 190,
      collapse: false,
      uniqueOpened: false,
      topBar: true,
      animation: 'slide-right',
      defaultIcon: 'circle',
      colors: {
        menuBackground: none,
        menuText: none,
        menuActiveBackground: none,
        menuActiveText: none,
        headerBackground: none,
        headerText: none,
      },
    });
  });

  it.each([
    [false, false, 240],
    [true, false, 240],
    [false, true, 64],
    [true, true, 0],
  ])('shrunk %j and collapsed %j has a menu of %j px', (isShrunk, isCollapsed, widthPx) => {
    expect(menuWidthPx({ ...DEFAULT_LAYOUT, menuWidthPx: 240 }, { isShrunk, isCollapsed })).toBe(widthPx);
  });
});

it.each([
  ['', true],
  ['#0b755e', true],
  ['#FFFFFF', true],
  ['#fff', false],
  ['#0b755e;', false],
  ['x#0b755e', false],
  ['#0b755g', false],
  [null, false],
  // It reads as one where it is made a text of.
  [['#0b755e'], false],
])('%j is a colour: %j', (value, is) => {
  expect(isLayoutColor(value)).toBe(is);
});

it.each([
  [160, true],
  [360, true],
  [159, false],
  [361, false],
  [200.5, false],
  ['200', false],
])('%j is a width of the menu: %j', (value, is) => {
  expect(isMenuWidth(value)).toBe(is);
});

it.each([
  ['el-icon_2', true],
  ['i'.repeat(64), true],
  ['i'.repeat(65), false],
  ['', false],
  ['a b', false],
  [['box'], false],
])('%j is an icon: %j', (defaultIcon, is) => {
  expect(restoreLayout({ defaultIcon }).damaged).toEqual(is ? [] : ['defaultIcon']);
});
