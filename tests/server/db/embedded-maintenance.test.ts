import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLogger as logger } from '#server/base/logger';
import type { EmbeddedClient } from '#server/db/embedded/embedded-client';
import { startMaintenance } from '#server/db/embedded/embedded-maintenance';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('puts no maintenance behind one that is still being done', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const maintain = vi.fn<EmbeddedClient['maintain']>(() => promise);
  const use = { writes: 10_000, lastUsedAtMs: 0 };
  const client = { maintain, use: () => use, closed: false } as unknown as EmbeddedClient;
  const maintenance = startMaintenance({ client, logger });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(maintain.mock.calls).toEqual([['vacuum (analyze)']]);
  resolve(undefined);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(maintain.mock.calls).toEqual([['vacuum (analyze)'], ['checkpoint']]);
  await maintenance.stop();
});
