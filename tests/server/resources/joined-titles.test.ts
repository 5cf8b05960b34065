import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

describe.each(dealtKinds())('names of joined records on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  it('come in every language that the section has them in, whoever reads', async () => {
    for (const language of ['zh-cn', 'en'] as const) {
      const { list } = await server.call(resourceEndpoints(goods).list, { limit: 1 }, { token, language });
      expect(list?.[0]?.['category']).toEqual({ id: 2, name: '绿茶', name_en: 'Green tea' });
      const { options, list: rows = options } = await server.call(
        resourceEndpoints(goodsCategory).list,
        { select: true, quickSearch: 'Green' },
        { token, language },
      );
      expect(rows?.map((row) => row['name_en'])).toEqual(['Green tea']);
    }
  });
});
