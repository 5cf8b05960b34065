import { expect, it } from 'vitest';
import { NO_ASKS, widerAsks } from '#domain/modules/asks-difference';

it('an update tells what a version asks for beyond the one before, and nothing of what it no longer wants', () => {
  const before = { ...NO_ASKS, reads: ['member', 'goods'], pages: ['list'] };
  expect(widerAsks(before, { ...NO_ASKS, reads: ['goods', 'notice', 'notice'], redirect: ['go'] })).toEqual([
    { ask: 'reads', names: ['notice'] },
    { ask: 'redirect', names: ['go'] },
  ]);
  expect(widerAsks(before, before)).toEqual([]);
  expect(widerAsks(NO_ASKS, before)).toEqual([
    { ask: 'reads', names: ['member', 'goods'] },
    { ask: 'pages', names: ['list'] },
  ]);
});
