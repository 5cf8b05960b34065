import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tidyUp } from '#server/boot/upkeep/housekeeping';
import { countAttempt, countedUnder, isAnyCounted, isUsedUp } from '#server/features/base/throttle';
import { takeTurn } from '#server/features/session/verification/code-store';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

/** What was counted while the clock was ahead, once it is right again. */
describe.each(dealtKinds())('a clock that is set back, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
  });
  afterAll(() => server.close());

  const key = { key: 'ahead:1', limit: { count: 1, windowSeconds: 3600, bucketSeconds: 60 } } as const;
  const turn = { purpose: 'user_login', target: 'ahead@example.com', requester: 'network:203.0.113.9' };
  const left = async () => {
    const { kysely } = server.database;
    const counters = await kysely.selectFrom('throttle_counter').select('key').where('key', '=', key.key).execute();
    const turns = await kysely.selectFrom('code_turn').select('asked_at').where('target', '=', turn.target).execute();
    return [counters.length, turns.length];
  };

  it('keeps nobody waiting for codes or attempts, and leaves nothing behind', async () => {
    const { ports } = server;
    await countAttempt(ports, [key]);
    expect(await takeTurn(ports, turn)).not.toBeNull();
    await expect(countAttempt(ports, [key])).rejects.toThrow(/Too many|attempts|tooMany/u);
    expect(await takeTurn(ports, turn)).toBeNull();
    server.clock.advanceSeconds(-86_400);
    const now = server.clock.nowMs() / 1000;
    expect([
      await countedUnder(ports, key),
      await isUsedUp(ports.database.kysely, key, now),
      await isAnyCounted(ports, 'ahead:', key.limit),
    ]).toEqual([0, false, false]);
    await countAttempt(ports, [key]);
    await expect(countAttempt(ports, [key])).rejects.toThrow(/Too many|attempts|tooMany/u);
    expect(await takeTurn(ports, turn)).toMatchObject({ askedAt: now });
    expect(await takeTurn(ports, turn)).toBeNull();
    expect(await left()).toEqual([2, 1]);
    server.clock.advanceSeconds(-86_400);
    await tidyUp(ports);
    expect(await left()).toEqual([0, 0]);
  });
});
