import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEADER } from '#api/contract/base/wire';
import { addToLedger } from '#server/features/members/ledger';
import { sumDays } from '#server/features/members/own-ledger.service';
import { readSiteSettings } from '#server/resources/base/site-settings';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { configure } from '#tests/support/upload-samples.ts';

const AVATAR = '/static/images/avatar.png';

const secondsOf = (time: string): number => Date.parse(time) / 1000;

const STOCK_PAGES = ['overview', 'profile', 'changePassword', 'integral', 'balance'].map((page) => `account/${page}`);

/** Number or text exactly as the protocol says. Source: wire protocol §2.6, §2.10, §3.3–3.5. */
describe.each(dealtKinds())('the wire of members on %s', (kind) => {
  let server: TestServer;
  let lin: TestMember;
  let token: string;

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    lin = await addMember(server, 'linxiaoyu', { email: 'lin@example.com', mobile: '13800138000', nickname: '林小雨' });
    await book('money', 1230, '充值');
    await book('money', -30, '扣款');
    await book('score', 100, '注册赠送');
    ({ token } = await lin.signIn());
  });
  afterAll(() => server.close());

  let refs = 0;
  const book = (ledger: 'money' | 'score', amount: number, memo: string, memberId = lin.id, time = TEST_START_SECONDS) =>
    server.database.transaction((trx) =>
      addToLedger(trx, ledger, { memberId, amount, memo, reason: 'sample', ref: String((refs += 1)), adminId: 0, ip: '' }, time),
    );
  const ask = (method: 'GET' | 'POST', path: string, json?: unknown) =>
    askAsMember(server, method, path, { token, ...(json !== undefined && { json }) });
  const infoOf = (more: object) => ({
    id: lin.id,
    username: 'linxiaoyu',
    nickname: '林小雨',
    email: 'lin@example.com',
    mobile: '13800138000',
    avatar: AVATAR,
    gender: 0,
    birthday: null,
    money: '12.00',
    score: 100,
    join_time: null,
    jointime: null,
    last_login_time: TEST_START_SECONDS,
    lastlogintime: TEST_START_SECONDS,
    last_login_ip: '127.0.0.1',
    lastloginip: '127.0.0.1',
    motto: '',
    ...more,
  });

  it('tells the forms what they need to know, and leads whoever is signed in away by their dialect', async () => {
    const { body } = await askAsMember(server, 'GET', '/api/user/checkIn');
    expect(body).toEqual({
      code: 1,
      msg: '',
      time: TEST_START_SECONDS,
      data: {
        userLoginCaptchaSwitch: false,
        accountVerificationType: ['email', 'mobile'],
        delivery: { email: 'outbox', mobile: 'outbox' },
        registration: 'open',
        agreements: [],
      },
    });
    const older = (await ask('GET', '/api/user/checkIn')).body;
    expect([older?.code, older?.data]).toEqual([302, { routeName: 'user', routePath: '/user' }]);
    const newer = (await ask('GET', '/api/user/checkIn?requiredLogin=0')).body;
    expect([newer?.code, newer?.data]).toEqual([303, { type: 'logged in' }]);
  });

  it('signs in by account, by mail and by mobile number, in both spellings', async () => {
    for (const username of ['linxiaoyu', 'LINXIAOYU', 'Lin@Example.com', '13800138000']) {
      const json = { tab: 'login', username, password: TEST_PASSWORD, keep: username === 'linxiaoyu' };
      const { body } = await askAsMember(server, 'POST', '/api/user/checkIn', { json });
      const refresh = expect.stringMatching(json.keep ? /^[\w-]{43}$/u : /^$/u) as string;
      const tokens = { token: expect.stringMatching(/^[\w-]{43}$/u) as string, refresh_token: refresh, refreshToken: refresh };
      expect(body?.data).toEqual({ userInfo: infoOf(tokens), routePath: '/user' });
    }
  });

  it('refuses a wrong password, an unknown name, a disabled account and another tab alike or in words', async () => {
    await addMember(server, 'disabled_one');
    await server.database.kysely.updateTable('member').set({ status: 'disable' }).where('username', '=', 'disabled_one').execute();
    const attempt = async (username: string, password: string, tab = 'login') =>
      (await askAsMember(server, 'POST', '/api/user/checkIn', { json: { tab, username, password }, address: '203.0.113.4' })).text;
    const wrong = await attempt('linxiaoyu', 'wrong-word');
    expect(JSON.parse(wrong)).toMatchObject({ code: 0, data: null });
    expect(await attempt('nobody_here', 'wrong-word')).toBe(wrong);
    expect(await attempt('disabled_one', TEST_PASSWORD)).toBe(wrong);
    expect(await attempt('linxiaoyu', TEST_PASSWORD, 'other')).not.toBe(wrong);
    expect(JSON.parse(await attempt('', ''))).toMatchObject({
      code: 0,
      data: { fields: { username: 'This field is required', password: 'This field is required' } },
    });
  });

  it('answers the start of the front pages for visitors and members', async () => {
    const visitor = (await askAsMember(server, 'GET', '/api/index/index?requiredLogin=0')).body;
    expect(visitor?.data).toMatchObject({ openMemberCenter: true, userInfo: [], rules: [], menus: [] });
    const ours = { token, headers: { [HEADER.tokenRotation]: 'true' } };
    const { data } = (await askAsMember(server, 'GET', '/api/index/index?requiredLogin=1', ours)).body ?? {};
    expect(data.userInfo).toEqual(infoOf({ token, refresh_token: '', refreshToken: '' }));
    expect(data.rules).toEqual([]);
    expect(data.menus).toEqual([
      {
        id: 1,
        pid: 0,
        type: 'menu_dir',
        title: 'My account',
        name: 'account',
        path: 'account',
        icon: 'fa fa-user-circle',
        menu_type: 'tab',
        url: '',
        component: '',
        extend: 'none',
        no_login_valid: 0,
        remark: '',
        weigh: 98,
        children: expect.any(Array) as unknown[],
      },
    ]);
    const children = data.menus[0].children as Readonly<Record<string, unknown>>[];
    expect(children.map(({ name, title }) => [name, title])).toEqual([
      ['account/overview', 'Overview'],
      ['account/profile', 'Profile'],
      ['account/changePassword', 'Change password'],
      ['account/security', 'Security'],
      ['account/integral', 'Points'],
      ['account/balance', 'Balance'],
      ['account/messages', 'Messages'],
      ['account/notices', 'Notices'],
      ['account/files', 'Your files'],
      ['account/data', 'Your data'],
    ]);
    expect(children[0]?.['children']).toBeUndefined();
    // A stock client would lead from an entry that it has no page for back to its first page.
    for (const path of ['/api/index/index?requiredLogin=1', '/api/user/index']) {
      const menus = (await ask('GET', path)).body?.data.menus as { readonly children: { readonly name: string }[] }[];
      expect(menus.flatMap(({ children: pages }) => pages.map(({ name }) => name))).toEqual(STOCK_PAGES);
    }
    const chinese = await askAsMember(server, 'GET', '/api/user/index', { token, headers: { 'think-lang': 'zh-cn' } });
    expect(chinese.body?.data.menus[0]).toMatchObject({ title: '我的账户' });
    expect(chinese.body?.data.userInfo).toEqual(infoOf({ token, refresh_token: '', refreshToken: '' }));
    const wanted = (await askAsMember(server, 'GET', '/api/index/index?requiredLogin=1')).body;
    expect([wanted?.code, wanted?.data]).toEqual([303, { type: 'need login' }]);
    const { token: old } = await lin.signIn();
    await server.expireToken(old);
    expect((await askAsMember(server, 'GET', '/api/index/index?requiredLogin=1', { token: old })).body?.code).toBe(409);
    expect((await askAsMember(server, 'GET', '/api/index/index?requiredLogin=0', { token: old })).body?.data.userInfo).toEqual([]);
  });

  it('sums up the last seven days', async () => {
    const day = TEST_START_SECONDS - 3 * 86_400;
    const other = await addMember(server, 'overview_one');
    await book('money', 10, 'a', other.id, day);
    await book('money', 20, 'b', other.id, day + 60);
    await book('score', 7, 'c', other.id);
    const session = await other.signIn();
    const { body } = await askAsMember(server, 'GET', '/api/account/overview', { token: session.token });
    expect(body?.data).toEqual({
      days: ['2026-01-09', '2026-01-10', '2026-01-11', '2026-01-12', '2026-01-13', '2026-01-14', '2026-01-15'],
      score: [0, 0, 0, 0, 0, 0, 7],
      money: ['0.00', '0.00', '0.00', '0.30', '0.00', '0.00', '0.00'],
    });
  });

  it('lists the ledgers with amounts as texts and scores as numbers, a page at a time', async () => {
    const balance = (await ask('GET', '/api/account/balance?page=1&limit=10')).body?.data;
    const at = { user_id: lin.id, create_time: TEST_START_SECONDS, kind: 'sample' };
    expect(balance).toEqual({
      list: [
        { ...at, id: 2, money: '-0.30', before: '12.30', after: '12.00', memo: '扣款' },
        { ...at, id: 1, money: '12.30', before: '0.00', after: '12.30', memo: '充值' },
      ],
      total: 2,
    });
    expect((await ask('GET', '/api/account/integral')).body?.data).toEqual({
      list: [{ ...at, id: 1, score: 100, before: 0, after: 100, memo: '注册赠送' }],
      total: 1,
    });
    const counts = async (query: string): Promise<number> => (await ask('GET', `/api/account/balance?${query}`)).body?.data?.list?.length;
    for (const query of ['page=0&limit=0', 'page=-1&limit=1000000', 'page=abc&limit=abc']) expect(await counts(query)).toBe(2);
    expect(await counts('page=9999&limit=1')).toBe(0);
    expect(await counts('sign=minus')).toBe(1);
    expect(await counts('sign=plus&kind=sample&from=2026-01-15&to=2026-01-15')).toBe(1);
    expect(await counts('to=2026-01-14')).toBe(0);
    expect(await counts('from=2026-01-16')).toBe(0);
    expect(await counts('kind=other')).toBe(0);
    // Noon of the last day there is lies in the year 10000 by a clock further east.
    const { timeZone } = await readSiteSettings(server.database.kysely);
    for (const zone of ['Pacific/Kiritimati', timeZone]) {
      await configure(server, { time_zone: zone });
      expect([await counts('from=9999-12-31'), await counts('from=2026-01-01&to=9999-12-31')]).toEqual([0, 2]);
      const file = await ask('GET', '/api/account/exportBalance?format=csv&to=9999-12-31');
      expect([file.status, file.text.includes('充值')]).toEqual([200, true]);
    }
    const refused = async (query: string) => (await ask('GET', `/api/account/balance?${query}`)).body?.data?.fields;
    const say = (key: string) => server.ports.messages.text('en', key);
    expect(await refused('from=2026-02-30')).toEqual({ from: say('validation.date') });
    // While a year is typed, its first digits are a year of the Romans.
    expect(await refused('to=0001-01-01')).toEqual({ to: say('validation.date') });
    expect(await refused('sign=both')).toEqual({ sign: say('validation.option') });
  });

  it('counts a day of the ledger from its first second by the clock of the site to the last one, and for its own member alone', async () => {
    const [mine, other] = [await addMember(server, 'day_one', { email: 'day@example.com' }), await addMember(server, 'day_two')];
    // 2026-01-14 in Shanghai, whose days begin at 16:00 of the day before elsewhere.
    const midnight = TEST_START_SECONDS - 32 * 3600;
    await book('money', 6, 'oldest', mine.id, midnight - 5 * 86_400);
    await book('money', 1, 'before', mine.id, midnight - 1);
    await book('money', 20, 'first', mine.id, midnight);
    await book('money', -3, 'last', mine.id, midnight + 86_399);
    await book('money', 400, 'after', mine.id, midnight + 86_400);
    await book('money', 5000, 'of another', other.id, midnight);
    const session = await mine.signIn();
    const read = async (path: string) => (await askAsMember(server, 'GET', `/api/account/${path}`, { token: session.token })).body?.data;
    const memos = async (query: string) => (await read(`balance?${query}`)).list.map(({ memo }: { memo: string }) => memo);
    expect(await memos('from=2026-01-14&to=2026-01-14')).toEqual(['last', 'first']);
    expect([await memos('sign=minus'), await memos('sign=plus')]).toEqual([['last'], ['after', 'first', 'before', 'oldest']]);
    expect(await memos('to=2026-01-13')).toEqual(['before', 'oldest']);
    expect(await memos('from=2026-01-15')).toEqual(['after']);
    expect((await read('overview')).money).toEqual(['0.06', '0.00', '0.00', '0.00', '0.01', '0.17', '4.00']);
    const { days, money, balance, has_email: hasEmail, has_mobile: hasMobile } = await read('summary');
    expect([days.length, days[0], days.at(-1), money.slice(-3)]).toEqual([30, '2025-12-17', '2026-01-15', ['0.01', '0.17', '4.00']]);
    expect([balance, hasEmail, hasMobile]).toEqual(['4.24', true, false]);
    expect((await ask('GET', '/api/account/summary')).body?.data).toMatchObject({ balance: '12.00', has_email: true, has_mobile: true });
  });

  it('counts days of 23 and of 25 hours whole', async () => {
    const keeper = await addMember(server, 'summer_time');
    const { id } = keeper;
    // In Berlin clocks are set back on 2025-10-26 and forward on 2026-03-29.
    await book('money', 1, 'first of 25', id, secondsOf('2025-10-25T22:00:00Z'));
    await book('money', 20, 'last of 25', id, secondsOf('2025-10-26T22:59:59Z'));
    await book('money', 300, 'first of 23', id, secondsOf('2026-03-28T23:00:00Z'));
    await book('money', 4000, 'last of 23', id, secondsOf('2026-03-29T21:59:59Z'));
    await book('money', 50_000, 'next', id, secondsOf('2026-03-29T22:00:00Z'));
    const { timeZone } = await readSiteSettings(server.database.kysely);
    await configure(server, { time_zone: 'Europe/Berlin' });
    const { token: own } = await keeper.signIn();
    const memos = async (day: string) =>
      (await askAsMember(server, 'GET', `/api/account/balance?from=${day}&to=${day}`, { token: own })).body?.data.list.map(
        ({ memo }: { memo: string }) => memo,
      );
    expect(await memos('2025-10-26')).toEqual(['last of 25', 'first of 25']);
    expect(await memos('2026-03-29')).toEqual(['last of 23', 'first of 23']);
    const early = { database: server.database, clock: { nowMs: () => Date.parse('2026-03-29T22:30:00Z') } };
    expect(await sumDays(early, id, 3)).toEqual({
      days: ['2026-03-28', '2026-03-29', '2026-03-30'],
      score: [0, 0, 0],
      money: ['0.00', '43.00', '500.00'],
    });
    await configure(server, { time_zone: timeZone });
  });

  it('answers lists in the spelling of the older dialect to whoever writes it', async () => {
    const { data } = (await ask('GET', '/api/account/balance?quick_search=')).body ?? {};
    expect(data.list[0]).toMatchObject({ createtime: TEST_START_SECONDS, money: '-0.30' });
  });

  it('keeps the profile as it is sent, one field at a time or whole, and refuses what is none', async () => {
    const other = await addMember(server, 'profile_one');
    const { token: own } = await other.signIn();
    const save = (json: object) => askAsMember(server, 'POST', '/api/account/profile', { token: own, json });
    const read = async () => (await askAsMember(server, 'GET', '/api/account/profile', { token: own })).body?.data;
    const whole = { id: lin.id, avatar: AVATAR, username: 'profile_two', nickname: '小林', gender: 2, birthday: '1994-04-12', motto: 'hi' };
    expect((await save({ ...whole, money: '99.00', status: 'disable', group_id: 9 })).body).toMatchObject({ code: 1, data: null });
    const kept = await read();
    expect(kept.accountVerificationType).toEqual(['email', 'mobile']);
    const { id: _sent, avatar: _avatar, ...stored } = whole;
    expect(kept.info).toMatchObject({ ...stored, id: other.id, money: '0.00', version: 2 });
    expect((await save({ nickname: 'Lin', version: 2 })).body?.code).toBe(1);
    expect((await read()).info).toMatchObject({ nickname: 'Lin', birthday: '1994-04-12', version: 3 });
    const late = (await save({ nickname: 'Late', version: 2 })).body;
    expect([late?.code, late?.data.conflict, late?.data.row.nickname, late?.data.row.version]).toEqual([0, true, 'Lin', 3]);
    expect((await save({ nickname: 'Lin' })).body?.code).toBe(1);
    expect((await read()).info.birthday).toBeNull();
    const wrong = {
      username: '1x',
      nickname: 'a b!',
      gender: 5,
      birthday: '2026-01-16',
      motto: 'x'.repeat(256),
      avatar: 'https://evil.example/x.png',
    };
    expect(Object.keys((await save(wrong)).body?.data.fields)).toEqual(['username', 'nickname', 'motto', 'gender', 'birthday']);
    expect(Object.keys((await save({ avatar: 'https://evil.example/x.png' })).body?.data.fields)).toEqual(['avatar']);
    expect(Object.keys((await save({ username: 'LinXiaoYu' })).body?.data.fields)).toEqual(['username']);
    const set = await server.database.kysely.selectFrom('change_set').selectAll().orderBy('id').executeTakeFirstOrThrow();
    expect(set).toMatchObject({ actor_type: 'member', actor_id: other.id, actor_name: 'profile_one', resource: 'member', action: 'edit' });
  });

  it('renews and ends the sessions of members, who are a family of their own', async () => {
    const { token: first, refreshToken } = await lin.signIn();
    const renew = (headers: Readonly<Record<string, string>>) =>
      server.request('/api/common/refreshToken', { method: 'POST', json: { refreshToken }, headers });
    expect((await renew({ batoken: first })).body?.code).toBe(0);
    const { data } = (await renew({ 'ba-user-token': first })).body ?? {};
    expect(data).toEqual({ type: 'user-refresh', token: expect.any(String) as string });
    expect((await askAsMember(server, 'GET', '/api/account/overview', { token: first })).body?.code).toBe(409);
    expect((await askAsMember(server, 'GET', '/api/account/overview', { token: data.token })).body?.code).toBe(1);
    expect((await server.request('/admin/Index/index', { token: data.token, headers: { 'ba-user-token': data.token } })).body?.code).toBe(
      303,
    );
    const { token: admin } = await server.signIn();
    expect((await server.request('/api/account/overview', { token: admin, headers: { 'ba-user-token': admin } })).body?.code).toBe(302);
    const out = await askAsMember(server, 'POST', '/api/user/logout', { token: data.token, json: { refresh_token: refreshToken } });
    expect(out.body).toMatchObject({ code: 1, data: null });
    expect((await askAsMember(server, 'GET', '/api/account/overview', { token: data.token })).body?.code).toBe(302);
    expect((await renew({ 'ba-user-token': data.token })).body?.code).toBe(0);
    expect((await askAsMember(server, 'POST', '/api/user/logout', { json: {} })).body).toMatchObject({ code: 1, data: null });
  });

  it('names the published pages that whoever registers agrees to, in the language of the reader', async () => {
    const ways = async (language: string) =>
      (await askAsMember(server, 'GET', '/api/user/checkIn', { headers: { 'think-lang': language } })).body?.data.agreements;
    const { token: admin } = await server.signIn();
    const publish = async (status: 'on' | 'draft', slugs: readonly string[]) => {
      for (const slug of slugs) {
        const { id } = await server.database.kysely
          .selectFrom('public_page')
          .select('id')
          .where('slug', '=', slug)
          .executeTakeFirstOrThrow();
        const { body } = await server.request('/admin/content.Page/edit', { method: 'POST', token: admin, json: { id, status } });
        expect(body?.code).toBe(1);
      }
    };
    await publish('on', ['terms', 'privacy', 'about']);
    const titles = await server.database.kysely.selectFrom('public_page').select(['slug', 'title', 'title_en']).execute();
    const told = (slug: string) => titles.find((page) => page.slug === slug)!;
    expect(await ways('zh-cn')).toEqual(['terms', 'privacy'].map((slug) => ({ path: `/pages/${slug}`, title: told(slug).title })));
    expect(await ways('en')).toEqual(['terms', 'privacy'].map((slug) => ({ path: `/en/pages/${slug}`, title: told(slug).title_en })));
    await publish('draft', ['terms']);
    expect((await ways('en')).map(({ path }: { readonly path: string }) => path)).toEqual(['/en/pages/privacy']);
    await publish('draft', ['privacy', 'about']);
    expect(await ways('en')).toEqual([]);
  });
});
