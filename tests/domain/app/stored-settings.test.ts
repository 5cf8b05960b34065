import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { HTML_LANGUAGE, restoreLanguage } from '#domain/base/language';
import { DEFAULT_LAYOUT, restoreLayout, type LayoutConfig } from '#domain/app/layout';

const chosen: LayoutConfig = {
  mode: 'Classic',
  scheme: 'dark',
  menuWidthPx: 240,
  collapse: true,
  uniqueOpened: true,
  topBar: false,
  animation: 'fade',
  defaultIcon: 'box',
  colors: { ...DEFAULT_LAYOUT.colors, menuBackground: { light: '#ffffff', dark: '#101010' } },
};

describe('a stored layout', () => {
  it('comes back as it was', () => {
    expect(restoreLayout(JSON.parse(JSON.stringify(chosen)))).toEqual({ config: chosen, damaged: [] });
  });

  it.each<[string, object, object, string[]]>([
    ['an unknown mode', { mode: 'X' }, { mode: 'Default' }, ['mode']],
    ['a width out of range', { menuWidthPx: 4000 }, { menuWidthPx: 190 }, ['menuWidthPx']],
    ['a width that is no number', { menuWidthPx: '190px' }, { menuWidthPx: 190 }, ['menuWidthPx']],
    ['a switch that is text', { collapse: 'true' }, { collapse: false }, ['collapse']],
    ['an unknown animation', { animation: 'spin' }, { animation: 'slide-right' }, ['animation']],
    ['an icon that is markup', { defaultIcon: '<svg>' }, { defaultIcon: 'circle' }, ['defaultIcon']],
    ['colours that are no map', { colors: 'red' }, { colors: DEFAULT_LAYOUT.colors }, ['colors']],
    [
      'one bad colour',
      { colors: { ...chosen.colors, menuBackground: { light: 'red;}', dark: '#101010' } } },
      { colors: { ...chosen.colors, menuBackground: { light: '', dark: '#101010' } } },
      ['colors.menuBackground.light'],
    ],
  ])('with %s loses that value only', (_case, damage, fallback, damaged) => {
    expect(restoreLayout({ ...chosen, ...damage })).toEqual({ config: { ...chosen, ...fallback }, damaged });
  });

  it('of an older form takes what is there', () => {
    expect(restoreLayout({ mode: 'Classic' })).toEqual({ config: { ...DEFAULT_LAYOUT, mode: 'Classic' }, damaged: [] });
  });

  it.each([
    [undefined, []],
    [null, []],
    ['oops', ['layout']],
    [[], ['layout']],
  ])('that is %j is the default', (stored, damaged) => {
    expect(restoreLayout(stored)).toEqual({ config: DEFAULT_LAYOUT, damaged });
  });

  it('is a whole one whatever was stored', () => {
    fc.assert(
      fc.property(
        fc.object({ key: fc.constantFrom('mode', 'scheme', 'colors', 'menuBackground', 'light', 'collapse', 'menuWidthPx') }),
        (stored) => {
          const { config } = restoreLayout(stored);
          expect(restoreLayout(config)).toEqual({ config, damaged: [] });
        },
      ),
    );
  });
});

describe('a stored language', () => {
  it.each([
    ['en', 'en'],
    ['zh-cn', 'zh-cn'],
    ['fr', 'zh-cn'],
    [undefined, 'zh-cn'],
    [1, 'zh-cn'],
    ['EN', 'zh-cn'],
  ])('%j is %s', (stored, language) => {
    expect(restoreLanguage(stored)).toBe(language);
  });

  it('is told to the browser in its own spelling', () => {
    expect(HTML_LANGUAGE).toEqual({ 'zh-cn': 'zh-CN', en: 'en' });
  });
});
