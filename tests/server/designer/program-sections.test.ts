import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listProgramSections, readProgramSection } from '#api/contract/designer/program-sections';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { SectionDesign } from '#domain/designer/section-design';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createDesigning } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

describe.each(dealtKinds())('a section of the program, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });

  it('is the beginning of another one, which works beside it and leaves its records alone', async () => {
    const { list } = await call(listProgramSections, {});
    expect(list).toContainEqual({
      name: 'goodsCategory',
      label: { 'zh-cn': '商品分类', en: 'Category' },
      fields: expect.any(Number),
    });
    const { design: told, left } = await call(readProgramSection, { name: 'goods' });
    const design = told as SectionDesign;
    expect(left).toEqual([
      { column: 'status', reason: expect.stringContaining('life') },
      { column: 'goods', reason: expect.stringContaining('rules') },
    ]);
    expect(design.declaration).toMatchObject({ name: 'goods2', table: 'x_goods2', label: { en: 'Goods', 'zh-cn': '商品' } });
    expect(design.declaration.fields['status']).toMatchObject({ label: { en: 'Status' }, optionLabels: { on: { en: 'On sale' } } });
    await createDesigning((...all) => call(...all)).publish(design);
    const [copy, goods] = [resourceEndpoints(design.declaration), resourceEndpoints(server.app.resources.get('goods')!.resource)];
    const before = await call(goods.list, {});
    await call(copy.add, { title: 'Cup', category_id: 1, price: '1.00', stock: 1, status: 'off', images: [], tags: [] });
    expect((await call(copy.list, {})).list).toEqual([expect.objectContaining({ title: 'Cup', status: 'off' })]);
    expect(await call(goods.list, {})).toEqual(before);
    // A name that is there now is not proposed again.
    expect((await call(readProgramSection, { name: 'goods' })).design).toMatchObject({ declaration: { name: 'goods3' } });
  });

  it('is told of to whoever may open its list, and no designed one is', async () => {
    await expect(call(readProgramSection, { name: 'goods2' })).rejects.toThrow('goods2');
    await expect(call(readProgramSection, { name: 'nothing' })).rejects.toThrow('nothing');
  });
});
