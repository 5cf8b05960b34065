import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { chatPrompt } from '#sections/chat-prompt/chat-prompt.resource.ts';
import { dataRecycleLog } from '#sections/data-recycle-log/data-recycle-log.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const COPIES = 60;
const BODY = 'long '.repeat(1600).trim();
const DESCRIPTION = `<p>${'long '.repeat(3900)}</p>`;

describe.each(dealtKinds())('a page of heavy records on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('tells whole texts where it is short, and where many rows are asked for how they begin', async () => {
    const { add, list, read } = resourceEndpoints(chatPrompt);
    const { id = 0 } =
      (await server.call(add, { kind: 'starter', name: 'Heavy', body: BODY, audience: 'all', status: '0' }, { token })) ?? {};
    const told = async (limit: number) => (await server.call(list, { limit }, { token })).list?.find((row) => row['id'] === id)?.['body'];
    expect(await told(100)).toBe(BODY);
    expect(await told(1000)).toBe(`${BODY.slice(0, 1500)}…`);
    expect((await server.call(read, { id }, { token })).row).toMatchObject({ body: BODY });
  });

  it('tells in the bin how texts of many records begin', async () => {
    const { kysely } = server.database;
    const { id: category_id } = await kysely.selectFrom('goods_category').select('id').limit(1).executeTakeFirstOrThrow();
    const rest = { category_id, description: DESCRIPTION, price: 100, create_time: 0, update_time: 0 };
    const made = await kysely
      .insertInto('goods')
      .values(Array.from({ length: COPIES }, (_, at) => ({ title: `heavy ${at}`, ...rest })))
      .returning('id')
      .execute();
    await server.call(resourceEndpoints(goods).remove, { ids: made.map(({ id }) => id) }, { token });
    const textsOf = async (limit: number) =>
      (await server.call(resourceEndpoints(dataRecycleLog).list, { limit }, { token })).list?.map(
        ({ data }) => (JSON.parse(String(data)) as { readonly description: string }).description,
      );
    expect(await textsOf(5)).toEqual(Array.from({ length: 5 }, () => DESCRIPTION));
    expect(await textsOf(COPIES)).toEqual(Array.from({ length: COPIES }, () => `${DESCRIPTION.slice(0, 10_000)}…`));
  });
});
