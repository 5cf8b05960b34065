import { describe, expect, it } from 'vitest';
import { gridStep } from '#domain/base/grid-step';
import { ICON_LIBRARIES, iconNameOf, iconText, searchIcons, shapesOf, iconWords } from '#domain/base/icon';
import { matchRank, ranked } from '#domain/base/match-rank';

describe('names of icons', () => {
  it.each([
    ['fa fa-rocket', { library: 'awesome', shape: 'rocket' }],
    ['el-icon-UserFilled', { library: 'elementPlus', shape: 'UserFilled' }],
    ['iconfont icon-cart_2', { library: 'iconfont', shape: 'cart_2' }],
    [' local-home ', { library: 'local', shape: 'home' }],
    ['', null],
    ['fa fa-', null],
    ['rocket', null],
    ['fa fa-a b', null],
    ['iconfont icon-"><img>', null],
  ])('%j', (text, expected) => {
    expect(iconNameOf(text)).toEqual(expected);
  });

  it.each(ICON_LIBRARIES)('%s: what is stored is read back', (library) =>
    expect(iconNameOf(iconText({ library, shape: 'x-1' }))).toEqual({ library, shape: 'x-1' }),
  );

  it.each([
    ['awesome', 'rocket', ['rocket']],
    ['awesome', 'user-circle-o', ['user-circle-o', 'user-circle']],
    ['awesome', 'arrow-circle-o-right', ['arrow-circle-o-right', 'arrow-circle-right']],
    ['awesome', 'picture-o', ['picture-o', 'picture', 'image']],
    ['awesome', 'money', ['money', 'money-bill']],
    ...Object.entries({
      btc: 'bitcoin-sign',
      'circle-thin': 'circle',
      files: 'copy',
      flash: 'bolt',
      floppy: 'floppy-disk',
      glass: 'martini-glass',
      group: 'users',
      'hand-right': 'hand-point-right',
      'life-saver': 'life-ring',
      photo: 'image',
      send: 'paper-plane',
      support: 'life-ring',
    }).map(([old, now]) => ['awesome', old, [old, now]] as const),
    ['elementPlus', 'Photo-o', ['Photo-o']],
  ] as const)('%s %s may stand under %j', (library, shape, expected) => expect(shapesOf({ library, shape })).toEqual(expected));

  it.each([
    ['UserFilled', 'user filled'],
    ['user-doctor', 'user doctor'],
    ['user--doctor_2', 'user doctor 2'],
    ['DArrowLeft', 'darrow left'],
    ['500px', '500px'],
  ])('%s is found by "%s"', (shape, words) => expect(iconWords(shape)).toBe(words));
});

describe('matchRank', () => {
  it.each([
    ['us', 'user filled', 0],
    ['US', 'User', 0],
    ['fil', 'user filled', 1],
    ['filled us', 'user filled', 1],
    ['ser', 'user filled', 2],
    ['user x', 'user filled', null],
    ['商品', '商品管理', 0],
    ['管理', '商品管理', 2],
    ['ｕｓｅｒ', 'user', 0],
    ['', 'anything', 0],
  ] as const)('%s in %s: %s', (typed, text, expected) => expect(matchRank(typed, text)).toBe(expected));

  it('puts prefix before word before substring, and leaves equals as they were', () => {
    const texts = ['superuser', 'a user', 'user b', 'cart', 'user a'];
    expect(ranked('user', texts, (text) => [text])).toEqual(['user b', 'user a', 'a user', 'superuser']);
    expect(ranked(' ', texts, (text) => [text])).toEqual(texts);
  });

  it('finds an icon by each of its names, and by the stored one', () => {
    const icons = [
      { name: 'fa fa-ambulance', words: ['ambulance', 'truck medical'] },
      { name: 'fa fa-truck', words: ['truck'] },
    ];
    expect(searchIcons(icons, 'medical').map((icon) => icon.name)).toEqual(['fa fa-ambulance']);
    expect(searchIcons(icons, 'truck').map((icon) => icon.name)).toEqual(['fa fa-ambulance', 'fa fa-truck']);
    expect(searchIcons(icons, 'fa fa-truck').map((icon) => icon.name)).toEqual(['fa fa-truck']);
  });
});

// 0 1 2 3
// 4 5 6 7
// 8 9
const from = (index: number) => (key: string) => gridStep(key, { index, count: 10, columns: 4, rows: 2 });

describe('gridStep', () => {
  it.each([
    [0, { ArrowLeft: null, ArrowRight: 1, ArrowUp: null, ArrowDown: 4, Home: 0, End: 9, PageUp: 0, PageDown: 8 }],
    [7, { ArrowLeft: 6, ArrowRight: 8, ArrowUp: 3, ArrowDown: 9, PageUp: 3, PageDown: 9 }],
    [9, { ArrowLeft: 8, ArrowRight: null, ArrowUp: 5, ArrowDown: null, PageUp: 1, PageDown: 9, Enter: null, a: null }],
  ])('from %i', (index, expected) =>
    expect(Object.fromEntries(Object.keys(expected).map((key) => [key, from(index)(key)]))).toEqual(expected),
  );
});
