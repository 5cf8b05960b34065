import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicGoodsDetail, publicGoodsIndex, publicNoticeIndex } from '#api/contract/site/public';
import { DOCUMENT_DRAWS_PER_MINUTE } from '#server/http/documents/document-limits';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

describe.each(dealtKinds())('what the site tells programs on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind, ports: { clock: { nowMs: () => 1_768_435_200_000 } } });
  });
  afterAll(() => server.close());
  const set = (name: string, value: string) =>
    server.database.kysely.updateTable('config').set({ value }).where('name', '=', name).execute();

  const ask = async () => {
    const reply = await server.app.fetch(new Request('http://shop.test/.well-known/security.txt'));
    return [reply.status, await reply.text()];
  };

  it('is what its pages show: goods on sale, with prices, without how many there are', async () => {
    const { list, total, pages } = await server.call(publicGoodsIndex, { q: '龙井' }, { language: 'en' });
    expect([total, pages, list]).toEqual([
      1,
      1,
      [
        {
          id: 1,
          picture: '/samples/tea-green.svg',
          price: { cents: 36_800, list_cents: 42_800, currency: 'CNY' },
          title: { text: 'West Lake Longjing, first spring, 100 g', is_translated: true },
          subtitle: { text: '', is_translated: true },
        },
      ],
    ]);
    const detail = await server.call(publicGoodsDetail, { id: 1 });
    expect([detail.availability, detail.pictures, Object.keys(detail).includes('stock')]).toEqual([
      'inStock',
      ['/samples/tea-green.svg'],
      false,
    ]);
    // Off sale, a draft, in a hidden category, and never there.
    for (const id of [5, 8, 41, 9999]) await expect(server.call(publicGoodsDetail, { id })).rejects.toThrow('not exist');
    await expect(server.call(publicGoodsIndex, { category: 8 })).rejects.toThrow('not exist');
  });

  it('is notices whose time it is', async () => {
    const { list } = await server.call(publicNoticeIndex, {}, { language: 'en' });
    expect(list.map(({ title, is_pinned: isPinned }) => [title.text, isPinned])).toEqual([
      ['First-spring Longjing has arrived', true],
      ['Members can sign in with passkeys', false],
      ['Deliveries over the holidays', false],
    ]);
  });

  it('is no price where none is told, and nothing where goods are not public', async () => {
    await set('goods_prices', '0');
    expect((await server.call(publicGoodsIndex, {})).list.every(({ price }) => price === null)).toBe(true);
    await set('goods_public', '0');
    await expect(server.call(publicGoodsIndex, {})).rejects.toThrow('not exist');
    await expect(server.call(publicGoodsDetail, { id: 1 })).rejects.toThrow('not exist');
  });

  it('is where faults are reported, where the contact is an address', async () => {
    expect(await ask()).toEqual([404, '']);
    await set('site_contact', '客服：400-123，邮箱：help@shop.example');
    expect(await ask()).toEqual([
      200,
      'Contact: mailto:help@shop.example\nExpires: 2027-01-15T00:00:00.000Z\nPreferred-Languages: zh, en\nCanonical: http://shop.test/.well-known/security.txt\n',
    ]);
    // The signs of a sentence are no part of an address.
    for (const [contact, address] of [
      ['请见 https://a.example/contact。', 'https://a.example/contact'],
      ['See (https://a.example/contact).', 'https://a.example/contact'],
      ['请见（https://a.example/联系）', 'https://a.example/%E8%81%94%E7%B3%BB'],
      ['邮箱（hi@a.example）', 'mailto:hi@a.example'],
      ['Write to hi@a.example.', 'mailto:hi@a.example'],
    ] as const) {
      await set('site_contact', contact);
      expect([contact, String((await ask())[1]).split('\n')[0]]).toEqual([contact, `Contact: ${address}`]);
    }
  });

  it('is told one network so often in a minute as it may have pages drawn', async () => {
    await set('goods_public', '1');
    const told = async () => (await server.request('/api/notice/index?server=1', { address: '203.0.113.9' })).body?.code;
    const codes: (number | undefined)[] = [];
    for (let count = 0; count < DOCUMENT_DRAWS_PER_MINUTE + 2; count += 1) codes.push(await told());
    expect([codes.filter((code) => code === 1).length, codes.slice(-2)]).toEqual([DOCUMENT_DRAWS_PER_MINUTE, [0, 0]]);
    expect((await server.request('/api/notice/index?server=1', { address: '203.0.113.10' })).body?.code).toBe(1);
  });
});
