import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as store from '#api/contract/modules/modules';
import { readPublicRecords } from '#api/contract/modules/public-records';
import { readConfig, saveConfig } from '#api/contract/settings/config';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import type { DocumentPage, ModuleListContent } from '#domain/site/document-page';
import { sha256 } from '#server/base/digest';
import { DeliveryError, type MailMessage } from '#server/ports/verification-ports';
import { createModulePictures } from '#server/features/modules/public/module-pictures';
import { MODULE_FORM_RECORDS, MODULE_FORMS_PER_NETWORK, MODULE_UNPACK_AGAIN_SECONDS } from '#server/features/modules/public/public-limits';
import { bringSettings } from '#server/features/modules/module-settings';
import type { Database } from '#server/db/base/database';
import { dealtKinds } from '#tests/support/dealt.ts';
import { changedFile, readFile, shelfOf, sourceOf } from '#tests/support/packages.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const [ARTICLES, FEEDBACK, LINKS] = [sourceOf('articles'), sourceOf('feedback'), sourceOf('links')];
const declared = (files: typeof ARTICLES, name: string) => resourceEndpoints(readFile(files, `sections/${name}.json`).declaration);
/** The messages with their addresses, for anybody to read. */
const NOSY = changedFile(
  changedFile(FEEDBACK, 'module.json', (manifest) => {
    manifest.version = '1.2.0';
    manifest.asks.publicRead.push('feedbackMessage');
    manifest.asks.personal.push('feedbackMessage.email');
  }),
  'public.json',
  ({ read }) => {
    read.feedbackMessage = { fields: ['title', 'email'], where: {}, order: [] };
  },
);
/** Articles whose pages show as their text what is no rich text. */
const PLAIN = ['index', 'article'].reduce(
  (files, name) =>
    changedFile(files, `pages/${name}.json`, (page) => {
      page.item.text = { zh: 'summary', en: 'summaryEn' };
      if (page.template === 'list') page.look = 'folds';
    }),
  changedFile(ARTICLES, 'module.json', (manifest) => {
    manifest.version = '1.1.0';
  }),
);
const words = (zh: string, en: string) => ({ 'zh-cn': zh, en });
/** A form in which things are chosen and switched, and two more addresses hear of it. */
const CHOOSING = changedFile(
  changedFile(
    changedFile(
      changedFile(NOSY, 'module.json', (manifest) => {
        manifest.version = '1.3.0';
        manifest.asks.mailTo.push('feedback_second', 'feedback_third');
      }),
      'public.json',
      ({ write }) => {
        write.feedbackMessage.fields.push('topic', 'reach', 'urgent', 'known');
        write.feedbackMessage.mailTo.push('feedback_second', 'feedback_third');
      },
    ),
    'settings.json',
    (settings) => {
      for (const name of ['feedback_second', 'feedback_third'])
        settings.push({ name, title: words('另一个邮箱', 'Another address'), type: 'string', rules: ['email'] });
    },
  ),
  'sections/feedbackMessage.json',
  ({ declaration: { fields } }) => {
    const options = ['order', 'other'];
    const optionLabels = { order: words('订单', 'An order'), other: words('其他', 'Something else') };
    fields.topic = { kind: 'select', options, optionLabels, label: words('话题', 'Topic') };
    fields.reach = { kind: 'radio', options, optionLabels, label: words('方式', 'How') };
    fields.urgent = { kind: 'switch', label: words('加急', 'Urgent') };
    fields.known = { kind: 'switch', label: words('老客户', 'Known') };
  },
);
const pages = {
  read: () => null,
  shell: '',
  documents: {
    build: 'documents-1.js',
    inline: async () => ({ script: '', styles: '' }),
    render: async (page: DocumentPage) => JSON.stringify(page),
  },
};

