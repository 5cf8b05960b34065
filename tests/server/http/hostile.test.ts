import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import * as session from '#api/contract/session/session';
import { endAdminSessions, listAdminSessions } from '#api/contract/session/sessions';
import { resetAdminTwoFactor } from '#api/contract/session/two-factor';
import { anyDatabaseKind } from '#tests/support/database.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { publishedOn, publishSections } from '#tests/support/designs/published-sections.ts';
import { createTestServer, type RawReply, type TestServer } from '#tests/support/server.ts';

/** The section of all kinds, as it is published. */
const SPECIMEN = publishedOn(anyDatabaseKind).slice(0, 1);
const RESOURCES = [...SHIPPED_RESOURCES, ...SPECIMEN.map(({ declaration }) => declaration)];
const ENDPOINTS = [
  ...Object.values(session).filter((item) => 'method' in item),
  ...RESOURCES.flatMap((resource) => Object.values(resourceEndpoints(resource))),
];

/** Calls that touch no account, no right and no limit of attempts. */
const OF_RECORDS = new Set<unknown>(
  RESOURCES.filter(({ name }) => !['admin', 'adminGroup', 'adminRule'].includes(name)).flatMap((resource) =>
    Object.values(resourceEndpoints(resource)),
  ),
);

const BAD_VALUES: readonly unknown[] = [
  '', ' ', '0', '-1', '1.5', '1e5', '1e999', 'NaN', 'Infinity', '99999999999999999999', '2147483648', '9007199254740993', 'true', 'null',
  "' or 1=1 --", '"; drop table goods; --', "\\'; select pg_sleep(9)", '%', '_', '\\', '%00', '../../etc/passwd', '<script>alert(1)</script>', '{{7*7}}', '${7*7}',
  'constructor', '__proto__', 'hasOwnProperty', 'x'.repeat(300), 'x'.repeat(100_000), '字'.repeat(1000), '👩‍👩‍👧', '\u202Egnp.exe', 'a\u0000b', '\uD800', '\r\nset-cookie: a=b',
  -1, 0, 1.5, 1e308, 2 ** 53, true, false, null, [], [[]], [null], {}, { a: { b: { c: 1 } } }, ['1', { x: 1 }], '1,2,3', ',', ',,', 'a,b', '2026-02-30 10:00:00', '2026-13-01',
]; // prettier-ignore

const JSON_TYPE = { 'content-type': 'application/json' };

const listOf = (count: number, item: string): string => `[${Array.from({ length: count }, () => item).join(',')}]`;

/** What no reply may show of the inside. */
const LEAK = /\bat\s.+:\d+:\d+|node_modules|\.ts:\d+|syntax error|relation "|column "|select .* from|kysely|pglite|postgres|violates/iu;

/** Each value meets every call and every section in the long form; in the short one each eighth of them, on each database another eighth. */
const valuesFor = (index: number): readonly (readonly [number, unknown])[] =>
  [...BAD_VALUES.entries()].filter(([place]) => effort(place % 8 === index % 8, true));

const part = (name: string, value: string, more = ''): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

