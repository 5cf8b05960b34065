import { expect, it } from 'vitest';
import {
  knownLayout,
  MAX_FAVOURITES,
  movedWidget,
  placedWidget,
  SHIPPED_LAYOUT,
  toggledFavourite,
  WIDGETS,
} from '#domain/shell/dashboard-layout';

it('the layout of the dashboard reads what any version kept: each widget once, the new ones last', () => {
  const kept = { order: ['signIns', 'weather', 'signIns', 'waiting'], hidden: ['weather', 'recent'], favourites: ['a', 'b', 'a'] };
  expect(knownLayout(kept)).toEqual({
    order: ['signIns', 'waiting', 'changes', 'recent', 'categories', 'actions'],
    hidden: ['recent'],
    favourites: ['a', 'b'],
  });
});

it('the layout of the dashboard moves a widget past its neighbours that are shown, and not beyond the ends', () => {
  const layout = { ...SHIPPED_LAYOUT, hidden: ['changes', 'recent'] as const };
  expect(movedWidget(layout, 'waiting', 1, WIDGETS)).toEqual(['changes', 'recent', 'categories', 'waiting', 'actions', 'signIns']);
  expect(movedWidget(layout, 'categories', -1, WIDGETS)).toEqual(['categories', 'waiting', 'changes', 'recent', 'actions', 'signIns']);
  expect([
    movedWidget(layout, 'waiting', -1, WIDGETS),
    movedWidget(layout, 'signIns', 1, WIDGETS),
    movedWidget(layout, 'changes', 1, WIDGETS),
  ]).toEqual([WIDGETS, WIDGETS, WIDGETS]);
  // What the person has no right to see is drawn nowhere, and is passed as well.
  const seen = WIDGETS.filter((widget) => widget !== 'categories');
  expect(movedWidget(SHIPPED_LAYOUT, 'recent', 1, seen)).toEqual(['waiting', 'changes', 'categories', 'actions', 'recent', 'signIns']);
});

it('the layout of the dashboard gives a widget the place of another, from either side', () => {
  expect(placedWidget(WIDGETS, 'waiting', 'recent')).toEqual(['changes', 'recent', 'waiting', 'categories', 'actions', 'signIns']);
  expect(placedWidget(WIDGETS, 'signIns', 'changes')).toEqual(['waiting', 'signIns', 'changes', 'recent', 'categories', 'actions']);
  expect(placedWidget(WIDGETS, 'recent', 'recent')).toEqual(WIDGETS);
});

it('the layout of the dashboard keeps as many favourites as there is room for', () => {
  const full = Array.from({ length: MAX_FAVOURITES }, (_, index) => `page${index}`);
  expect(toggledFavourite(['a'], 'b', ['a', 'b'])).toEqual(['a', 'b']);
  expect(toggledFavourite(['a', 'b'], 'a', ['a', 'b'])).toEqual(['b']);
  expect(toggledFavourite(full, 'more', [...full, 'more'])).toEqual(full);
  expect(toggledFavourite(full, 'page0', full)).toEqual(full.slice(1));
});

it('the layout of the dashboard gives the room of a favourite that is gone to one that is there, and keeps it as long as there is room', () => {
  const gone = Array.from({ length: MAX_FAVOURITES }, (_, index) => `page${index}`);
  const there = gone.filter((name) => name !== 'page3');
  expect(toggledFavourite(gone, 'more', [...there, 'more'])).toEqual([...there, 'more']);
  expect(toggledFavourite(['gone'], 'more', ['more'])).toEqual(['gone', 'more']);
});
