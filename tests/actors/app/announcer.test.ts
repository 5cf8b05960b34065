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
