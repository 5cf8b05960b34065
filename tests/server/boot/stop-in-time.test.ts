import { expect, it } from 'vitest';
import { stopInTime } from '#server/boot/stop-in-time';

it('waits for a server that stops, and not for ever for one that does not', async () => {
  expect(await stopInTime(async () => undefined, 60_000)).toBe(true);
  expect(await stopInTime(() => new Promise(() => {}), 10)).toBe(false);
  await expect(stopInTime(() => Promise.reject(new Error('no disk')), 60_000)).rejects.toThrow('no disk');
});
