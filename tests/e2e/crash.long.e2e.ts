import { afterAll, describe, expect, it } from 'vitest';
import { effort } from '#tests/support/effort.ts';
import { goodsTitles, signIn } from './support/admin-calls.ts';
import type { OwnCopy } from '#tests/support/own-copy.ts';
import { servedBefore } from '#tests/support/served-before.ts';
import { startServer } from './support/server-process.ts';

/**
 * The server is killed in the middle of writes, again and again on one data directory. Every write that was acknowledged is there
 * afterwards, exactly once, although each one that got no answer is sent again with its own idempotency key.
 */
const KILLS = effort(2, 12);
const WRITERS = 4;

describe('a crash', () => {
  let own: OwnCopy | null = null;
  afterAll(() => own?.remove());

  it(`loses nothing acknowledged in ${KILLS} kills`, { timeout: 600_000 }, async () => {
    own = await servedBefore('embedded');
    const { dataDir } = own;
    const acknowledged: string[] = [];
    let unanswered: string[] = [];

    for (let kill = 1; kill <= KILLS; kill += 1) {
      const server = await startServer({ dataDir });
      const admin = await signIn(server.url);
      const goal = acknowledged.length + 5 + kill;
      const reached = Promise.withResolvers<void>();
      const lost: string[] = [];

      const write = async (title: string): Promise<void> => {
        try {
          const reply = await admin.post(
            'goods.Goods/add',
            { title, category_id: 1, price: '1.00', stock: 1, status: 'draft' },
            { 'idempotency-key': title },
          );
          if (reply.code !== 1) throw new Error(`refused: ${reply.msg}`);
          acknowledged.push(title);
          if (acknowledged.length >= goal) reached.resolve();
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          lost.push(title);
        }
      };
      const writer = async (number: number): Promise<void> => {
        for (const title of unanswered.filter((_, index) => index % WRITERS === number)) await write(title);
        for (let count = 0; lost.length === 0; count += 1) await write(`kill-${kill}-writer-${number}-record-${count}`);
      };
      const writing = Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
      await Promise.race([reached.promise, writing]);
      expect(await server.end('SIGKILL')).toBe('SIGKILL');
      await writing;
      unanswered = lost;
    }

    const server = await startServer({ dataDir });
    const admin = await signIn(server.url);
    const titles = await goodsTitles(admin);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(acknowledged.filter((title) => !titles.includes(title))).toEqual([]);
    expect(titles.length).toBe(new Set(titles).size);
  });
});

describe('one data directory', () => {
  it('refuses a second process with a clear message and serves again after the first is gone', async () => {
    const { dataDir, remove } = await servedBefore('embedded');
    const first = await startServer({ dataDir });
    await expect(startServer({ dataDir })).rejects.toThrow(dataDir);
    expect((await fetch(`${first.url}/health/live`)).status).toBe(200);
    expect(await first.end('SIGKILL')).toBe('SIGKILL');
    const next = await startServer({ dataDir });
    expect(await next.end('SIGTERM')).toBe(0);
    await remove();
  });
});
