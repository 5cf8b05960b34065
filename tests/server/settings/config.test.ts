import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addConfig, READ_VERSIONS, readConfig, removeConfig, saveConfig } from '#api/contract/settings/config';
import { adminInit } from '#api/contract/session/session';
import { sendTestMail } from '#api/contract/session/verification';
import { changeTerminalConfig } from '#api/contract/terminal/terminal';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { rejectionOf } from '#tests/support/refusals.ts';

describe.each(dealtKinds())('the settings on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const read = (language: 'zh-cn' | 'en' = 'en') => server.call(readConfig, {}, { token, language });
  const item = async (name: string) =>
    Object.values((await read()).list)
      .flatMap(({ list }) => list)
      .find((one) => one.name === name);
  const save = (values: Record<string, unknown>) => server.call(saveConfig, values, { token });
  const stored = async (name: string) =>
    (await server.database.kysely.selectFrom('config').select('value').where('name', '=', name).executeTakeFirst())?.value;

  const at = (address: string) => server.request('/api/index/index', { address });

  it.each(['-1', '1.5', '36501', '400 days'])('keep nothing for "%s" days', async (value) => {
    const { token } = await server.signIn();
    const { body } = await server.request('/api/admin/routine.Config/edit', { method: 'POST', token, json: { changes_days: value } });
    expect(Object.keys(body?.data?.fields ?? {})).toEqual(['changes_days']);
  });

  it('stand in their groups, in the language of who reads', async () => {
    const reply = await read('zh-cn');
    expect(reply.configGroup).toEqual({
      basics: '基础配置',
      member: '会员中心',
      home: '公开网站',
      seo: '搜索引擎',
      chat: 'AI 对话',
      mail: '邮件配置',
      upload: '上传配置',
      safety: '数据安全',
      retention: '数据保留',
      config_quick_entrance: '快捷入口',
    });
    expect(reply.quickEntrance).toEqual([{ key: '附件管理', value: 'routine/attachment' }]);
    expect(reply.list['basics']?.list[0]).toEqual({
      id: 2,
      name: 'site_name',
      group: 'basics',
      title: '站点名称',
      tip: '',
      type: 'string',
      value: 'Troupe',
      content: '',
      rule: 'required',
      extend: [],
      input_extend: [],
      allow_del: 0,
      weigh: 99,
      version: 1,
    });
    expect((await item('smtp_verification'))?.content).toEqual({ SSL: 'SSL', TLS: 'TLS' });
    expect((await item('admin_login_captcha'))?.value).toBe('0');
  });

  it('show their labels translated where they are written too, and keep those that come back as they were read', async () => {
    const kept = [await stored('config_quick_entrance'), await stored('config_group')];
    const links = await item('config_quick_entrance');
    expect(links?.value).toEqual([{ key: 'Attachments', value: 'routine/attachment' }]);
    expect((await item('config_group'))?.value).toContainEqual({ key: 'basics', value: 'Basics' });
    const own = { key: 'Shop', value: 'goods/goods' };
    const { list } = await read('zh-cn');
    const groups = list['basics']?.list.find(({ name }) => name === 'config_group')?.value;
    expect(groups).toContainEqual({ key: 'basics', value: '基础配置' });
    const values = { config_quick_entrance: [{ key: '附件管理', value: 'routine/attachment' }, own], config_group: groups };
    await server.call(saveConfig, values, { token, language: 'zh-cn' });
    expect((await item('config_quick_entrance'))?.value).toEqual([{ key: 'Attachments', value: 'routine/attachment' }, own]);
    expect(await stored('config_group')).toBe(kept[1]);
    await save({ config_quick_entrance: [{ key: 'Attachments', value: 'routine/attachment' }] });
    expect([await stored('config_quick_entrance'), await stored('config_group')]).toEqual(kept);
  });

  it('carry the note of their page', async () => {
    await server.database.kysely
      .updateTable('admin_rule')
      .set({ remark: 'Ask before you change' })
      .where('name', '=', 'routine/config')
      .execute();
    server.clock.advanceSeconds(60);
    expect((await read()).remark).toBe('Ask before you change');
    await server.database.kysely.updateTable('admin_rule').set({ remark: '' }).where('name', '=', 'routine/config').execute();
    server.clock.advanceSeconds(60);
    expect((await read()).remark).toBe('');
  });

  it('count from the moment they are saved', async () => {
    await save({ site_name: 'Tea House', record_number: 'ICP 1', site_logo: '/storage/logo.png', admin_login_captcha: true, unknown: 1 });
    const { siteConfig } = await server.call(adminInit, {}, { token });
    expect(siteConfig).toMatchObject({ siteName: 'Tea House', recordNumber: 'ICP 1', siteLogo: '/storage/logo.png' });
    expect([await stored('admin_login_captcha'), await stored('unknown')]).toEqual(['1', undefined]);
    await save({ admin_login_captcha: '0' });
    const changes = await server.database.kysely.selectFrom('record_change').selectAll().where('resource', '=', 'config').execute();
    expect(changes.map(({ before, after }) => [before, after])).toContainEqual([
      { name: 'site_name', value: 'Troupe' },
      { name: 'site_name', value: 'Tea House' },
    ]);
  });

  it('are saved all or none, with a word for each that is wrong', async () => {
    const failure = await rejectionOf(
      save({
        record_number: 'lost',
        site_name: ' ',
        time_zone: 'Mars/Base',
        smtp_port: '70000',
        smtp_sender_mail: 'x',
        upload_max_size: 'big',
      }),
    );
    expect(Object.keys(failure.fields ?? {}).toSorted()).toEqual([
      'site_name',
      'smtp_port',
      'smtp_sender_mail',
      'time_zone',
      'upload_max_size',
    ]);
    expect(await stored('record_number')).toBe('ICP 1');
  });

  it.each<[string, unknown]>([
    ['config_group', [{ key: 'basics', value: 'Basics' }]],
    ['config_group', [{ key: 'No', value: 'x' }]],
    ['config_group', []],
    ['config_quick_entrance', [{ key: 'x', value: 'javascript:alert(1)' }]],
    ['site_logo', '//elsewhere.example/x.png'],
    ['site_logo', String.raw`/\elsewhere.example/x.png`],
    ...['upload_cdn_url', 'upload_cloud_url'].flatMap((name) =>
      [
        'javascript:alert(1)',
        'data:text/html,x',
        'ftp://files.example',
        '//files.example',
        '/files',
        'https://',
        'https://a:b@files.example',
        'https://files.example/?a',
        'https://files.example/" onload="x',
      ].map((address): [string, string] => [name, address]),
    ),
    ['upload_save_name', '/my files/{filename}{.suffix}'],
    ['upload_save_name', '/a"b/{filename}{.suffix}'],
    ['upload_save_name', '/a?b={filename}{.suffix}'],
    ['smtp_verification', 'none'],
    ['search_verification', 'google-site-verification=abc\nnonsense line'],
    ['search_verification', '<meta name="a">'],
    ...['home_cards', 'home_cards_en'].map((name): [string, unknown] => [
      name,
      Array.from({ length: 7 }, () => ({ key: 'a', value: 'b' })),
    ]),
    ['home_questions', 'a?\nb?\n\nc?\nd?'],
    ['home_questions_en', 'a?\nb?\nc?\nd?'],
    ['site_name', { a: 1 }],
    ['site_name', ' '.repeat(5000)],
    ['config_group', Array.from({ length: 1000 }, () => ({ key: 'a', value: 'b' }))],
    ['config_quick_entrance', [{ key: 'x'.repeat(1000), value: 'a' }]],
  ])('refuse for %s: %j', async (name, value) => {
    expect(Object.keys((await rejectionOf(save({ [name]: value }))).fields ?? {})).toEqual([name]);
  });

  it('keep as many cards and questions of the home page as it shows, and proofs as search engines give them', async () => {
    const kept = {
      home_cards: Array.from({ length: 6 }, (_, index) => ({ key: `${index}`, value: 'b' })),
      home_questions: 'a?\nb?\n\nc?\n',
      search_verification: '<meta name="google-site-verification" content="abc" />\nmsvalidate.01=DEF',
    };
    await save(kept);
    expect(await stored('search_verification')).toBe(kept.search_verification);
    await save({ home_cards: [], home_questions: '', search_verification: '' });
  });

  it('keep the addresses of a cloud store', async () => {
    await save({ upload_cdn_url: 'https://files.example/shop/', upload_cloud_url: 'http://10.0.0.7:9000' });
    expect([await stored('upload_cdn_url'), await stored('upload_cloud_url')]).toEqual([
      'https://files.example/shop/',
      'http://10.0.0.7:9000',
    ]);
    await save({ upload_cdn_url: '', upload_cloud_url: '' });
  });

  it('never say a secret, and keep it where nothing is typed', async () => {
    await save({ smtp_pass: 'mail-secret-1' });
    await save({ smtp_pass: '', smtp_user: 'shop' });
    expect(await item('smtp_pass')).toMatchObject({ value: '', is_set: true });
    const kept = await server.database.kysely.selectFrom('config_secret').selectAll().execute();
    expect(kept).toEqual([{ name: 'smtp_pass', value: 'mail-secret-1' }]);
    await server.call(addConfig, { group: 'mail', name: 'push_key', title: 'Push', type: 'password' }, { token });
    await save({ smtp_pass: null });
    expect(await item('smtp_pass')).toMatchObject({ value: '', is_set: false });
    expect(await server.database.kysely.selectFrom('config_secret').selectAll().execute()).toEqual([]);
    await save({ smtp_pass: 'mail-secret-1' });
    await save({ push_key: 'push-secret-2' });
    const everywhere = await Promise.all(
      (['config', 'admin_log', 'record_change'] as const).map((table) => server.database.kysely.selectFrom(table).selectAll().execute()),
    );
    const said = JSON.stringify([everywhere, await read()]);
    expect([said.includes('mail-secret-1'), said.includes('push-secret-2'), said.includes('push_key')]).toEqual([false, false, true]);
  });

  it.each([
    ['1.5', 'Please enter a whole number'],
    ['-3', 'Please enter a whole number'],
    ['2000000', 'Must be at most 1000000'],
  ])('are no points of the daily check-in that would give none: %s', async (value, said) => {
    expect((await rejectionOf(save({ daily_score: value }))).fields).toEqual({ daily_score: said });
  });

  it.each([{ smtp_server: 'mail.elsewhere.example' }, { smtp_port: '2525' }, { smtp_verification: 'TLS' }])(
    'send a secret nowhere else without having it typed again: %j',
    async (change) => {
      await save({ smtp_server: 'smtp.qq.com', smtp_port: '465', smtp_verification: 'SSL', smtp_pass: 'mail-secret-1' });
      expect((await rejectionOf(save({ ...change, smtp_pass: '' }))).fields).toEqual({
        smtp_pass: 'The server to connect to was changed, so enter the password again.',
      });
      expect(await stored(Object.keys(change)[0]!)).not.toBe(Object.values(change)[0]);
      await save({ ...change, smtp_pass: 'mail-secret-2' });
      expect(await stored(Object.keys(change)[0]!)).toBe(Object.values(change)[0]);
      await save({ smtp_server: 'smtp.qq.com', smtp_port: '465', smtp_verification: 'SSL', smtp_pass: null });
    },
  );

  it('are not replaced unseen: who saves over what somebody else has saved meanwhile is told what it is now', async () => {
    const [name, secret] = [await item('site_name'), await item('smtp_pass')];
    const read = { site_name: name?.version, smtp_pass: secret?.version, record_number: (await item('record_number'))?.version };
    await save({ site_name: 'Theirs', smtp_pass: 'their-pass-7' });
    const mine = { site_name: 'Mine', smtp_pass: 'my-pass-7', record_number: 'ICP 7' };
    expect(await rejectionOf(save({ ...mine, [READ_VERSIONS]: read }))).toEqual({
      kind: 'rejected',
      code: 0,
      message: 'Somebody else has changed these settings meanwhile; nothing was saved.',
      current: {
        site_name: { version: Number(read.site_name) + 1, value: 'Theirs' },
        smtp_pass: { version: Number(read.smtp_pass) + 1, value: '' },
      },
    });
    // Whoever may save settings, but not see them, is not shown theirs either.
    const unseeing = await server.addAdmin('unseeing', ['routine/config', 'routine/config/edit']);
    const blind = server.call(saveConfig, { site_name: 'Probe', [READ_VERSIONS]: { site_name: 0 } }, { token: unseeing.token });
    expect(await rejectionOf(blind)).toEqual({
      kind: 'rejected',
      code: 0,
      message: 'Somebody else has changed these settings meanwhile; nothing was saved.',
    });
    expect([await stored('site_name'), await stored('record_number')]).toEqual(['Theirs', name && (await item('record_number'))?.value]);
    // What is theirs already is no conflict; and who has seen it, or does not say what was read, replaces it.
    await save({ site_name: 'Theirs', [READ_VERSIONS]: read });
    await save({ site_name: 'Mine', [READ_VERSIONS]: { site_name: Number(read.site_name) + 1 } });
    expect(await stored('site_name')).toBe('Mine');
    await save({ site_name: 'As stock clients do' });
    expect(await stored('site_name')).toBe('As stock clients do');
  });

  it('of the mail server have mails tried at once that it did not take before, and others leave them waiting', async () => {
    const brought: string[] = [];
    vi.spyOn(server.ports.jobs, 'bringForward').mockImplementation(async (_trx, told) => void brought.push(told));
    await save({ site_name: 'Tea house' });
    expect(brought).toEqual([]);
    await save({ smtp_user: 'tea-house' });
    expect(brought).toEqual(['tried']);
    // What is as it was mends nothing.
    await save({ smtp_user: 'tea-house' });
    expect(brought).toEqual(['tried']);
  });

  it('that are gone meanwhile are not said to be saved', async () => {
    const added = await server.call(addConfig, { group: 'basics', name: 'short_lived', title: 'Short', type: 'string' }, { token });
    const version = (await item('short_lived'))?.version;
    await server.call(removeConfig, { ids: [added?.id ?? 0] }, { token });
    expect((await rejectionOf(save({ short_lived: 'x', [READ_VERSIONS]: { short_lived: version } }))).fields).toEqual({
      short_lived: 'This setting has been deleted meanwhile.',
    });
    await save({ short_lived: 'x' });
  });

  it('try no mail out with a password that is to be taken away', async () => {
    const mail = {
      smtp_server: 'smtp.qq.com',
      smtp_port: '465',
      smtp_user: 'shop',
      smtp_verification: 'SSL',
      smtp_sender_mail: 'a@shop.example',
    };
    await save({ ...mail, smtp_pass: 'mail-secret-1' });
    const trial = (smtp_pass: string | null) =>
      rejectionOf(server.call(sendTestMail, { ...mail, smtp_pass, testMail: 'not an address' }, { token })).then(({ fields }) =>
        Object.keys(fields ?? {}),
      );
    expect([await trial(null), await trial('')]).toEqual([['smtp_pass', 'testMail'], ['testMail']]);
  });

  it('can be added and deleted; those of the system stay', async () => {
    const wish = {
      group: 'basics',
      name: 'season',
      title: 'Season',
      type: 'select',
      rule: ['required'],
      content: 'spring=Spring\nautumn=Autumn',
      extend: 'a.b=1',
      inputExtend: 'clearable=true',
      weigh: '5',
    };
    const added = await server.call(addConfig, wish, { token });
    expect(await item('season')).toMatchObject({
      id: added?.id,
      content: { spring: 'Spring', autumn: 'Autumn' },
      extend: { a: { b: 1 } },
      input_extend: { clearable: true },
      rule: 'required',
      allow_del: 1,
      weigh: 5,
    });
    await save({ season: 'spring' });
    expect((await rejectionOf(server.call(addConfig, wish, { token }))).fields).toEqual({ name: 'This name is taken.' });
    expect((await rejectionOf(server.call(removeConfig, { ids: [2, added?.id ?? 0] }, { token }))).message).toContain('site_name');
    expect(await item('season')).toBeDefined();
    await server.call(removeConfig, { ids: [added?.id ?? 0] }, { token });
    expect(await item('season')).toBeUndefined();
  });

  it.each([
    ['name', { name: '1x' }],
    ['name', { name: '' }],
    ['group', { group: 'nowhere' }],
    ['type', { type: 'magic' }],
    ['rule', { rule: ['magic'] }],
    ['content', { type: 'radio' }],
    ['weigh', { weigh: '1.5' }],
    ['content', { type: 'select', content: Array.from({ length: 2000 }, (_, index) => `a.b${index}=1`).join('\n') }],
    ['extend', { extend: 'x'.repeat(3000) }],
    ['tip', { tip: ' '.repeat(600) }],
    ['rule', { rule: Array.from({ length: 600 }, () => 'url') }],
  ])('cannot be added with a wrong %s: %j', async (field, part) => {
    const wish = { group: 'basics', name: 'fine', title: 'Fine', type: 'string', ...part };
    expect(Object.keys((await rejectionOf(server.call(addConfig, wish, { token }))).fields ?? {})).toEqual([field]);
  });

  it('leave the address of the back office alone', async () => {
    await server.database.kysely.insertInto('config').values({ name: 'backend_entrance', group: 'basics', value: '/admin' }).execute();
    await save({ backend_entrance: '/elsewhere' });
    expect([await stored('backend_entrance'), await item('backend_entrance')]).toEqual(['/admin', undefined]);
  });

  it('leave what the terminal is set to, and its group, to the dialog of the terminal', async () => {
    const before = await read();
    await server.call(changeTerminalConfig, { manager: 'yarn' }, { token });
    expect(await read()).toEqual(before);
    const groups = JSON.parse((await stored('config_group')) ?? '') as object[];
    await save({ terminal_package_manager: 'npm', config_group: [...groups, { key: 'extra', value: 'Extra' }] });
    expect([await stored('terminal_package_manager'), await stored('config_group')]).toEqual([
      'yarn',
      JSON.stringify([...groups, { key: 'extra', value: 'Extra' }]),
    ]);
    await save({ config_group: groups });
  });

  it('are for those whose groups say so', async () => {
    const reader = await server.addAdmin('reader', ['routine/config/index']);
    expect((await server.call(readConfig, {}, { token: reader.token })).list).toHaveProperty('basics');
    await expect(server.call(saveConfig, { site_name: 'x' }, { token: reader.token })).rejects.toThrow('permission');
  });

  it('keep listed addresses out at once, but never whoever writes the list', async () => {
    expect((await at('203.0.113.9')).status).toBe(200);
    expect(Object.keys((await rejectionOf(save({ no_access_ip: '127.0.0.0/8' }))).fields ?? {})).toEqual(['no_access_ip']);
    expect(Object.keys((await rejectionOf(save({ no_access_ip: '203.0.113.9\nnobody' }))).fields ?? {})).toEqual(['no_access_ip']);
    await save({ no_access_ip: '203.0.113.0/24\n\n2001:db8::1' });
    const blocked = await at('203.0.113.9');
    expect([blocked.status, blocked.text]).toEqual([403, '{"msg":"Your IP address is not allowed to use this site."}']);
    expect([(await at('2001:db8::1')).status, (await at('::ffff:203.0.113.7')).status, (await at('203.0.114.1')).status]).toEqual([
      403, 403, 200,
    ]);
    await save({ no_access_ip: '' });
    expect((await at('203.0.113.9')).status).toBe(200);
  });
});
