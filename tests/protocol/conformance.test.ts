import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type Listening } from '#server/boot/listen';
import { sha256 } from '#server/base/digest';
import { dataSafety } from './data-safety.ts';
import type { Known } from './exchange.ts';
import { runExchanges, validateReply, type Outcome } from './run-exchanges.ts';
import { SPELLINGS } from './spelling.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

/** The kit as people run it. */
async function conformance(...args: readonly string[]) {
  const child = spawn(process.execPath, ['scripts/conformance.ts', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, linesOf: (sign: string) => output.split('\n').filter((line) => line.startsWith(sign)) };
}

async function against(answer: RequestListener) {
  const other = createServer(answer).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const outcome = await conformance(address);
  other.close();
  return { ...outcome, address };
}

describe('the conformance kit', () => {
  let server: TestServer;
  let listening: Listening;
  beforeAll(async () => {
    server = await createTestServer();
    listening = await listen({ fetch: withControl }, 0, '127.0.0.1');
  });
  afterAll(async () => {
    await listening.close();
    await server.close();
  });

  let hasControl = false;
  /** What `npm run start:test` has beside the application: where to click. */
  async function withControl(...[request, info]: Parameters<TestServer['app']['fetch']>): Promise<Response> {
    if (!hasControl || new URL(request.url).pathname !== '/test-controls/captcha-answer') return server.app.fetch(request, info);
    const { id } = (await request.json()) as { readonly id: string };
    const { targets, width, height } = await server.database.kysely
      .selectFrom('captcha')
      .select(['targets', 'width', 'height'])
      .where('id_hash', '=', await sha256(id))
      .executeTakeFirstOrThrow();
    const points = targets.map((target) => ({ x: target.x + target.width / 2, y: target.y + target.height / 2 }));
    return Response.json({ points, width, height });
  }
  const askForCaptcha = async (value: '0' | '1') => {
    await server.database.kysely.updateTable('config').set({ value }).where('name', '=', 'admin_login_captcha').execute();
    server.clock.advanceSeconds(60);
  };
  const written = async () =>
    Promise.all(
      (['member', 'member_group', 'member_rule', 'attachment', 'security_data_recycle', 'security_sensitive_data'] as const).map((table) =>
        server.database.kysely.selectFrom(table).selectAll().orderBy('id').execute(),
      ),
    );

  it('finds that this server speaks both dialects, and leaves nothing behind', async () => {
    const before = await written();
    const { code, output, linesOf } = await conformance(listening.address, '--password', TEST_PASSWORD);
    expect(output).toMatch(/^\d+ fit, 0 differ, 0 were not tried$/mu);
    expect([code, linesOf('✓ v1').length, linesOf('✓ v2').length]).toEqual([0, 146, 148]);
    expect(await written()).toEqual(before);
  });

  /** How the sign-in fares; nothing behind it is tried. */
  async function signInOutcome(): Promise<Outcome | undefined> {
    const target = { address: listening.address, username: 'admin', password: TEST_PASSWORD };
    for await (const outcome of runExchanges(target, 'v2')) if (outcome.exchange.title.startsWith('signing in')) return outcome;
    return undefined;
  }

  it('solves the captcha of a server with test controls, and leaves what only a person solves untried', async () => {
    await askForCaptcha('1');
    hasControl = true;
    expect(await signInOutcome()).toMatchObject({ verdict: 'fits', reasons: [] });
    hasControl = false;
    expect(await signInOutcome()).toMatchObject({ verdict: 'not tried', reasons: ['an earlier reply did not tell: captcha'] });
    await askForCaptcha('0');
  });

  it('says call by call what is wrong with a server that accepts everything', async () => {
    const { code, output, linesOf } = await against((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"code":1,"msg":"","time":1760000000,"data":null}');
    });
    expect(code).toBe(1);
    expect(output).toContain(
      '✗ v1 the front page gets its site (§3.3)  GET /api/index/index\n    data: Invalid input: expected object, received null',
    );
    expect(output).toContain(
      '✗ v2 whoever is not signed in is led to the sign-in (§2.2)  GET /admin/auth.Admin/index\n    code 1 instead of 303: ',
    );
    expect(output).toContain('✗ v1 an account that nobody has is refused (§2.3)  POST /admin/index/login\n    code 1 instead of 0: ');
    expect([linesOf('✗ v1').length, linesOf('✗ v2').length]).toEqual([8, 8]);
  });

  it.each([
    ['HTTP 502 instead of 200: <h1>Bad gateway</h1>', 502, 'text/html', '<h1>Bad gateway</h1>'],
    ['the type text/html instead of application/json: <h1>', 200, 'text/html', '<h1>'],
    ['no JSON: {"code":1', 200, 'application/json', '{"code":1'],
    ['envelope.msg: Invalid input: expected string, received undefined', 200, 'application/json', '{"code":1,"time":1,"data":null}'],
  ])('says: %s', (reason, status, type, text) => {
    expect(validateReply({ kind: 'envelope', code: 1 }, { status, type, text }).reasons).toEqual([reason]);
  });

  /** As servers of the older dialect answer: a key is text, and there is one database without a name. */
  it.each([
    [
      'a rule is found by its name, and names its controller in small letters',
      {
        list: [
          {
            id: 7,
            name: 'kit rule',
            controller: 'user/Group.php',
            controller_as: 'user/group',
            data_table: 'user_group',
            primary_key: 'id',
            status: '1',
            createtime: 1_795_419_742,
            updatetime: 1_795_419_742,
          },
        ],
        total: 1,
        remark: '',
      },
      { v1: [], v2: 'data.list.0.connection: Invalid input: expected ""' },
    ],
    [
      'a change of a watched field is told with its bare key and both values',
      {
        row: {
          id: 3,
          data_table: 'user_group',
          primary_key: 'id',
          data_field: 'name',
          data_comment: 'Title of the kit',
          id_value: '5',
          before: 'kit',
          after: 'kit changed',
          ip: '127.0.0.1',
          useragent: 'kit',
          admin: { username: 'admin', nickname: 'Admin' },
          sensitive: { name: 'kit rule' },
          createtime: 1_795_419_742,
        },
      },
      { v1: [], v2: 'data.row.id_value: Invalid input: expected number, received string' },
    ],
  ])('knows how the older dialect has it: %s', (title, data, { v1, v2 }) => {
    const known: Known = {
      username: 'admin',
      password: '',
      marker: 'kit',
      token: null,
      refreshToken: null,
      captcha: null,
      facts: new Map<string, unknown>([
        ['change', 3],
        ['watchedRecord', 5],
      ]),
      written: [],
    };
    const reasons = (dialect: 'v1' | 'v2') => {
      const { reply } = dataSafety(SPELLINGS[dialect]).find((exchange) => exchange.title === title)!;
      const expected = typeof reply === 'function' ? reply(known) : reply;
      const text = JSON.stringify({ code: 1, msg: '', time: 1_795_419_742, data });
      return validateReply(expected, { status: 200, type: 'application/json; charset=utf-8', text }).reasons;
    };
    expect(reasons('v1')).toEqual(v1);
    expect(reasons('v2')).toContain(v2);
  });

  it('waits where a server asks it to, and sends a reading call once more', async () => {
    const asked = new Map<string, number>();
    const { output } = await against((request, response) => {
      const path = request.url ?? '';
      const times = (asked.get(path) ?? 0) + 1;
      asked.set(path, times);
      response.setHeader('content-type', 'application/json');
      const tooSoon = path === '/admin/index/login' && times === 1;
      if (tooSoon) response.setHeader('retry-after', '1');
      response.end(tooSoon ? '{"code":0,"msg":"Not so fast."}' : '{"code":1,"msg":"","time":1760000000,"data":{"captcha":false}}');
    });
    expect(output).toContain('✓ v1 the sign-in page says whether it asks for a captcha');
  });

  it('stops where nobody answers, and says how it is called', async () => {
    const { address } = await against((_, response) => response.end());
    const said: Outcome[] = [];
    for await (const outcome of runExchanges({ address, username: 'admin', password: 'x' }, 'v2')) said.push(outcome);
    expect(said).toMatchObject([{ verdict: 'differs', reasons: [expect.stringMatching(/^no reply: /u)] }]);
    const wrong = await conformance(address, '--dialect', 'v3');
    expect([wrong.code, wrong.output]).toEqual([2, expect.stringContaining('npm run conformance -- <address>')]);
  });
});