describe.each(dealtKinds())('what modules show and take, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const articles = declared(ARTICLES, 'articlesArticle');
  const messages = declared(FEEDBACK, 'feedbackMessage');

  /** Questions to the database as trees. */
  const asked: string[] = [];
  const listening = (database: Database): Database => ({
    ...database,
    kysely: database.kysely.withPlugin({
      transformQuery({ node }) {
        asked.push(JSON.stringify(node));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }),
  });
  /** Mails that somebody got, and whom the mail server cannot reach for now. */
  const posted: MailMessage[] = [];
  const away = new Set<string>();
  async function post(_settings: unknown, message: MailMessage): Promise<void> {
    await Promise.resolve();
    if (away.has(message.to)) throw new DeliveryError('unreachable');
    posted.push(message);
  }

  beforeAll(async () => {
    const shelf = await shelfOf(ARTICLES, PLAIN, FEEDBACK, NOSY, CHOOSING, LINKS);
    const mailer = { send: post, verify: () => Promise.resolve() };
    server = await createTestServer({ kind, sampleData: false, ports: { pages, mailer }, modules: { shelf }, wrap: listening });
    ({ token } = await server.signIn());
    for (const files of [ARTICLES, FEEDBACK, LINKS]) {
      const { uid, version } = readFile(files, 'module.json');
      await apply(uid, version);
    }
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  async function apply(uid: string, version: string, act: 'install' | 'update' = 'install', ticked: string[] = []) {
    const { hash } = await call(store.planModule, { uid, version, act });
    return call(store.applyModule, { uid, version, act, hash, isConsented: true, ticked });
  }
  const open = async (path: string): Promise<{ status: number; page: DocumentPage }> => {
    const reply = await server.app.fetch(new Request(`http://shop.test${path}`));
    const text = await reply.text();
    expect(text).toMatch(/^\{/u);
    return { status: reply.status, page: JSON.parse(text) as DocumentPage };
  };
  const contentOf = async (path: string) => (await open(path)).page.content;
  const article = async (own: object): Promise<number> => {
    const added = await call(articles.add, { title: '二', category_id: 1, state: 'on', ...own });
    return added?.id ?? 0;
  };

  it('shows what its text shows before it is there, and says what its pages and settings are called', async () => {
    const { pictures, titles } = await call(store.readModule, { uid: 'feedback', version: '1.1.0' });
    expect(Object.keys(pictures)).toEqual(['assets/cover.png']);
    expect(pictures['assets/cover.png']).toMatch(/^data:image\/png;base64,iVBORw0KGgo/u);
    expect(titles).toMatchObject({ index: { en: 'Feedback' }, feedback_mail: { en: 'Mail of new messages goes to' } });
  });

  it('stands on pages of the site in both languages, with the navigation to it', async () => {
    const { page } = await open('/p/articles');
    expect(page.content).toMatchObject({
      kind: 'moduleList',
      title: '文章',
      choices: [
        { title: { text: '动态' }, path: '/p/articles/index/2', isChosen: false },
        { title: { text: '使用指南' }, path: '/p/articles/index/1', isChosen: false },
      ],
      items: [{ id: 1, title: { text: '第一篇文章，从这里开始' }, picture: '/p/articles/assets/first.png', path: '/p/articles/article/1' }],
    });
    expect(page.frame.nav.map(({ title, href }) => [title, href])).toEqual(
      expect.arrayContaining([
        ['文章', '/p/articles'],
        ['反馈', '/p/feedback'],
      ]),
    );
    expect(await contentOf('/en/p/articles/article/1')).toMatchObject({
      kind: 'moduleArticle',
      title: { text: 'Your first article starts here', isTranslated: true },
      body: { text: expect.stringContaining('<h2>By the clock</h2>') },
      crumbs: [{ title: { text: 'Articles' }, path: '/p/articles' }],
    });
    expect([await contentOf('/p/articles/index/2'), await contentOf('/p/articles/index/1')]).toMatchObject([
      { items: [] },
      { items: [{ id: 1 }] },
    ]);
    const missing = [
      '/p/articles/article/9',
      '/p/articles/article',
      '/p/articles/index/9',
      '/p/articles/nothing',
      '/p/nothing',
      '/p/articles?page=2',
    ];
    for (const path of missing) expect([path, (await open(path)).status]).toEqual([path, 404]);
    for (const [path, own] of [
      ['/p/articles/index', '/p/articles'],
      ['/en/p/articles/index?a=1', '/en/p/articles?a=1'],
    ] as const) {
      const led = await server.app.fetch(new Request(`http://shop.test${path}`));
      expect([path, led.status, led.headers.get('location')]).toEqual([path, 308, own]);
    }
    asked.length = 0;
    const sitemap = await (await server.app.fetch(new Request('http://shop.test/sitemap/0.xml'))).text();
    // Texts of sixty thousand letters are not read to tell in which languages they are.
    expect(asked.filter((node) => node.includes('"name":"body"'))).toEqual([]);
    for (const path of ['/p/articles', '/en/p/articles/article/1', '/p/feedback'])
      expect(sitemap).toContain(`<loc>http://shop.test${path}</loc>`);
  });

  it('shows nothing of what is named by what is not shown: articles of a category that is hidden', async () => {
    const categories = declared(ARTICLES, 'articlesCategory');
    const id = await article({ title: '藏' });
    const told = async () => [
      (await open(`/p/articles/article/${id}`)).status,
      JSON.stringify(await contentOf('/p/articles')).includes('藏'),
      (await call(readPublicRecords, { uid: 'articles', section: 'articlesArticle', id })).total,
      (await (await server.app.fetch(new Request('http://shop.test/sitemap/0.xml'))).text()).includes(`/p/articles/article/${id}<`),
    ];
    expect(await told()).toEqual([200, true, 1, true]);
    await call(categories.save, { id: 1, is_shown: '0' });
    expect(await told()).toEqual([404, false, 0, false]);
    await call(categories.save, { id: 1, is_shown: '1' });
    expect(await told()).toEqual([200, true, 1, true]);
    await call(articles.remove, { ids: [id] });
  });

  it('leads to a category by its address, also when sixty others stand before it in the choices', async () => {
    const categories = declared(ARTICLES, 'articlesCategory');
    const ids: number[] = [];
    for (let index = 0; index < 60; index += 1) {
      const added = await call(categories.add, { title: `栏目 ${index}`, weigh: 100 + index, is_shown: '1' });
      ids.push(added?.id ?? 0);
    }
    expect((await open('/p/articles/index/1')).status).toBe(200);
    const content = await contentOf('/p/articles/index/1');
    if (content.kind !== 'moduleList') throw new Error(content.kind);
    expect(content.items.map(({ id }) => id)).toEqual([1]);
    expect([content.choices.length, content.choices.filter(({ isChosen }) => isChosen)]).toMatchObject([
      61,
      [{ title: { text: '使用指南' }, path: '/p/articles/index/1' }],
    ]);
    await call(categories.remove, { ids });
  });

  it('leads elsewhere by addresses of the web alone, while they are public and not over', async () => {
    const links = declared(LINKS, 'linksLink');
    const link = (title: string, address: string, rest = {}) =>
      call(links.add, { title, address, group_id: 1, is_public: '1', note: '备注', ...rest });
    await link('文档', 'https://docs.example.com/a?b=1', { title_en: 'Docs', note_en: 'Note' });
    await link('脚本', 'javascript:alert(1)');
    await link('半个', 'docs.example.com');
    await link('内部', 'https://inside.example.com', { is_public: '0' });
    await link('停用', 'https://off.example.com', { is_shown: '0' });
    await link('过期', 'https://over.example.com', { ends_at: TEST_START_SECONDS - 1 });
    const content = (await contentOf('/en/p/links')) as ModuleListContent;
    expect(content.choices).toMatchObject([{ title: { text: 'Often used', isTranslated: true }, path: '/p/links/index/1' }]);
    const told = content.items.map(({ title, text, elsewhere }) => [title.text, text.text, elsewhere]);
    expect(told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        ['Docs', 'Note', { address: 'https://docs.example.com/a?b=1', host: 'docs.example.com' }],
        ['半个', '备注', null],
        ['脚本', '备注', null],
      ]),
    );
  });

  it('shows its pictures as pictures alone', async () => {
    const reply = await server.app.fetch(new Request('http://shop.test/p/articles/assets/first.png'));
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('content-security-policy')]).toEqual([
      200,
      'image/png',
      expect.stringContaining('sandbox'),
    ]);
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(ARTICLES['assets/first.png']);
    expect(
      (await server.app.fetch(new Request('http://shop.test/p/articles/assets/module.json'))).headers.get('content-type'),
    ).not.toContain('image');
    expect((await server.app.fetch(new Request('http://shop.test/p/nothing/assets/cover.png'))).status).toBe(404);
  });

  it('unpacks a package for its pictures once, however often and in whatever order strangers ask, and a broken one not again and again', async () => {
    const { kysely } = server.database;
    const stored = await kysely.selectFrom('module_package').select(['uid', 'bytes']).execute();
    const asked = ['articles/first.png', 'feedback/cover.png', 'articles/cover.png'].map(
      (address) => address.split('/') as [string, string],
    );
    const all = async (pictureOf: ReturnType<typeof createModulePictures>) =>
      Promise.all(asked.map(async ([uid, name]) => (await pictureOf(uid, name))?.bytes.length ?? 0));
    await kysely.deleteFrom('module_picture').execute();
    await kysely
      .updateTable('module_package')
      .set({ bytes: Buffer.from('no archive') })
      .execute();
    let nowMs = 0;
    const broken = createModulePictures({ ...server.ports, clock: { ...server.clock, nowMs: () => nowMs } });
    await expect(broken('articles', 'first.png')).rejects.toThrow('archive');
    expect(await broken('articles', 'first.png')).toBeNull();
    nowMs = MODULE_UNPACK_AGAIN_SECONDS * 1000;
    for (const { uid, bytes } of stored) await kysely.updateTable('module_package').set({ bytes }).where('uid', '=', uid).execute();
    // There is room for none in memory, as where pictures of many modules alternate.
    const first = await all(createModulePictures(server.ports, 0));
    expect(first).toEqual(asked.map(([uid, name]) => (uid === 'articles' ? ARTICLES : FEEDBACK)[`assets/${name}`]?.length));
    await kysely
      .updateTable('module_package')
      .set({ bytes: Buffer.from('no archive') })
      .execute();
    for (const pictures of [createModulePictures(server.ports, 0), createModulePictures(server.ports), broken])
      for (let turn = 0; turn < 3; turn += 1) expect(await all(pictures)).toEqual(first);
    // Those asked for last are in memory, as far as there is room: whoever comes for them reads nothing.
    const [one = 0, two = 0, three = 0] = first;
    const remembering = createModulePictures(server.ports, one + Math.max(two, three));
    for (const index of [0, 1, 0, 2]) await remembering(...asked[index]!);
    await kysely.deleteFrom('module_picture').execute();
    expect([await remembering(...asked[0]!), await remembering(...asked[2]!)].map((picture) => picture?.bytes.length)).toEqual([
      one,
      three,
    ]);
    await expect(remembering(...asked[1]!)).rejects.toThrow('archive');
    for (const { uid, bytes } of stored) await kysely.updateTable('module_package').set({ bytes }).where('uid', '=', uid).execute();
  });

  it('has no settings that begin like those of the program or of others', async () => {
    const setting = { name: 'smtp_colour', type: 'string', rules: [], title: { 'zh-cn': '颜色', en: 'Colour' }, initial: '' } as const;
    const title = { 'zh-cn': '信', en: 'Mail' };
    await expect(server.database.transaction(async (trx) => bringSettings(trx, { uid: 'smtp', title }, [], [setting]))).rejects.toThrow(
      'settingTaken',
    );
    await server.database.transaction(async (trx) => {
      await bringSettings(trx, { uid: 'smtpmail', title }, [], [{ ...setting, name: 'smtpmail_colour' }]);
      await bringSettings(trx, { uid: 'smtpmail', title }, [{ ...setting, name: 'smtpmail_colour' }], []);
    });
  });

  it('is shown when its time comes and no longer when it is over, and never as a draft', async () => {
    const soon = { publish_time: TEST_START_SECONDS + 3600, expire_time: TEST_START_SECONDS + 7200 };
    expect(server.clock.nowMs()).toBe(TEST_START_SECONDS * 1000);
    const id = await article({ title: '定时', ...soon });
    const draft = await article({ title: '草稿', state: 'draft' });
    const isThere = async () => ((await contentOf('/p/articles')) as ModuleListContent).items.some((one) => one.id === id);
    const seen = [await isThere()];
    for (const seconds of [3600, 3599, 1]) {
      server.clock.advanceSeconds(seconds);
      seen.push(await isThere());
    }
    // So much later nobody is signed in any more.
    ({ token } = await server.signIn());
    expect(seen).toEqual([false, true, true, false]);
    for (const path of [`/p/articles/article/${id}`, `/p/articles/article/${draft}`]) expect((await open(path)).status).toBe(404);
    await call(articles.remove, { ids: [id, draft] });
  });

  it('is read by programs: the listed fields of what is public, and nothing else', async () => {
    await article({ title: '草稿', state: 'draft' });
    const { list, total } = await call(readPublicRecords, { uid: 'articles', section: 'articlesArticle' }, { token: undefined });
    expect([total, list.map((row) => Object.keys(row).toSorted())]).toEqual([
      1,
      [['body', 'bodyEn', 'categoryId', 'cover', 'id', 'publishTime', 'summary', 'summaryEn', 'title', 'titleEn']],
    ]);
    // Whoever reads page by page comes to an end.
    const far = await call(readPublicRecords, { uid: 'articles', section: 'articlesArticle', limit: 1, page: 1001 }, { token: undefined });
    expect([far.list, far.total]).toEqual([[], 1]);
    const spelled = await server.request('/api/m/articles/articlesArticle?id=1');
    expect(spelled.body?.data.list).toEqual(JSON.parse(JSON.stringify(list)));
    for (const path of ['/api/m/feedback/feedbackMessage', '/api/m/articles/admin', '/api/m/nothing/admin'])
      expect((await server.request(path)).body?.code).toBe(0);
  });

  /** The answer to the work that a form asks for. */
  async function proof(address = '10.0.0.1', subject = 'feedback/feedbackMessage') {
    const captchaId = crypto.randomUUID();
    const json = { id: captchaId, purpose: 'module_form', subject };
    await server.request('/api/common/captchaWork', { method: 'POST', json, address });
    // Finding it takes a browser a few seconds; it is tried where the work is.
    const { answer } = await server.database.kysely
      .selectFrom('captcha_work')
      .select('answer')
      .where('id_hash', '=', await sha256(captchaId))
      .executeTakeFirstOrThrow();
    return { captchaId, captchaInfo: `work:${answer}` };
  }
  const WORDS = { formId: 1, title: '你好', text: '想问一下', email: 'a@example.com', name: '' };
  const send = (own: object = {}, address = '10.0.0.1') =>
    server.request('/api/m/feedback/feedbackMessage', {
      method: 'POST',
      json: { values: WORDS, key: crypto.randomUUID(), ...own },
      address,
    });
  const kept = async () => (await call(messages.list, {})).list ?? [];

  it('draws a form of the fields that it takes', async () => {
    expect(await contentOf('/en/p/feedback/form/1')).toMatchObject({
      kind: 'moduleForm',
      title: { text: 'Write to us' },
      owner: { key: 'formId', id: 1 },
      inputs: [
        { key: 'title', kind: 'text', label: 'Subject', isRequired: true, maxLength: 100 },
        { key: 'name', kind: 'text' },
        { key: 'email', kind: 'email', hint: 'If you would like an answer' },
        { key: 'text', kind: 'long', isRequired: true },
      ],
    });
    for (const path of ['/p/feedback/form', '/p/feedback/form/9']) expect((await open(path)).status).toBe(404);
  });

  it('takes nothing by a life that another process has replaced', async () => {
    const { kysely } = server.database;
    await sql`insert into life_revision (resource, revision, life, hash, origin, admin_id, at)
      select 'feedbackMessage', max(revision) + 1, '{}', 'of another process', 'module', 0, 0 from life_revision
      where resource = 'feedbackMessage'`.execute(kysely);
    const before = (await kept()).length;
    expect((await send(await proof())).body).toMatchObject({ code: 0, msg: expect.stringContaining('has just been changed') });
    await sql`delete from life_revision where hash = 'of another process'`.execute(kysely);
    expect(await kept()).toHaveLength(before);
  });

  it('takes what is sent, once for each key, for the answer to a captcha of its own', async () => {
    const key = crypto.randomUUID();
    expect((await send()).body).toMatchObject({ code: 0, data: { fields: { captchaInfo: expect.any(String) } } });
    expect((await send(await proof('10.0.0.1', 'feedback/another'))).body?.code).toBe(0);
    expect((await send(await proof('10.0.0.9'))).body?.code).toBe(0);
    const answered = await proof();
    expect((await send({ key, ...answered })).body).toMatchObject({ code: 1 });
    expect((await send({ key, ...answered })).body).toMatchObject({ code: 1 });
    expect((await send({ key, ...answered, values: { ...WORDS, title: '别的' } })).body?.code).toBe(0);
    expect((await send(answered)).body?.code).toBe(0);
    expect(await kept()).toEqual([expect.objectContaining({ title: '你好', form_id: 1, state: 'new', email: 'a@example.com' })]);
    const [set] = await server.database.kysely.selectFrom('change_set').selectAll().where('resource', '=', 'feedbackMessage').execute();
    expect(set).toMatchObject({ actor_type: 'server', actor_id: 0, ip: '10.0.0.1', action: 'add', records: 1 });
  });

  it('writes no field but those it opens, and says of each what is wrong before the captcha is spent', async () => {
    const answered = await proof();
    const wrong = await send({ ...answered, values: { formId: 1, title: '', text: 'x'.repeat(4001), email: 'nobody' } });
    expect(Object.keys(wrong.body?.data.fields).toSorted()).toEqual(['email', 'text', 'title']);
    expect((await send({ ...answered, values: { ...WORDS, formId: 9 } })).body?.data.fields).toEqual({ form_id: expect.any(String) });
    const sneaky = { ...WORDS, title: '二', state: 'closed', note: 'x', answer: 'x', id: 77, createTime: 1, version: 9, formId: 1 };
    expect((await send({ ...answered, values: sneaky })).body).toMatchObject({ code: 1 });
    expect((await kept())[0]).toMatchObject({ title: '二', state: 'new', version: 1 });
    const [{ id } = { id: 0 }] = await kept();
    expect((await call(messages.read, { id: Number(id) })).row).toMatchObject({ state: 'new', note: '', answer: '' });
  });

  it('takes no more from a network than it may send', async () => {
    const there = (await kept()).length;
    const key = 'form:10.0.0.7';
    const bucket = Math.floor(server.clock.nowMs() / 60_000) * 60;
    await server.database.kysely
      .insertInto('throttle_counter')
      .values({ key, window_start: bucket, count: MODULE_FORMS_PER_NETWORK.count })
      .execute();
    expect((await send(await proof('10.0.0.7'), '10.0.0.7')).body?.code).toBe(0);
    expect(await kept()).toHaveLength(there);
  });

  it('takes no more than a form may hold, also where fifty come at once', async () => {
    const { kysely } = server.database;
    const there = await kept();
    const room = 3;
    await sql`insert into m_feedback_message (form_id, title, text, create_time, update_time)
      select 1, 'filling', '', 1, 1 from generate_series(1, ${MODULE_FORM_RECORDS - there.length - room}::int)`.execute(kysely);
    const sent = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const address = `10.1.${index}.1`;
        return send({ ...(await proof(address)), values: { ...WORDS, title: `At once ${index}` } }, address);
      }),
    );
    expect(sent.filter(({ body }) => body?.code === 1)).toHaveLength(room);
    await sql`delete from m_feedback_message where title = 'filling' or title like 'At once%'`.execute(kysely);
    expect(await kept()).toEqual(there);
  });

  it('mails what came to the address of the setting, through the outbox', async () => {
    const { list } = await call(readConfig, {});
    expect(list['feedback']).toMatchObject({ title: '反馈 · Feedback' });
    expect(list['feedback']?.list.map(({ name, title, value }) => [name, title, value])).toEqual([
      ['feedback_nav', '“Feedback” in the navigation', true],
      ['feedback_mail', 'Mail of new messages goes to', ''],
    ]);
    await expect(call(saveConfig, { feedback_mail: 'nobody' })).rejects.toThrow('mail');
    await server.ports.jobs.runDue();
    const mails = () => server.database.kysely.selectFrom('outbox_message').select(['target', 'subject', 'text']).execute();
    expect(await mails()).toEqual([]);
    await call(saveConfig, { feedback_mail: 'desk@example.com' });
    expect((await send({ ...(await proof('10.0.0.3')), values: { ...WORDS, text: '<b>粗</b>' } }, '10.0.0.3')).body).toMatchObject({
      code: 1,
    });
    await server.ports.jobs.runDue();
    expect(await mails()).toEqual([
      {
        target: 'desk@example.com',
        subject: expect.stringContaining('反馈 / Feedback #'),
        text: expect.stringContaining('内容 / Message: <b>粗</b>'),
      },
    ]);
    await call(saveConfig, { feedback_nav: false });
    expect((await open('/')).page.frame.nav.map(({ title }) => title)).not.toContain('反馈');
  });

  it('takes nothing for a form that is closed, and shows nothing of a module that pauses', async () => {
    const forms = declared(FEEDBACK, 'feedbackForm');
    await call(forms.save, { id: 1, is_open: false });
    expect((await send(await proof('10.0.0.4'), '10.0.0.4')).body?.data.fields).toEqual({ form_id: expect.any(String) });
    expect((await open('/p/feedback/form/1')).status).toBe(404);
    await call(forms.save, { id: 1, is_open: true });
    await call(store.pauseModule, { uid: 'feedback', isPaused: true });
    expect((await open('/p/feedback')).status).toBe(404);
    expect((await server.request('/api/m/feedback/feedbackForm')).body?.code).toBe(0);
    expect((await send(await proof('10.0.0.4'), '10.0.0.4')).body?.code).toBe(0);
    await call(store.pauseModule, { uid: 'feedback', isPaused: false });
    expect((await open('/p/feedback')).status).toBe(200);
  });

  it('tells who people are only where each such field was agreed to by itself', async () => {
    const plan = await call(store.planModule, { uid: 'feedback', version: '1.2.0', act: 'update' });
    expect(plan.asks).toEqual([
      { ask: 'publicRead', names: ['feedbackMessage'] },
      { ask: 'personal', names: ['feedbackMessage.email'] },
    ]);
    await expect(apply('feedback', '1.2.0', 'update')).rejects.toThrow('feedbackMessage.email');
    expect((await server.request('/api/m/feedback/feedbackMessage')).body?.code).toBe(0);
    await apply('feedback', '1.2.0', 'update', ['feedbackMessage.email']);
    expect((await server.request('/api/m/feedback/feedbackMessage?id=2')).body?.data.list).toEqual([
      { id: 2, title: '你好', email: 'a@example.com' },
    ]);
  });

  it('shows as plain text what is no rich text, wherever a page shows HTML', async () => {
    const html = '<meta http-equiv="refresh" content="0;url=https://evil.test"><b>5 < 6</b>';
    const id = await article({ title: '平文', summary: html, body: `<p>ok</p>${html}<script>1</script>` });
    expect(await contentOf(`/p/articles/article/${id}`)).toMatchObject({ body: { text: '<p>ok</p><b>5 &lt; 6</b>' } });
    await apply('articles', '1.1.0', 'update');
    const text = '&lt;meta http-equiv=&quot;refresh&quot; content=&quot;0;url=https://evil.test&quot;&gt;&lt;b&gt;5 &lt; 6&lt;/b&gt;';
    expect(await contentOf(`/p/articles/article/${id}`)).toMatchObject({ body: { text } });
    const { items } = (await contentOf('/p/articles')) as ModuleListContent;
    expect(items.find((one) => one.id === id)?.text.text).toBe(text);
  });

  it('mails each address by itself, in the words of the form, and says what it was about', async () => {
    const { kysely } = server.database;
    await apply('feedback', '1.3.0', 'update');
    const given = {
      smtp_server: 'mail.example',
      smtp_port: '25',
      smtp_user: 'u',
      smtp_sender_mail: 'no-reply@example.com',
      feedback_mail: 'first@example.com',
      feedback_second: 'second@example.com',
      feedback_third: 'FIRST@example.com',
    };
    for (const [name, value] of Object.entries(given)) await kysely.updateTable('config').set({ value }).where('name', '=', name).execute();
    await kysely.insertInto('config_secret').values({ name: 'smtp_pass', value: 'p' }).execute();
    away.add('second@example.com');
    const values = { ...WORDS, topic: 'order', reach: 'other', urgent: '1', known: '0' };
    expect((await send({ ...(await proof('10.0.0.5')), values }, '10.0.0.5')).body).toMatchObject({ code: 1 });
    const again = async (): Promise<void> => {
      await server.ports.jobs.runDue();
      await sql`update pgboss.job set start_after = now() - interval '1 second' where state in ('created', 'retry')`.execute(kysely);
    };
    // A mail server that is away for longer than the queue tries a job.
    for (let round = 0; round < 9; round += 1) await again();
    expect(posted.map(({ to }) => to)).toEqual(['first@example.com']);
    away.clear();
    // What came before it is paused is told of all the same.
    await call(store.pauseModule, { uid: 'feedback', isPaused: true });
    await again();
    await again();
    expect(posted.map(({ to }) => to)).toEqual(['first@example.com', 'second@example.com']);
    await call(store.pauseModule, { uid: 'feedback', isPaused: false });
    const form = await sql<{ title: string; title_en: string }>`select title, title_en from m_feedback_form where id = 1`.execute(kysely);
    const [{ title, title_en: titleEn } = { title: '', title_en: '' }] = form.rows;
    expect(titleEn).not.toBe('');
    const lines = (posted[1]?.text ?? '').split(/\n+/u);
    expect(lines).toEqual(
      expect.arrayContaining([
        `表单 / Form: ${title} / ${titleEn}`,
        '主题 / Subject: 你好',
        '话题 / Topic: 订单 / An order',
        '方式 / How: 其他 / Something else',
        '加急 / Urgent: 开启 / On',
        '老客户 / Known: 关闭 / Off',
      ]),
    );
    // What has no name in the other language is said once.
    await sql`update m_feedback_form set title_en = '' where id = 1`.execute(kysely);
    expect((await send({ ...(await proof('10.0.0.6')), values }, '10.0.0.6')).body).toMatchObject({ code: 1 });
    await server.ports.jobs.runDue();
    expect(posted.slice(2).map(({ to, text }) => [to, text.includes(`表单 / Form: ${title}\n`)])).toEqual([
      ['first@example.com', true],
      ['second@example.com', true],
    ]);
  });
});
