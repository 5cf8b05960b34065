import { expect, it, vi } from 'vitest';
import { createCleaning } from '#server/features/modules/public/clean-texts';

const busy = (html: string): string => {
  for (const end = performance.now() + 25; performance.now() < end;);
  return html;
};

it('cleans what is asked for again once, and forgets what was asked for first where there is too much', async () => {
  const clean = vi.fn<(html: string) => string>((html) => html.toUpperCase());
  const begin = createCleaning(12, clean);
  expect([await begin()('one'), await begin()('one'), await begin()('two')]).toEqual(['ONE', 'ONE', 'TWO']);
  expect(clean).toHaveBeenCalledTimes(2);
  await begin()('six');
  expect(await begin()('one')).toBe('ONE');
  expect(clean.mock.calls.map(([html]) => html)).toEqual(['one', 'two', 'six', 'one']);
});

it('lets others have their turn between long texts', async () => {
  const clean = createCleaning(100, busy)();
  let turns = 0;
  const others = setInterval(() => void (turns += 1), 1);
  for (const html of ['a', 'b', 'c', 'd']) await clean(html);
  clearInterval(others);
  expect(turns).toBeGreaterThanOrEqual(2);
});
