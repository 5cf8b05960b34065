import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseChanges } from '#api/contract/changes/change';
import { reportProblem } from '#api/contract/observe/problem';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { dataRecycleLog } from '#sections/data-recycle-log/data-recycle-log.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { problemReport } from '#sections/problem-report/problem-report.resource.ts';
import { sensitiveDataLog } from '#sections/sensitive-data-log/sensitive-data-log.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const JOURNAL = JSON.stringify({
  journal: 1,
  app: '1.4.0',
  build: '9a8ced66',
  language: 'en',
  startedAt: 1_764_000_000,
  machines: {},
  anonymous: true,
});

describe.each(dealtKinds())('what goes for good, asked for again under its key on %s,', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const categories = resourceEndpoints(goodsCategory);

  /** The id of the only entry. */
  const onlyOf = async (section: typeof dataRecycleLog | typeof sensitiveDataLog | typeof problemReport): Promise<number> => {
    const { list = [] } = await call(resourceEndpoints(section).list, {});
    expect(list).toHaveLength(1);
    return Number(list[0]?.['id']);
  };

  it.each([
    {
      section: dataRecycleLog,
      make: async () => {
        const { id = 0 } = (await call(categories.add, { name: 'Gone' })) ?? {};
        await call(categories.remove, { ids: [id] });
      },
    },
    {
      section: sensitiveDataLog,
      make: async () => {
        const people = resourceEndpoints(member);
        const { id = 0 } =
          (await call(people.add, { username: 'lin', nickname: 'Lin', password: 'secret99x', group_id: 1, mobile: '13800001111' })) ?? {};
        await call(people.save, { id, mobile: '13900002222' });
      },
    },
    {
      section: problemReport,
      make: async () => {
        const problem = { area: 'admin', page: '/admin', sentence: 'It went white.', build: '9a8ced66', journal: JOURNAL } as const;
        await call(reportProblem, problem, { as: 'admin' });
      },
    },
  ])('is answered the same: $section.name', async ({ section, make }) => {
    await make();
    const id = await onlyOf(section);
    const remove = (key: string) => call(resourceEndpoints(section).remove, { ids: [id] }, { idempotencyKey: `${section.name}-${key}` });
    expect(await remove('once')).toEqual({ count: 1 });
    expect(await remove('once')).toEqual({ count: 1 });
    await expect(remove('anew')).rejects.toThrow('does not exist');
  });

  it('is answered the same: the history of a record', async () => {
    const { id = 0 } = (await call(categories.add, { name: 'Erased' })) ?? {};
    const erase = (key: string) => call(eraseChanges, { resource: 'goodsCategory', id, title: 'Erased' }, { idempotencyKey: key });
    const done = await erase('erase-once');
    expect(done).toMatchObject({ count: 1, versions: 1 });
    expect(await erase('erase-once')).toEqual(done);
    await expect(erase('erase-anew')).rejects.toThrow('does not exist');
    const told = await server.database.kysely.selectFrom('security_log').select('count').where('kind', '=', 'changes.erased').execute();
    expect(told).toEqual([{ count: 1 }]);
  });
});
