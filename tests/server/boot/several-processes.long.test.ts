import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodsTitles, signIn, signInReply, type AdminCalls } from '#tests/e2e/support/admin-calls.ts';
import { ADMIN_PASSWORD, startServer, type ServerProcess } from '#tests/e2e/support/server-process.ts';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { effort } from '#tests/support/effort.ts';
import type { OwnCopy } from '#tests/support/own-copy.ts';
import { startRoundRobin, type RoundRobin } from '#tests/support/servers/round-robin.ts';
import { servedBefore } from '#tests/support/served-before.ts';

const PROCESSES = 3;
const WRITERS = 6;
const KILLS = effort(3, 12);
/** Between two kills so many writes are acknowledged. */
const WRITES_A_KILL = 40;
/** Of so many answers to a write one is lost on its way, as where a process dies between the two. */
const LOST_ONE_OF = 15;

const codeOf = async (call: Promise<Response>): Promise<number> => ((await (await call).json()) as { readonly code: number }).code;

/** Several processes on one PostgreSQL, behind a proxy that gives each call to the next one. What is promised of it stands in docs/operations.md. */
describe.runIf(testDatabaseKinds.includes('postgresql'))('three processes on one PostgreSQL', { timeout: 600_000 }, () => {
  let own: OwnCopy;
  let processes: ServerProcess[];
  let proxy: RoundRobin;
  let answered = 0;
  const start = (port?: number) => startServer({ dataDir: own.dataDir, env: own.env, ...(port !== undefined && { port }) });

  beforeAll(async () => {
    own = await servedBefore('postgresql');
    processes = await Promise.all(Array.from({ length: PROCESSES }, () => start()));
    proxy = await startRoundRobin(
      () => processes.map(({ port }) => port),
      ({ method, url }) => method === 'POST' && url?.includes('goods.Goods/add') === true && (answered += 1) % LOST_ONE_OF === 0,
    );
  });
  afterAll(async () => {
    await proxy.close();
    await Promise.all(processes.map((one) => one.end('SIGTERM')));
    await own.remove();
  });

  it('know of each other’s sessions, settings and records as soon as they are there', async () => {
    const [first, second, third] = processes as [ServerProcess, ServerProcess, ServerProcess];
    const admin = await signIn(first.url);
    const { data } = await admin.post('goods.Goods/add', { title: 'Known', category_id: 1, price: '1.00', stock: 1, status: 'draft' });
    const elsewhere = await signIn(second.url);
    expect((await elsewhere.get(`goods.Goods/edit?id=${String(data?.['id'])}`)).data?.['row']).toMatchObject({ title: 'Known' });
    await admin.post('routine.Config/edit', { site_name: 'Known everywhere' });
    for (const { url } of [first, second, third])
      await expect.poll(async () => (await fetch(`${url}/`)).text()).toContain('Known everywhere');
    // Signed out where nobody signed in, and refused where neither was.
    const { token } = (await signInReply(first.url, 'admin', ADMIN_PASSWORD)).userInfo;
    const headers = { server: 'true', batoken: token, 'content-type': 'application/json' };
    const list = () => codeOf(fetch(`${third.url}/api/admin/goods.Goods/index`, { headers }));
    expect(await list()).toBe(1);
    expect(await codeOf(fetch(`${second.url}/api/admin/Index/logout`, { method: 'POST', headers, body: '{}' }))).toBe(1);
    expect(await list()).toBe(303);
  });

  it(`lose and repeat nothing, and sign nobody out, while one of them is killed ${KILLS} times`, async () => {
    const admins = await Promise.all(Array.from({ length: WRITERS }, () => signIn(proxy.url)));
    const acknowledged: string[] = [];
    const stop = new AbortController();

    /** The same write with the same key until it is answered. */
    async function write(admin: AdminCalls, title: string): Promise<void> {
      const row = { title, category_id: 1, price: '1.00', stock: 1, status: 'draft' };
      for (;;) {
        const reply = await admin.post('goods.Goods/add', row, { 'idempotency-key': title }).catch(() => null);
        if (reply === null) continue;
        expect([title, reply.code, reply.msg]).toEqual([title, 1, expect.any(String)]);
        acknowledged.push(title);
        return;
      }
    }
    const writing = admins.map(async (admin, number) => {
      for (let count = 0; !stop.signal.aborted; count += 1) await write(admin, `writer-${number}-record-${count}`);
    });

    for (let kill = 0; kill < KILLS; kill += 1) {
      const goal = acknowledged.length + WRITES_A_KILL;
      await expect.poll(() => acknowledged.length, { timeout: 120_000 }).toBeGreaterThanOrEqual(goal);
      const victim = kill % PROCESSES;
      const { port } = processes[victim]!;
      expect(await processes[victim]!.end('SIGKILL')).toBe('SIGKILL');
      processes[victim] = await start(port);
    }
    stop.abort();
    await Promise.all(writing);

    const titles = await goodsTitles(admins[0]!, 'writer');
    expect(titles.toSorted()).toEqual(acknowledged.toSorted());
    for (const admin of admins) expect((await admin.get('goods.Goods/index')).code).toBe(1);
  });
});
