import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { logout } from '#api/contract/session/session';
import { previewNotice, previewPage } from '#api/contract/site/preview';
import type { DocumentPage, NoticeContent, NoticeListContent } from '#domain/site/document-page';
import { notice } from '#sections/notice/notice.resource.ts';
import { publicPage } from '#sections/public-page/public-page.resource.ts';
import { PREVIEW_SECONDS, PREVIEWS_AT_ONCE } from '#server/base/limits';
import { sweepPreviews } from '#server/features/site/previews';
import type { DocumentRenderer } from '#server/ports/ports';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const renderer: DocumentRenderer = {
  build: 'documents-1.js',
  inline: async () => ({ script: '', styles: '' }),
  render: async (page) => JSON.stringify(page),
};
const notices = resourceEndpoints(notice);
const pages = resourceEndpoints(publicPage);

describe.each(dealtKinds())('notices and pages on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const passed = { ms: 0 };
  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      ports: {
        clock: { nowMs: () => 1_768_435_200_000 + passed.ms },
        pages: { read: () => null, shell: '__SITE__', documents: renderer },
      },
    });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const now = () => 1_768_435_200 + passed.ms / 1000;
  const get = async (path: string) => {
    const reply = await server.app.fetch(new Request(`http://shop.test${path}`));
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  };
  const read = async (path: string) => {
    const { status, headers, text } = await get(path);
    const { frame, content } = JSON.parse(text) as DocumentPage;
    return { status, headers, frame, content: content as unknown as Omit<NoticeListContent, 'kind'> & Omit<NoticeContent, 'kind'> };
  };
  const titlesAt = async (path: string) => (await read(path)).content.items.map(({ title }) => title.text);
  const add = async (row: Record<string, unknown>): Promise<number> => {
    const added = await server.call(notices.add, { status: 'on', body: `<p>${String(row['title'])}</p>`, ...row }, { token });
    return added?.id ?? 0;
  };
  const draftOf = (slug: string) =>
    server.database.kysely.selectFrom('public_page').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
  const addresses = async (id: number) => (await server.call(previewPage, { id }, { token })).addresses;
  const minute = 60;

  it('come and go by the clock, though nobody writes anything', async () => {
    expect([(await read('/notices')).content.items, (await read('/')).frame.hasNotices]).toEqual([[], false]);
    const [soon, later] = [now() + minute, now() + 2 * minute];
    const id = await add({ title: 'timed', publish_time: soon, expire_time: later });
    const at = async () => [(await get(`/notices/${id}`)).status, await titlesAt('/notices'), (await read('/')).frame.hasNotices];
    expect(await at()).toEqual([404, [], false]);
    passed.ms += minute * 1000;
    expect(await at()).toEqual([200, ['timed'], true]);
    passed.ms += minute * 1000;
    expect(await at()).toEqual([410, [], false]);
  });

  it('are listed pinned ones first, then by their day, and are told in both languages where they have both', async () => {
    await add({ title: 'old', publish_time: now() - 3 * minute });
    await add({ title: 'new', title_en: 'fresh', body_en: '<p>English</p>', publish_time: now() - minute });
    await add({ title: 'pinned', is_pinned: '1', publish_time: now() - 9 * minute });
    const draft = await add({ title: 'planted-draft', status: 'draft' });
    const own = await add({ title: 'planted-for-members', audience: 'members', expire_time: now() + minute });
    expect(await titlesAt('/notices')).toEqual(['pinned', 'new', 'old']);
    expect((await read('/en/notices')).content.items.map(({ title, excerpt }) => [title, excerpt.text])).toEqual([
      [{ text: 'pinned', isTranslated: false }, 'pinned'],
      [{ text: 'fresh', isTranslated: true }, 'English'],
      [{ text: 'old', isTranslated: false }, 'old'],
    ]);
    expect([(await get(`/notices/${draft}`)).status, (await get('/notices?page=2')).status]).toEqual([404, 404]);
    for (const path of ['/', '/en', '/notices', '/sitemap/0.xml', '/api/notice/index', `/notices/${own}`])
      expect([path, (await get(path)).text.includes('planted')]).toEqual([path, false]);
    expect((await get(`/notices/${own}`)).status).toBe(404);
    passed.ms += minute * 1000;
    // Nobody learns that there was one.
    expect((await get(`/notices/${own}`)).status).toBe(404);
    const id = (await read('/notices')).content.items.find(({ title }) => title.text === 'old')?.id;
    // Without English words it is no English page, and no search engine is told of one.
    expect((await read(`/en/notices/${id}`)).frame.languages).toEqual(['zh-cn']);
    expect((await get('/sitemap/0.xml')).text).not.toContain(`/en/notices/${id}<`);
  });

  it('stand at an address of their own, in the footer where they are to, with the next request after a change', async () => {
    const shipped = await server.database.kysely.selectFrom('public_page').select(['slug', 'status']).orderBy('weigh', 'desc').execute();
    expect(shipped.map(({ slug, status }) => [slug, status])).toEqual(
      ['about', 'terms', 'privacy', 'accessibility'].map((slug) => [slug, 'draft']),
    );
    expect([(await get('/pages/terms')).status, (await read('/')).frame.pages]).toEqual([404, []]);
    const row = await server.database.kysely
      .selectFrom('public_page')
      .select(['id', 'version'])
      .where('slug', '=', 'terms')
      .executeTakeFirstOrThrow();
    await server.call(pages.save, { ...row, status: 'on' }, { token });
    expect((await read('/en/pages/terms')).content.title).toEqual({ text: 'Terms of service', isTranslated: true });
    expect((await read('/')).frame.pages).toEqual([{ path: '/pages/terms', title: { text: '服务条款', isTranslated: true } }]);
    expect((await get('/sitemap/0.xml')).text).toContain('<loc>http://shop.test/en/pages/terms</loc>');
    expect((await get('/pages/Terms')).status).not.toBe(200);
  });

  it('say nothing that could run', async () => {
    const id = await add({ title: '<script>1</script>', body: '<p onclick="x()">好<script>1</script><img src="javascript:1"></p>' });
    // As another program may have written it.
    await server.database.kysely
      .updateTable('notice')
      .set({ body_en: '<p onload=x>a<iframe src=x></iframe></p>', title_en: 'x' })
      .where('id', '=', id)
      .execute();
    expect((await read(`/notices/${id}`)).content.body.text).toBe('<p>好</p>');
    expect((await read(`/en/notices/${id}`)).content.body.text).toBe('<p>a</p>');
  });

  describe('before they are published', () => {
    it('are seen by whoever may edit them, once, uncached and by no search engine', async () => {
      const { en, 'zh-cn': chinese } = await addresses((await draftOf('about')).id);
      const seen = await read(en);
      expect([seen.status, seen.content.title.text, seen.frame.isPreview, seen.frame.isIndexed]).toEqual([200, 'About us', true, false]);
      expect([seen.headers.get('cache-control'), seen.headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
      const again = await read(en);
      expect([again.status, again.content]).toEqual([410, { kind: 'missing', reason: 'previewed' }]);
      expect((await get('/en/pages/about')).status).toBe(404);
      expect((await read(chinese)).content.title.text).toBe('关于我们');
    });

    it('are not seen with another ticket, an old one, or one for something else', async () => {
      const { id } = await draftOf('about');
      expect((await get('/pages/about?preview=abc')).status).toBe(410);
      const { en } = await addresses(id);
      expect((await get(`/notices/1${en.slice(en.indexOf('?'))}`)).status).toBe(410);
      const late = await addresses(id);
      passed.ms += PREVIEW_SECONDS * 1000;
      expect((await get(late.en)).status).toBe(410);
      await sweepPreviews(server.ports);
      expect(await server.database.kysely.selectFrom('preview_ticket').select('hash').execute()).toEqual([]);
    });

    it('are seen at their own place alone, which a ticket that was tried elsewhere still opens', async () => {
      const [own, other] = [await add({ title: '草稿', status: 'draft' }), await add({ title: '别的', status: 'draft' })];
      const chinese = (await server.call(previewNotice, { id: own }, { token })).addresses['zh-cn'];
      const ticket = chinese.slice(chinese.indexOf('?'));
      expect((await get(`/notices/${other}${ticket}`)).status).toBe(410);
      const seen = await read(chinese);
      expect([seen.status, seen.content.title.text]).toEqual([200, '草稿']);
    });

    it('remain to be seen after somebody has asked for the headers alone', async () => {
      const { 'zh-cn': chinese } = await addresses((await draftOf('about')).id);
      const head = () => server.app.fetch(new Request(`http://shop.test${chinese}`, { method: 'HEAD' }));
      expect([(await head()).status, (await head()).status, (await get(chinese)).status, (await head()).status]).toEqual([
        200, 200, 200, 410,
      ]);
    });

    const turns: readonly (readonly [string, (editor: Awaited<ReturnType<TestServer['addAdmin']>>) => Promise<unknown>])[] = [
      ['signed out', ({ token: own }) => server.call(logout, {}, { token: own })],
      ['disabled', ({ id }) => server.database.kysely.updateTable('admin').set({ status: '0' }).where('id', '=', id).execute()],
      [
        'without the right to edit them',
        ({ groupId }) => server.database.kysely.updateTable('admin_group').set({ rules: '' }).where('id', '=', groupId).execute(),
      ],
    ];
    it.each(turns)('are not seen with the ticket of somebody who is %s by now', async (how, happens) => {
      const editor = await server.addAdmin(`editor-${how.length}`, ['content/page', 'content/page/index', 'content/page/edit']);
      const draft = await draftOf('about');
      const asked = async () => (await server.call(previewPage, { id: draft.id }, { token: editor.token })).addresses;
      expect((await get((await asked()).en)).status).toBe(200);
      const { en } = await asked();
      await happens(editor);
      expect((await get(en)).status).toBe(410);
    });

    it('are not promised without the right to edit them, nor where nothing is, nor more often than anybody needs', async () => {
      const { id } = await draftOf('about');
      await expect(server.call(previewPage, { id })).rejects.toThrow('sign in');
      await expect(server.call(previewNotice, { id: 99_999 }, { token })).rejects.toThrow('does not exist');
      for (let count = 0; count < PREVIEWS_AT_ONCE; count++) await addresses(id);
      const kept = await server.database.kysely.selectFrom('preview_ticket').select('hash').where('admin_id', '=', 1).execute();
      expect(kept.length).toBe(PREVIEWS_AT_ONCE);
    });
  });
});