describe.each(dealtKinds().map((kind, shift) => ({ kind, shift })))('hostile input on $kind', ({ kind, shift }) => {
  let server: TestServer;
  let token: string;
  let ownHash: string;
  /** Whether a test may have changed an account or reached a limit. */
  let isTouched = true;
  const errors: unknown[] = [];

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      ports: {
        logger: {
          debug: () => undefined,
          info: () => undefined,
          warn: () => undefined,
          error: (_event, fields) => void errors.push(fields),
          child: () => expect.unreachable(),
        },
      },
    });
    await publishSections(server, SPECIMEN);
    const own = server.database.kysely.selectFrom('admin_password').select('hash').where('admin_id', '=', 1);
    ownHash = (await own.executeTakeFirstOrThrow()).hash;
  });
  /** A day later no limit of an earlier test holds any more. */
  async function beginAnew(): Promise<void> {
    server.clock.advanceSeconds(86_400);
    // A super administrator may change their own account, by name and password.
    await server.database.kysely.updateTable('admin').set({ username: 'admin', status: '1' }).where('id', '=', 1).execute();
    await server.database.kysely.updateTable('admin_password').set({ hash: ownHash }).where('admin_id', '=', 1).execute();
    ({ token } = await server.signIn());
  }
  // Most calls leave who makes them as they are, and find nobody's limit.
  beforeEach(async () => {
    errors.length = 0;
    if (isTouched) await beginAnew();
    isTouched = true;
  });
  afterAll(() => server.close());

  /** What is wrong with a reply: it must be an envelope with words, no server error, and show nothing of the inside. */
  function faultsOf(reply: RawReply, what: string): string[] {
    const faults: string[] = [];
    const { body } = reply;
    if (reply.status >= 500) faults.push(`status ${reply.status}`);
    if (typeof body?.code !== 'number' || typeof body.msg !== 'string') faults.push('no envelope');
    else if (body.code !== 1 && body.msg.length < 4) faults.push('no message');
    if (body?.code !== 1 && LEAK.test(reply.text)) faults.push(`shows ${LEAK.exec(reply.text)?.[0]}`);
    return [...faults, ...errors.splice(0).map((error) => JSON.stringify(error))].map((fault) => `${what}: ${fault}`);
  }

  const FIELD_NAMES = [
    'id',
    'ids',
    'targetId',
    'page',
    'limit',
    'order',
    'quickSearch',
    'search',
    'select',
    'initKey',
    'initValue',
    'initOperator',
    'isTree',
    'version',
    'username',
    'password',
    'keep',
    'refreshToken',
    'requiredLogin',
  ];

  it.each(ENDPOINTS.map((endpoint, index) => ({ endpoint, index, name: `${endpoint.method} ${endpoint.path}` })))(
    'answers $name plainly whatever a parameter holds',
    async ({ endpoint, index: place }) => {
      isTouched = !OF_RECORDS.has(endpoint);
      const isBody = endpoint.method === 'POST';
      const columns = RESOURCES.find(({ controller }) => endpoint.path.includes(`/${controller}/`))?.fields ?? {};
      const names = isBody
        ? [...FIELD_NAMES, ...Object.keys(columns).map((key) => key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`))]
        : FIELD_NAMES;
      // Each value meets some of the names, all of them over the endpoints.
      const tries = valuesFor(place + shift).map(([index, value]) => ({
        value,
        name: names[index % names.length] ?? 'id',
        other: names[(index * 7 + 3) % names.length] ?? 'id',
      }));
      const faults: string[] = [];
      for (const { value, name, other } of tries) {
        const sent = { id: 1, ids: ['1'], title: 'x', [name]: value, [other]: value };
        const what = JSON.stringify([name, other, JSON.stringify(value)?.slice(0, 60)]);
        if (isBody) faults.push(...faultsOf(await server.request(endpoint.path, { method: 'POST', token, json: sent }), what));
        else {
          const text = typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`;
          const query = new URLSearchParams({ [name]: text.toWellFormed(), [other]: text.toWellFormed() });
          // Deleting everything one after another would leave nothing to test.
          if (endpoint.method === 'DELETE') query.set('ids', '777777');
          faults.push(...faultsOf(await server.request(`${endpoint.path}?${query}`, { method: endpoint.method, token }), what));
        }
      }
      expect(faults).toEqual([]);
    },
  );

  it.each(RESOURCES.map((resource, index) => ({ resource, index, name: resource.name })))(
    'searches $name for anything without harm',
    async ({ resource, index: place }) => {
      isTouched = false;
      const names = Object.keys(resource.fields).map((key) => key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`));
      const operators = ['eq', 'gt', 'LIKE', 'IN', 'RANGE', 'NOT RANGE', 'FIND_IN_SET', 'NULL', 'like', 'SELECT'];
      const faults: string[] = [];
      for (const [index, value] of valuesFor(place + shift)) {
        const text = (typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`).toWellFormed();
        for (const render of ['', 'datetime', 'x']) {
          const query = new URLSearchParams({
            'search[0][field]': names[index % names.length] ?? 'id',
            'search[0][val]': text,
            'search[0][operator]': operators[index % operators.length] ?? 'eq',
            ...(render && { 'search[0][render]': render }),
          });
          const reply = await server.request(`/admin/${resource.controller}/index?${query}`, { token });
          faults.push(...faultsOf(reply, query.toString().slice(0, 120)));
        }
      }
      expect(faults).toEqual([]);
    },
  );

  it.each([listAdminSessions, endAdminSessions, resetAdminTwoFactor].map((endpoint) => ({ endpoint, name: endpoint.path })))(
    'takes no broken number for an account in $name',
    async ({ endpoint: { path, method } }) => {
      const faults: string[] = [];
      for (const id of [1.5, -1, 1e19, 1e30, 1e308])
        faults.push(
          ...faultsOf(
            method === 'POST'
              ? await server.request(path, { method, token, json: { id } })
              : await server.request(`${path}?id=${id}`, { method, token }),
            String(id),
          ),
        );
      expect(faults).toEqual([]);
    },
  );

  const post = (body: BodyInit, type = 'application/json'): Promise<RawReply> =>
    server.request('/admin/goods.Goods/add', { method: 'POST', token, body, headers: { 'content-type': type } });

  it.each([
    ['half an object', '{"title":"x"'],
    ['a text', '"title"'],
    ['a number', '5'],
    ['null', 'null'],
    ['a list', '[{"title":"x"}]'],
    ['a trailing comma', '{"title":"x",}'],
    ['a dangerous key', '{"__proto__":{"isAdmin":true}}'],
    ['a dangerous key deep inside', '{"title":{"a":[{"constructor":1}]}}'],
    ['a very deep value', `{"a":${'['.repeat(60)}${']'.repeat(60)}}`],
    ['a thousandfold deep value', `{"a":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`],
    ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ])('refuses %s as a body', async (_name, body) => {
    const reply = await post(body);
    expect(faultsOf(reply, 'body')).toEqual([]);
    expect(reply.body).toMatchObject({ code: 0 });
  });

  it('refuses other content types, and reads forms', async () => {
    expect((await post('title=x', 'text/plain')).body?.msg).toBe('The request has a content type that is not supported.');
    expect((await post('{"title":"x"}', 'application/jsonp')).body?.code).toBe(0);
    expect((await post('title=x', 'application/x-www-form-urlencoded')).body?.data.fields).toMatchObject({
      price: 'This field is required',
    });
    const form = new FormData();
    form.set('title', 'x');
    const { body } = await server.request('/admin/goods.Goods/add', { method: 'POST', token, body: form });
    expect(body?.data.fields).toMatchObject({ price: 'This field is required' });
    expect((await post('garbage', 'multipart/form-data; boundary=x')).body?.code).toBe(0);
    // Parts and their heads are counted before they are read, by the boundary that is read.
    const word = 'Mug by multipart';
    const formOf = (...parts: readonly string[]) => `${parts.join('')}${part('title', word)}--x--\r\n`;
    const [file, header] = [part('a', '', '; filename="b"'), `--x\r\n${'A: b\r\n'.repeat(2000)}\r\n\r\n`];
    for (const type of ['boundary=x', 'charset=utf-8; boundary="x"', 'boundary=x; charset=utf-8'])
      expect((await post(formOf(file), `multipart/form-data; ${type}`)).body?.data.fields).not.toHaveProperty('title');
    const refused = (await post('{', 'application/json')).body?.msg;
    for (const [body, type] of [
      [formOf(...Array.from({ length: 1001 }, () => file)), 'boundary=x'],
      [formOf(header), 'boundary=x'],
      [formOf(file), String.raw`boundary="\x"`],
      [formOf(file), 'a="; boundary=y"; boundary=x'],
      [formOf(file), 'boundary=x; boundary=y'],
    ] as const)
      expect((await post(body, `multipart/form-data; ${type}`)).body).toMatchObject({ code: 0, msg: refused, data: null });
  });

  const specimenData = async (path: string, row?: Readonly<Record<string, unknown>>) => {
    const how = row ? { method: 'POST', json: row } : {};
    return (await server.request(`/admin/lab.Specimen/${path}`, { token, ...how })).body?.data;
  };

  it('stores rich text clean, by adding and by saving, and counts what nothing is left of as empty', async () => {
    const hostile =
      '<p onclick="x()">tea<script>x()</script> <a href="javascript:x()">for</a> <a href="/two">two</a><img src=x onerror=x()></p>';
    const { id } = await specimenData('add', { name: 'clean', grade: 'a', story: hostile });
    const story = async () => (await specimenData(`edit?id=${id}`)).row.story;
    expect(await story()).toBe('<p>tea for <a href="/two">two</a></p>');
    await specimenData('edit', { id, story: '<h2>pot</h2><iframe srcdoc="x"></iframe>' });
    expect(await story()).toBe('<h2>pot</h2>');
    await specimenData('edit', { id, story: '<script>x()</script>' });
    expect(await story()).toBe('');
  });

  it('takes a body of exactly one mebibyte and refuses one byte more', async () => {
    const limit = 1_048_576;
    const frame = '{"title":""}'.length;
    expect((await post(`{"title":"${'x'.repeat(limit - frame)}"}`)).status).toBe(200);
    const reply = await post(`{"title":"${'x'.repeat(limit - frame + 1)}"}`);
    expect(reply.status).toBe(413);
    expect(reply.body).toMatchObject({ code: 0, msg: 'The request is too large.' });
  });

  const imported = async (body: string, type: string, as?: string) => {
    const headers = { 'content-type': type };
    const reply = await server.request('/admin/goods.Goods/import', { method: 'POST', body, headers, ...(as && { token: as }) });
    return [reply.status, reply.body?.code];
  };

  it('reads rows of a file from who is signed in alone, and as JSON', async () => {
    const long = JSON.stringify({ columns: ['title'], rows: [['x'.repeat(1_048_576)]], isDryRun: true });
    expect(await imported(long, 'application/json', token)).toEqual([200, 1]);
    expect(await imported(long, 'application/json')).toEqual([200, 303]);
    expect(await imported(long.slice(1), 'application/json', 'x'.repeat(43))).toEqual([200, 303]);
    expect(await imported(`columns=${'x'.repeat(1_048_576)}`, 'application/x-www-form-urlencoded', token)).toEqual([413, 0]);
  });

  const bulk = async (ids: string): Promise<number> => {
    const body = `{"ids":${ids},"values":{}}`;
    return (await server.request('/admin/goods.Goods/bulk', { method: 'POST', token, body, headers: JSON_TYPE })).status;
  };

  it('counts what a body holds before anything is made of it', async () => {
    expect([await bulk(listOf(9000, '{}')), await bulk(listOf(19_000, '1'))]).toEqual([200, 200]);
    expect([await bulk(listOf(10_000, '{}')), await bulk(listOf(20_000, '1'))]).toEqual([413, 413]);
    // Signs inside of texts are no values.
    expect((await post(JSON.stringify({ title: '[{",'.repeat(50_000) }))).status).toBe(200);
  });

  it('counts rows of a file by themselves, and judges each row as one', async () => {
    const [few, many] = [200, 203].map((count) => `{"columns":["title"],"rows":${listOf(5000, listOf(count, '0'))},"isDryRun":true}`) as [
      string,
      string,
    ];
    expect(await imported(many, 'application/json', token)).toEqual([413, 0]);
    const reply = await server.request('/admin/goods.Goods/import', { method: 'POST', token, body: few, headers: JSON_TYPE });
    expect([reply.status, Object.keys(reply.body?.data.fields ?? {}).length]).toEqual([200, 5000]);
  });

  const asked = async (name: string) => (await server.request(`/admin/Index/login?${name}=1`)).body?.msg;

  it('refuses names of parameters that are longer than any', async () => {
    expect(await asked('a'.repeat(300))).toBe('');
    expect(await asked('a'.repeat(301))).toBe('The request could not be read.');
    expect(await asked('['.repeat(301))).toBe('The request could not be read.');
  });

  it('refuses too many conditions, ids and parameters', async () => {
    const conditions = Array.from(
      { length: 31 },
      (_, index) => `search[${index}][field]=id&search[${index}][val]=1&search[${index}][operator]=eq`,
    ).join('&');
    const ids = Array.from({ length: 501 }, (_, index) => `ids[]=${index + 1000}`).join('&');
    for (const path of [`index?${conditions}`, `index?${'a=1&'.repeat(1100)}`, 'index?search[0][a][b][c][d][e]=1']) {
      expect((await server.request(`/admin/goods.Goods/${path}`, { token })).body).toMatchObject({ code: 0 });
    }
    const commas = `ids=${Array.from({ length: 501 }, (_, index) => index + 1000).join(',')}`;
    for (const query of [ids, commas])
      expect((await server.request(`/admin/goods.Goods/del?${query}`, { method: 'DELETE', token })).body).toMatchObject({ code: 0 });
  });

  it.each([
    '/admin/goods.Goods/nothing',
    '/admin/nothing/index',
    '/api/secret/thing',
    '/api/admin/../../etc/passwd',
    '/admin/goods.Goods/index/a/b',
    '/api/%00',
    '/api/%ff',
    '/admin/__proto__/constructor',
  ])('does not know %s', async (path) => {
    const reply = await server.request(path, { token });
    expect(reply.status).toBe(404);
    expect(LEAK.exec(reply.text)).toBeNull();
  });

  it('refuses methods a call does not have, and knows no cross-origin reader', async () => {
    for (const [method, path] of [
      ['GET', 'add'],
      ['POST', 'del'],
      ['GET', 'del'],
      ['PUT', 'edit'],
      ['PATCH', 'edit'],
    ] as const) {
      const reply = await server.request(`/admin/goods.Goods/${path}`, { method, token });
      expect(reply.body, `${method} ${path}`).toMatchObject({ code: 0 });
    }
    const preflight = await server.request('/admin/goods.Goods/add', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it("believes tokens in headers only, and only administrators' own", async () => {
    const { body } = await server.request(`/admin/Index/index?batoken=${token}`);
    expect(body?.code).toBe(303);
    const asMember = await server.request('/admin/Index/index', { headers: { 'ba-user-token': token } });
    expect(asMember.body?.code).toBe(303);
    const refresh = (await server.signIn()).refreshToken;
    expect((await server.request('/admin/Index/index', { token: refresh })).body?.code).toBe(303);
  });

  it('answers a defect with a number and nothing else', async () => {
    const broken = await createTestServer({
      kind,
      ports: {
        passwords: { hash: () => Promise.reject(new Error('secret detail')), verify: () => Promise.reject(new Error('secret detail')) },
      },
    });
    const reply = await broken.request('/admin/Index/login', { method: 'POST', json: { username: 'admin', password: 'secret99' } });
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain('secret detail');
    expect(reply.body).toMatchObject({ code: 0, data: null, msg: `Server internal error! (number ${reply.headers.get('x-request-id')})` });
    await broken.close();
  });
});
