import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listNotifications } from '#api/contract/notifications/notifications';
import { cancelJob, readSystem } from '#api/contract/observe/system';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { FailureError } from '#domain/base/failure';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { silentLogger } from '#server/base/logger';
import type { Jobs } from '#server/db/base/jobs';
import { openJobs } from '#server/db/jobs/boss-jobs';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const { importRows, cancelImport } = resourceWriteEndpoints(goodsCategory);
const rows = Array.from({ length: 1000 }, (_, index) => [`Category ${index}`]);
const WISH = { columns: ['name'], rows, isDryRun: false };

/** As another call does it: not within the transaction of the import. */
const outside = AsyncLocalStorage.snapshot();

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (reply) => reply,
    (error: unknown) => (error instanceof FailureError && error.failure.kind === 'rejected' ? error.failure.message : error),
  );

interface Moments {
  /** Its first hundred rows are in; it goes on at once. */
  begun: () => void;
  /** All rows are in, and nothing is settled. */
  full: () => Promise<unknown>;
}

function watched(jobs: Jobs, moments: Moments): Jobs {
  return {
    ...jobs,
    attend: (kind, params, work, stop) =>
      jobs.attend(
        kind,
        params,
        (job) =>
          work({
            ...job,
            advance(done, total) {
              job.advance(done, total);
              if (done === 100) outside(moments.begun);
            },
            async settle(trx) {
              await outside(moments.full);
              await job.settle(trx);
            },
          }),
        stop,
      ),
  };
}

