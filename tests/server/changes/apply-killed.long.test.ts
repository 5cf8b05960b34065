import { afterEach, expect, it } from 'vitest';
import { ADMIN_PASSWORD, startServer, type ServerProcess } from '#tests/e2e/support/server-process.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import type { OwnCopy } from '#tests/support/own-copy.ts';
import { servedBefore } from '#tests/support/served-before.ts';

interface Reply {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;
}

let server: ServerProcess | null = null;
let own: OwnCopy | null = null;
afterEach(async () => {
  await server?.end('SIGKILL');
  await own?.remove();
});

/** The server anew, with somebody signed in. */
async function start(): Promise<(path: string, body?: object) => Promise<Reply>> {
  const running = await startServer({ ...own });
  server = running;
  let token = '';
  const call = async (path: string, body?: object): Promise<Reply> => {
    const response = await fetch(`${running.url}/api/admin/${path}`, {
      headers: { server: 'true', batoken: token, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await response.json()) as Reply;
  };
  const { data } = await call('Index/login', { username: 'admin', password: ADMIN_PASSWORD });
  ({ token } = data['userInfo'] as { readonly token: string });
  return call;
}

it.each(dealtKinds())(
  'a plan that is killed while it is applied is applied whole or not at all, on %s',
  async (kind) => {
    own = await servedBefore(kind);
    let call = await start();
    const { data } = await call('goods.Goods/index?limit=100');
    const ids = (data['list'] as { readonly id: number }[]).map(({ id }) => id);
    const stocks = async (): Promise<unknown[]> => {
      const list = (await call('goods.Goods/index?limit=100&order=id,asc')).data['list'] as { readonly stock: number }[];
      return list.map(({ stock }) => stock);
    };
    const ends = new Set<boolean>();
    // At once; when another call that came after it has been answered; when it has been answered itself.
    const moments = ['sent', 'running', 'answered'] as const;
    for (const [cycle, moment] of moments.entries()) {
      const before = await stocks();
      const sets: unknown[] = [];
      for (const stock of [1, 2, 3].map((number) => 1000 * (cycle + 1) + number))
        sets.push((await call('goods.Goods/bulk', { ids, values: { stock } })).data['change']);
      const written = await stocks();
      const { data: plan } = await call(`security.Change/plan?sets=${sets.join(',')}`);
      expect(plan).toMatchObject({ refused: [], counts: { changed: ids.length } });
      const applying = call('security.Change/apply', { sets, hash: plan['hash'] }).catch(() => null);
      if (moment === 'running') await call('goods.Goods/index?limit=1');
      if (moment === 'answered') await applying;
      await server?.end('SIGKILL');
      await applying;
      call = await start();
      const now = await stocks();
      const isDone = JSON.stringify(now) === JSON.stringify(before);
      expect(now).toEqual(isDone ? before : written);
      // The journal says the same.
      const { data: again } = await call(`security.Change/plan?sets=${sets.join(',')}`);
      const refused = (again['refused'] as { readonly reason: string }[]).map(({ reason }) => reason);
      expect(refused).toEqual(isDone ? ['undone'] : []);
      ends.add(isDone);
    }
    // Killed at once and when it was done, it ended both ways.
    expect(ends).toEqual(new Set([false, true]));
  },
  300_000,
);
