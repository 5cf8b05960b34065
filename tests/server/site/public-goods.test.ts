import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentPage, GoodsContent, GoodsListContent } from '#domain/site/document-page';
import type { DocumentRenderer } from '#server/ports/ports';
import { countGoods } from '#server/features/site/public-goods';
import { pastLives } from '#server/db/sections/guard-lives';
import { dealtKinds } from '#tests/support/dealt.ts';
import { first, shown as shownOf, visitor } from '#tests/server/chat/chat-support.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const renderer: DocumentRenderer = {
  build: 'documents-1.js',
  inline: async () => ({ script: '', styles: '' }),
  render: async (page) => JSON.stringify(page),
};
const TIMES = { create_time: 1, update_time: 1_700_000_000 };

describe.each(dealtKinds())('public goods on %s', (kind) => {
  let server: TestServer;
  let shown: { tea: number; green: number; hidden: number; below: number; empty: number };
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      ports: { pages: { read: () => null, shell: '__SITE__', documents: renderer } },
    });
    const { kysely } = server.database;
    const category = async (name: string, pid = 0, status: '0' | '1' = '1', english = '') =>
      (
        await kysely
          .insertInto('goods_category')
          .values({ name, name_en: english, pid, status, ...TIMES })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const tea = await category('茶', 0, '1', 'Tea');
    const hidden = await category('planted-category', 0, '0');
    shown = {
      tea,
      green: await category('绿茶', tea),
      hidden,
      below: await category('planted-below', hidden),
      empty: await category('普洱', tea, '1', 'Pu-erh'),
    };
    const goods = async (
      key: string,
      categoryId: number,
      more: { status?: 'on' | 'off' | 'draft'; featured?: '1'; english?: string } = {},
    ) => {
      const row = {
        category_id: categoryId,
        title: key,
        title_en: more.english ?? '',
        subtitle: `${key} 100%`,
        price: 1250,
        list_price: 1500,
      };
      const rest = {
        images: JSON.stringify([`/samples/${key}.svg`]),
        tags: '[]',
        description: '<p onclick="x()">好<script>1</script></p>',
        ...TIMES,
      };
      const values = { ...row, ...rest, stock: 3, status: more.status ?? 'on', is_featured: more.featured ?? '0' } as const;
      ids[key] = await kysely.transaction().execute(async (trx) => {
        await pastLives(trx);
        return (await trx.insertInto('goods').values(values).returning('id').executeTakeFirstOrThrow()).id;
      });
    };
    await goods('longjing', shown.green, { english: 'Dragon Well' });
    await goods('featured', shown.tea, { featured: '1' });
    await goods('planted-off', shown.tea, { status: 'off' });
    await goods('planted-draft', shown.tea, { status: 'draft' });
    await goods('planted-waiting', shown.empty, { status: 'draft' });
    await goods('planted-hidden', shown.hidden);
    await goods('planted-deep', shown.below);
    await goods('planted-deleted', shown.tea);
    await kysely.deleteFrom('goods').where('id', '=', ids['planted-deleted']!).execute();
  });
  afterAll(() => server.close());

  const set = (name: string, value: string) =>
    server.database.kysely.updateTable('config').set({ value }).where('name', '=', name).execute();
  const get = async (path: string) => {
    const reply = await server.app.fetch(new Request(`http://shop.test${path}`));
    return { status: reply.status, text: await reply.text() };
  };
  const read = async (path: string) => {
    const { status, text } = await get(path);
    const page = JSON.parse(text) as DocumentPage;
    return { status, frame: page.frame, content: page.content as unknown as Omit<GoodsListContent, 'kind'> & Omit<GoodsContent, 'kind'> };
  };
  /** What the chat answers a visitor. */
  const said = async (question: string): Promise<string> => {
    const anna = visitor(server);
    return shownOf(await anna.read((await anna.ask('send', first(question))).answer.uuid)).text;
  };
  const titlesAt = async (path: string) => (await read(path)).content.items.map(({ title }) => title.text);

  it('are listed, featured ones first, and by what is below a category', async () => {
    expect(await titlesAt('/goods')).toEqual(['featured', 'longjing']);
    expect(await titlesAt('/goods?order=newest')).toEqual(['featured', 'longjing']);
    expect(await titlesAt(`/goods/category/${shown.green}`)).toEqual(['longjing']);
    expect(await titlesAt(`/en/goods/category/${shown.tea}`)).toEqual(['featured', 'Dragon Well']);
    const { content } = await read(`/goods/category/${shown.green}`);
    expect(content.crumbs).toEqual([{ title: { text: '茶', isTranslated: true }, path: `/goods/category/${shown.tea}` }]);
    expect(content.categories.map(({ id, depth }) => [id, depth])).toEqual([
      [shown.tea, 0],
      [shown.green, 1],
    ]);
  });

  it('offer no category in which nothing is on sale, but its address answers', async () => {
    const { status, content } = await read(`/en/goods/category/${shown.empty}`);
    expect([status, content.total, content.category?.title.text]).toEqual([200, 0, 'Pu-erh']);
    expect(content.categories.map(({ id }) => id)).toEqual([shown.tea, shown.green, shown.empty]);
    expect((await read('/goods')).content.categories.map(({ id }) => id)).toEqual([shown.tea, shown.green]);
    expect((await get('/sitemap/0.xml')).text).not.toContain(`/goods/category/${shown.empty}<`);
  });

  it('are found by words, which are no patterns, and such a page is not for search engines', async () => {
    expect(await titlesAt('/goods?q=dragon')).toEqual(['longjing']);
    expect(await titlesAt('/goods?q=100%25')).toEqual(['featured', 'longjing']);
    expect(await titlesAt('/goods?q=_')).toEqual([]);
    expect((await read('/goods?q=dragon')).frame.isIndexed).toBe(false);
    expect((await read('/goods?utm_source=x')).frame).toMatchObject({ isIndexed: true, search: '' });
  });

  it('are told each by itself, cleaned, with those beside it', async () => {
    const { status, frame, content } = await read(`/en/goods/${ids['longjing']}`);
    expect([status, frame.languages]).toEqual([200, ['zh-cn', 'en']]);
    expect(content).toMatchObject({
      title: { text: 'Dragon Well', isTranslated: true },
      price: { cents: 1250, listCents: 1500, currency: 'CNY' },
      availability: 'few',
      description: '<p>好</p>',
    });
    expect(content.others.map(({ id }) => id)).toEqual([ids['featured']]);
    // Without English words it is no English page.
    expect((await read(`/en/goods/${ids['featured']}`)).frame.languages).toEqual(['zh-cn']);
    const categories = [shown.tea, shown.green].map(async (id) => (await read(`/en/goods/category/${id}`)).frame.languages);
    expect(await Promise.all(categories)).toEqual([['zh-cn', 'en'], ['zh-cn']]);
    const sitemap = (await get('/sitemap/0.xml')).text;
    expect(sitemap).toContain(`http://shop.test/en/goods/category/${shown.tea}<`);
    expect(sitemap).not.toContain(`/en/goods/category/${shown.green}<`);
  });

  it('are not told where they are not on sale, or not shown: gone, or never there', async () => {
    const statusOf = async (key: string) => (await get(`/goods/${ids[key]}`)).status;
    expect(await Promise.all(['planted-off', 'planted-deleted', 'planted-draft', 'planted-hidden', 'planted-deep'].map(statusOf))).toEqual([
      410, 410, 404, 404, 404,
    ]);
    expect(
      await Promise.all(
        ['/goods/999999', `/goods/category/${shown.hidden}`, `/goods/category/${shown.below}`, '/goods?page=2'].map(
          async (path) => (await get(path)).status,
        ),
      ),
    ).toEqual([404, 404, 404, 404]);
    const everywhere = ['/', '/en', '/goods', '/en/goods', '/goods?q=planted', `/goods/${ids['longjing']}`, '/sitemap.xml'];
    for (const path of everywhere)
      expect([path, /planted/u.test((await get(path)).text.replace('"words":"planted"', '').replaceAll('?q=planted', ''))]).toEqual([
        path,
        false,
      ]);
  });

  it('are what the chat tells of, and no more', async () => {
    const text = await said('Do you sell longjing, featured or planted goods?');
    expect(text).toContain('| Dragon Well | 绿茶 | 12.50 |');
    expect(text).not.toContain('planted');
  });

  it('are in the site map, and say no prices where these are not public', async () => {
    const placesIn = async (path: string) =>
      [...(await get(path)).text.matchAll(/<loc>http:\/\/shop\.test([^<]*)<\/loc>/gu)].map((match) => match[1]);
    expect(await placesIn('/sitemap.xml')).toEqual(['/sitemap/0.xml', '/sitemap/1.xml']);
    const [tea, green] = [shown.tea, shown.green].map((id) => `/goods/category/${id}`);
    // What has no English name is no English page.
    expect((await placesIn('/sitemap/0.xml')).filter((path) => !path?.includes('/help'))).toEqual([
      '/',
      '/en',
      '/goods',
      '/en/goods',
      tea,
      `/en${tea}`,
      green,
    ]);
    const [chinese, both] = [ids['featured'], ids['longjing']].map((id) => `/goods/${id}`);
    expect(await placesIn('/sitemap/1.xml')).toEqual([both, `/en${both}`, chinese]);
    expect([(await get('/sitemap/2.xml')).status, (await get('/sitemap/01.xml')).status]).toEqual([404, 404]);
    const { text } = await get('/sitemap/1.xml');
    expect(text.match(/hreflang="[^"]*" href="[^"]*"/gu)?.slice(0, 3)).toEqual([
      `hreflang="zh-CN" href="http://shop.test${both}"`,
      `hreflang="en" href="http://shop.test/en${both}"`,
      `hreflang="x-default" href="http://shop.test${both}"`,
    ]);
    expect(text).toContain('<lastmod>2023-11-14T22:13:20.000Z</lastmod>');
    // A file that lists nothing is no site map, and is named by none.
    await server.database.kysely.transaction().execute(async (trx) => {
      await pastLives(trx);
      await sql`insert into goods (id, category_id, title, title_en, subtitle, images, price, stock, unit, status, tags, description, weigh, create_time, update_time)
        overriding system value values (10001, ${shown.tea}, '远', '', '', '[]', 1, 1, '', 'on', '[]', '', 0, 0, 0)`.execute(trx);
    });
    expect(await placesIn('/sitemap.xml')).toEqual(['/sitemap/0.xml', '/sitemap/1.xml', '/sitemap/3.xml']);
    expect([(await get('/sitemap/2.xml')).status, (await get('/sitemap/3.xml')).status]).toEqual([404, 200]);
    await server.database.kysely.deleteFrom('goods').where('id', '=', 10_001).execute();
    await set('goods_prices', '0');
    expect((await read(`/goods/${ids['longjing']}`)).content.price).toBeNull();
    // Whoever knows one price would know between which others it stands.
    await server.database.kysely.updateTable('goods').set({ price: 1300 }).where('id', '=', ids['featured']!).execute();
    const called = async (order: string) =>
      (JSON.parse((await get(`/api/goods/index?server=1&order=${order}`)).text) as { data: { list: { id: number }[] } }).data.list.map(
        ({ id }) => id,
      );
    for (const order of ['cheap', 'dear'])
      expect([order, await titlesAt(`/goods?order=${order}`), await called(order)]).toEqual([
        order,
        ['featured', 'longjing'],
        [ids['featured'], ids['longjing']],
      ]);
    expect(await said('Do you sell longjing?')).toContain('| Dragon Well | 绿茶 |');
    expect(await said('Do you sell longjing?')).not.toMatch(/12\.50|Price/u);
  });

  it('are nowhere at all where they are not public', async () => {
    await set('goods_public', '0');
    expect((await get('/goods')).status).toBe(404);
    expect((await get(`/goods/${ids['longjing']}`)).status).toBe(404);
    expect(await said('Do you sell longjing?')).not.toContain('Dragon Well');
    for (const path of ['/', '/en', '/sitemap.xml', '/sitemap/0.xml', '/sitemap/1.xml'])
      expect([path, /longjing|Dragon|goods\//u.test((await get(path)).text)]).toEqual([path, false]);
  });

  it('stand at the address of the site where one is set, and for search engines only where these may come', async () => {
    await set('site_address', 'https://shop.example.com');
    expect((await read('/')).frame.origin).toBe('https://shop.example.com');
    expect((await get('/robots.txt')).text).toContain('Sitemap: https://shop.example.com/sitemap.xml');
    await set('search_indexing', '0');
    expect((await get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
    expect((await read('/')).frame.isIndexed).toBe(false);
  });

  it('are found by the index of the list, however many there are', async () => {
    const { kysely } = server.database;
    const indexes = await kysely.transaction().execute(async (trx) => {
      await pastLives(trx);
      await sql`insert into goods (category_id, title, title_en, subtitle, images, price, stock, unit, status, tags, description, weigh, create_time, update_time)
        select ${shown.tea}, '壶 ' || n, '', '', '[]', n, n, '', 'on', '[]', '', n, n, n from generate_series(100001, 106000) as n`.execute(
        trx,
      );
      await sql`analyze goods`.execute(trx);
      await sql`update pg_class set reltuples = 1000000 where relname in ('goods', 'goods_public', 'goods_search')`.execute(trx);
      const counted = countGoods(trx, [shown.tea], '105999');
      expect(Number((await counted.executeTakeFirstOrThrow()).total)).toBe(1);
      const plan = JSON.stringify(await counted.explain('json'));
      await sql`delete from goods where id in (select id from goods where title like '壶 %')`.execute(trx);
      return [...plan.matchAll(/"Index Name":"([^"]*)"/gu)].map((match) => match[1]);
    });
    expect(indexes).toContain('goods_search');
  });

  it('are told of in a chain of thousands of categories, too', async () => {
    const { kysely } = server.database;
    await set('goods_public', '1');
    await sql`insert into goods_category (id, pid, name, create_time, update_time)
      select n, case n when 1000001 then 0 else n - 1 end, n::text, 1, 1 from generate_series(1000001, 1020000) as n`.execute(kysely);
    await kysely.transaction().execute(async (trx) => {
      await pastLives(trx);
      await trx.updateTable('goods').set({ category_id: 1_020_000 }).where('id', '=', ids['featured']!).execute();
    });
    const { status, content } = await read('/goods');
    expect([status, content.categories.at(-1)?.depth]).toEqual([200, 19_999]);
    expect((await read('/goods/category/1000003')).content.crumbs.map(({ path }) => path)).toEqual([
      '/goods/category/1000001',
      '/goods/category/1000002',
    ]);
  });
});
