import { expect, it } from 'vitest';
import { announcer } from '#actors/app/announcer';
import type { ScreenThen } from '#actors/changes/announce-write';

it('a write has succeeded although the words for it are defective, and the defect is reported', async () => {
  const told: unknown[] = [];
  const defects: unknown[] = [];
  const announce = announcer({
    notices: { succeeded: (...words) => void told.push(words) },
    reportDefect: (error) => void defects.push(error),
    // A screen that is none: whoever reads it throws.
    screen: () => null as unknown as ScreenThen,
    language: () => 'en',
  });
  await announce('Saved', { path: '/admin/goods.Goods/edit', input: { id: 1 }, output: null });
  expect(told).toEqual([['Saved', { news: null }]]);
  expect(defects).toEqual([expect.any(TypeError)]);
});

it('an event that waits for another person is told as that, and not as done', async () => {
  const told: unknown[] = [];
  const announce = announcer({
    notices: { succeeded: (...words) => void told.push(words) },
    reportDefect: (error) => {
      throw error;
    },
    screen: () => ({ shell: undefined, rows: { goods: [{ id: 1, title: 'Tea' }] } }),
    language: () => 'en',
  });
  await announce('Done', { path: '/admin/goods.Goods/publish', input: { ids: [1] }, output: { count: 1, request: 4 } });
  await announce('Done', { path: '/admin/security.Rule/try', input: {}, output: { count: 1 } });
  expect(told).toEqual([['Done', { news: { action: 'ask', title: 'Tea', count: 1 } }], ['Done']]);
});