describe.each(dealtKinds())('an import that is cancelled on %s', (kind) => {
  const moments: Moments = { begun: () => undefined, full: () => Promise.resolve() };
  /** Two processes on one database; where that is embedded, the other one is not asked. */
  let server: TestServer;
  let elsewhere: TestServer;
  let token: string;
  const total = async () => {
    const { kysely } = server.database;
    return (
      await kysely
        .selectFrom('goods_category')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirst()
    )?.count;
  };
  const told = async (language: 'en' | 'zh-cn' = 'en') =>
    (await server.call(listNotifications, {}, { token, language })).list.map(({ title }) => title);
  const jobs = async (by: TestServer) => (await by.call(readSystem, {}, { token })).jobs.list;
  const send = (key: string, language: 'en' | 'zh-cn' = 'en') =>
    refusalOf(server.call(importRows, WISH, { token, idempotencyKey: key, language }));
  const cancel = (key: string, by = server, as = token) => by.call(cancelImport, {}, { token: as, idempotencyKey: key });

  const endFromList = async () => {
    const [job] = await jobs(elsewhere);
    expect(job).toMatchObject({ kind: 'import', state: 'active', failures: 0 });
    await elsewhere.call(cancelJob, { id: job?.id ?? '' }, { token });
  };

  /** By somebody who leaves before the call comes, or meanwhile. */
  const verify = async (when: 'before' | 'meanwhile' | 'never') => {
    const leaving = new AbortController();
    if (when === 'before') leaving.abort();
    const answer = server.request('/admin/goods.Category/import', {
      method: 'POST',
      token,
      json: { ...WISH, isDryRun: true },
      signal: leaving.signal,
    });
    if (when === 'meanwhile') setImmediate(() => leaving.abort());
    return (await answer).body;
  };

  beforeAll(async () => {
    elsewhere = await createTestServer({ kind, sampleData: false });
    const { database } = elsewhere;
    server = await createTestServer({
      opened: database,
      ports: { jobs: watched(await openJobs({ database, logger: silentLogger }), moments) },
    });
    ({ token } = await server.signIn());
  });
  beforeEach(async () => {
    Object.assign(moments, { begun: () => undefined, full: () => Promise.resolve() });
    const { kysely } = server.database;
    await kysely.deleteFrom('goods_category').execute();
    await kysely.deleteFrom('notification').execute();
    await sql`delete from pgboss.job`.execute(kysely);
  });
  afterAll(async () => {
    await server.app.close();
    await server.ports.jobs.stop();
    await elsewhere.close();
  });

  it.each([
    ['en', 'This was cancelled. Nothing was changed.', 'Import cancelled · Category'],
    ['zh-cn', '已取消，没有写入任何内容。', '导入已取消 · 商品分类'],
  ] as const)('leaves nothing, is known as cancelled, and says so (%s)', async (language, refusal, title) => {
    const { promise: answer, resolve } = Promise.withResolvers<unknown>();
    moments.begun = () => resolve(cancel(`running-${language}`));
    expect(await send(`running-${language}`, language)).toBe(refusal);
    expect(await answer).toEqual({ isCancelled: true });
    expect(await total()).toBe(0);
    expect(await jobs(server)).toMatchObject([{ kind: 'import', state: 'cancelled' }]);
    expect(await told(language)).toEqual([title]);
    // Whoever sends the same once more, as clients do by themselves, has not changed their mind.
    Object.assign(moments, { begun: () => undefined });
    expect(await send(`running-${language}`, language)).toBe(refusal);
    expect(await send(`again-${language}`, language)).toMatchObject({ count: 1000 });
  });

  it('was over before: it stays as it is, and the answer says that', async () => {
    expect(await send('done')).toMatchObject({ count: 1000 });
    expect(await cancel('done')).toEqual({ isCancelled: false });
    expect([await total(), await told()]).toEqual([1000, ['Import finished · Category']]);
    expect(await jobs(server)).toEqual([]);
  });

  it('had not come yet: it is refused when it comes', async () => {
    expect(await cancel('early')).toEqual({ isCancelled: true });
    expect(await send('early')).toBe('This was cancelled. Nothing was changed.');
    expect(await total()).toBe(0);
  });

  it('is the sender’s own: nobody else ends it by its key, and without a key nobody ends any', async () => {
    const clerk = await server.addAdmin(`clerk-${crypto.randomUUID().slice(0, 8)}`, ['goods/category', 'goods/category/add']);
    const { promise: answer, resolve } = Promise.withResolvers<unknown>();
    moments.begun = () => resolve(cancel('shared', server, clerk.token));
    expect(await send('shared')).toMatchObject({ count: 1000 });
    expect(await answer).toEqual({ isCancelled: true });
    expect(await total()).toBe(1000);
    expect(await refusalOf(server.call(cancelImport, {}, { token }))).toBe(
      'Send the Idempotency-Key of the import that is to be cancelled.',
    );
  });

  it('is not verified to the end where nobody waits for what is found', async () => {
    expect((await verify('never'))?.data).toMatchObject({ count: 1000, refusedRows: 0 });
    for (const when of ['before', 'meanwhile'] as const)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect([when, (await verify(when))?.msg]).toEqual([when, 'This was cancelled. Nothing was changed.']);
    expect([await total(), await told()]).toEqual([0, []]);
  });

  it.runIf(kind === 'postgresql')('is ended by another process, by its key or from the list of jobs', async () => {
    let answer: Promise<unknown> = Promise.resolve({ isCancelled: true });
    const byKey = async () => {
      answer = cancel('far-key', elsewhere);
      await expect.poll(() => jobs(elsewhere)).toMatchObject([{ kind: 'import', state: 'cancelled' }]);
    };
    for (const [key, end] of Object.entries({ 'far-key': byKey, 'far-list': endFromList })) {
      moments.full = end;
      expect(await send(key)).toBe('This was cancelled. Nothing was changed.');
      expect([await answer, await total()]).toEqual([{ isCancelled: true }, 0]);
      expect(await jobs(server)).toMatchObject([{ kind: 'import', state: 'cancelled' }]);
      expect(await told()).toEqual(['Import cancelled · Category']);
      await sql`delete from pgboss.job`.execute(server.database.kysely);
      await server.database.kysely.deleteFrom('notification').execute();
    }
  });
});
