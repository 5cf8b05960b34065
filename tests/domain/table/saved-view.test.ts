import { expect, it } from 'vitest';
import { defaultView, viewParams, type SavedView } from '#domain/table/saved-view';

type View = Pick<SavedView, 'id' | 'scope' | 'isDefault'>;
const view = (id: number, scope: View['scope'], isDefault = true): View => ({ id, scope, isDefault });

it.each<[views: readonly View[], opened: number | undefined]>([
  [[], undefined],
  [[view(1, 'own', false)], undefined],
  [[view(1, 'all'), view(2, 'group'), view(3, 'own')], 3],
  [[view(1, 'all'), view(2, 'group')], 2],
  [[view(5, 'all'), view(4, 'all')], 4],
  [[view(1, 'own', false), view(2, 'all')], 2],
])('of %j a section opens with %j', (views, opened) => {
  expect(defaultView(views)?.id).toBe(opened);
});

it('a view begins with the first page', () => {
  expect(viewParams({ page: '3', limit: '20', status: 'on' })).toEqual({ limit: '20', status: 'on' });
});
