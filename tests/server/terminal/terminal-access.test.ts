import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminInit, logout } from '#api/contract/session/session';
import { changeTerminalConfig, clearCache, listCommands, readRun, stopTerminal, terminalTicket } from '#api/contract/terminal/terminal';
import { createServerApp } from '#server/app';
import { createLogger } from '#server/base/logger';
import { BusyError } from '#server/base/refusal';
import {
  allOf,
  createTerminalRig,
  type Message,
  messagesOf,
  openStream,
  printed,
  read,
  script,
  streamUrl,
  type TerminalRig,
  textOf,
} from './terminal-support.ts';

const COMMANDS = {
  'demo.once': script('console.log("ran")'),
  'demo.other': script('console.log("other")'),
  'demo.wait': script('console.log("waiting"); setTimeout(() => {}, 60000)'),
};
const REFUSED = 'Error:The ticket for the output is not valid or too old. Please try again.';

describe('who may use the terminal', () => {
  const logged: string[] = [];
  let rig: TerminalRig;
  beforeAll(async () => {
    const logger = createLogger({ level: 'debug', write: (line) => logged.push(line), now: () => new Date(0) });
    rig = await createTerminalRig(COMMANDS, { ports: { logger } });
  });
  afterAll(() => rig.server.close());

  const withTicket = (order: { command: string; uuid: string; extend?: string }, ticket: string, headers: Record<string, string> = {}) =>
    read(rig.server.app, { ...order, query: { batoken: ticket }, headers });
  const hasRun = async (uuid: string) => (await rig.server.call(readRun, { uuid }, { token: rig.token })).status !== null;

  it('opens a stream with a ticket, once', async () => {
    const order = { command: 'demo.once', uuid: rig.uuid(), extend: 'type:value' };
    const ticket = await rig.ticket(order);
    expect(printed(await withTicket(order, ticket))).toEqual(['ran']);
    expect(textOf(await withTicket(order, ticket))).toEqual([REFUSED, 'command-exec-error']);
  });

  it('takes a broken stream of the same run up with its spent ticket, for a minute after the end', async () => {
    const order = { command: 'demo.once', uuid: rig.uuid() };
    const ticket = await rig.ticket(order);
    const whole = await withTicket(order, ticket);
    expect(await withTicket(order, ticket, { 'last-event-id': '2' })).toEqual(whole.slice(2));
    const other = { ...order, uuid: rig.uuid() };
    expect(textOf(await withTicket(other, ticket, { 'last-event-id': '2' }))).toEqual([REFUSED, 'command-exec-error']);
    expect(await hasRun(other.uuid)).toBe(false);
    for (const seconds of [61, -122]) {
      rig.server.clock.advanceSeconds(seconds);
      expect(textOf(await withTicket(order, ticket, { 'last-event-id': '2' }))).toEqual([REFUSED, 'command-exec-error']);
    }
    rig.server.clock.advanceSeconds(61);
  });

  it.each(['command', 'uuid', 'extend'] as const)('binds a ticket to its %s, and leaves it unspent when that differs', async (part) => {
    const order = { command: 'demo.once', uuid: rig.uuid(), extend: 'a' };
    const ticket = await rig.ticket(order);
    const wrong = { ...order, [part]: { command: 'demo.other', uuid: rig.uuid(), extend: 'b' }[part] };
    expect(textOf(await withTicket(wrong, ticket))).toEqual([REFUSED, 'command-exec-error']);
    expect(await hasRun(wrong.uuid)).toBe(false);
    expect(printed(await withTicket(order, ticket))).toEqual(['ran']);
  });

  it('tells under the number of a run nothing of another command', async () => {
    const uuid = rig.uuid();
    await rig.run('demo.once', uuid);
    expect(textOf(await read(rig.server.app, { command: 'demo.other', uuid, token: rig.token }))).toEqual([
      'Error:This task number was already used for another command.',
      'command-exec-error',
    ]);
  });

  it('takes what a task says of itself up to 500 characters', async () => {
    const order = (length: number) => ({ command: 'demo.once', uuid: rig.uuid(), extend: 'x'.repeat(length) });
    expect((await rig.ticket(order(500))).length).toBeGreaterThan(0);
    await expect(rig.ticket(order(501))).rejects.toThrow('extend');
    expect(textOf(await read(rig.server.app, { ...order(501), token: rig.token })).at(-1)).toBe('command-exec-error');
  });

  it('refuses a ticket after 30 seconds, and an unknown one', async () => {
    const order = { command: 'demo.once', uuid: rig.uuid() };
    const ticket = await rig.ticket(order);
    rig.server.clock.advanceSeconds(30);
    expect(textOf(await withTicket(order, ticket))).toEqual([REFUSED, 'command-exec-error']);
    expect(textOf(await withTicket(order, 'x'.repeat(43)))).toEqual([REFUSED, 'command-exec-error']);
    expect(textOf(await withTicket(order, ''))[0]).toBe('Error:Please sign in first.');
    expect(await hasRun(order.uuid)).toBe(false);
  });

  it.each(['extend', 'batoken', 'uuid', 'command'])('refuses a %s that no text is, without asking the database', async (name) => {
    const address = streamUrl({ command: 'demo.once', uuid: rig.uuid(), query: { batoken: 'x' } });
    const response = await rig.server.app.fetch(
      new Request(`http://test.invalid${address.replace(new RegExp(`${name}=[^&]*`, 'u'), `${name}=%00%FF`)}`),
    );
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(textOf(await allOf(response)).at(-1)).toBe('command-exec-error');
  });

  it('spends a ticket once when two come at the same time', async () => {
    const order = { command: 'demo.once', uuid: rig.uuid() };
    const ticket = await rig.ticket(order);
    const both = await Promise.all([withTicket(order, ticket), withTicket(order, ticket)]);
    expect(both.map((messages) => messages.length).toSorted((one, other) => one - other)).toEqual([2, 6]);
  });

  it('ends a ticket with its session, spent or not', async () => {
    const { token } = await rig.server.signIn();
    const order = { command: 'demo.once', uuid: rig.uuid() };
    const later = { command: 'demo.once', uuid: rig.uuid() };
    const [ticket, unused] = [await rig.ticket(order, token), await rig.ticket(later, token)];
    await withTicket(order, ticket);
    await rig.server.call(logout, {}, { token });
    expect(textOf(await withTicket(order, ticket, { 'last-event-id': '1' }))[0]).toBe(REFUSED);
    expect(textOf(await withTicket(later, unused))[0]).toBe(REFUSED);
    expect(await hasRun(later.uuid)).toBe(false);
  });

  it('ends a running stream with its session, and leaves the others and the run alone', async () => {
    const uuid = rig.uuid();
    const streamed = async (query: Readonly<Record<string, string>>, token?: string) => {
      const messages = messagesOf(await openStream(rig.server.app, { command: 'demo.wait', uuid, query, token }));
      while (!printed([(await messages.next()).value as Message]).includes('waiting'));
      return messages;
    };
    const gone = await rig.server.signIn();
    const [byToken, byTicket] = [
      await streamed({}, gone.token),
      await streamed({ batoken: await rig.ticket({ command: 'demo.wait', uuid }, gone.token) }),
    ];
    const other = await streamed({}, rig.token);
    await rig.server.call(logout, {}, { token: gone.token });
    expect(await Promise.all([byToken.next(), byTicket.next()])).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
    await rig.server.call(stopTerminal, { uuid }, { token: rig.token });
    expect((await other.next()).value).toMatchObject({ kind: 'output', data: expect.stringContaining('admin') as string });
    for await (const message of other) if (message.data === 'exec-completed') break;
  });

  it('takes no token from the address unless that is allowed', async () => {
    const order = { command: 'demo.once', uuid: rig.uuid() };
    const [words, ending] = textOf(await withTicket(order, rig.token));
    expect([words, ending]).toEqual([
      expect.stringMatching(/^Error:This client sends its sign-in in the address .* TERMINAL_QUERY_TOKEN=1$/u),
      'command-exec-error',
    ]);
    const stock = createServerApp(rig.server.ports, { terminal: { isOn: true, allowsTokenInQuery: true } });
    // The addresses of both dialects.
    for (const path of ['/admin/Terminal/index', '/admin/ajax/terminal']) {
      const messages = await read(stock, { command: 'version.node', uuid: rig.uuid(), path, query: { batoken: rig.token } });
      expect(textOf(messages)).toEqual([
        'command-link-success',
        expect.stringMatching(/^> /u),
        process.version,
        'exitCode: 0',
        'command-exec-success',
        'command-exec-completed',
      ]);
    }
    const opening = { command: 'version.node', uuid: rig.uuid() };
    expect(textOf(await read(stock, { ...opening, query: { batoken: 'nobody' } }))[0]).toBe('Error:Please sign in first.');
  });

  it('says that a token has expired', async () => {
    const { token } = await rig.server.signIn();
    await rig.server.expireToken(token);
    const messages = await read(rig.server.app, { command: 'demo.once', uuid: rig.uuid(), token });
    expect(textOf(messages)).toEqual(['Error:Your sign-in has expired.', 'command-exec-error']);
  });

  it('is closed to everybody but super administrators', async () => {
    const { token, groupId, id } = await rig.server.addAdmin('clerk', ['goods/goods', 'goods/goods/index']);
    const uuid = rig.uuid();
    const order = { command: 'demo.once', uuid };
    const forbidden = { failure: { kind: 'rejected', code: 401 } };
    await expect(rig.server.call(terminalTicket, order, { token })).rejects.toMatchObject(forbidden);
    await expect(rig.server.call(stopTerminal, { uuid }, { token })).rejects.toMatchObject(forbidden);
    await expect(rig.server.call(readRun, { uuid }, { token })).rejects.toMatchObject(forbidden);
    await expect(rig.server.call(listCommands, {}, { token })).rejects.toMatchObject(forbidden);
    await expect(rig.server.call(changeTerminalConfig, { manager: 'npm' }, { token })).rejects.toMatchObject(forbidden);
    expect(textOf(await read(rig.server.app, { ...order, token }))).toEqual([
      'Error:You do not have permission to operate!',
      'command-exec-error',
    ]);
    expect(await hasRun(uuid)).toBe(false);

    // A ticket does not outlive the right it stands for.
    const { kysely } = rig.server.database;
    await kysely.updateTable('admin_group_access').set({ group_id: 1 }).where('uid', '=', id).execute();
    const ticket = await rig.ticket(order, token);
    await kysely.updateTable('admin_group_access').set({ group_id: groupId }).where('uid', '=', id).execute();
    expect(textOf(await withTicket(order, ticket))[0]).toBe('Error:You do not have permission to operate!');
    expect(await hasRun(uuid)).toBe(false);
    const refused = await kysely
      .selectFrom('security_log')
      .select((select) => select.fn.sum<string>('count').as('times'))
      .where('account_id', '=', id)
      .where('kind', '=', 'permission.refused')
      .executeTakeFirstOrThrow();
    expect(Number(refused.times)).toBe(7);
  });

  it('is gone when it is switched off', async () => {
    const off = createServerApp(rig.server.ports, { terminal: { isOn: false, allowsTokenInQuery: false } });
    for (const [method, path] of [
      ['GET', '/admin/Terminal/index?command=version.node&uuid=run-off-1&server=1'],
      ['POST', '/admin/Terminal/ticket?server=1'],
      ['GET', '/admin/Terminal/commands?server=1'],
    ] as const) {
      const reply = await off.fetch(new Request(`http://test.invalid${path}`, { method, headers: { batoken: rig.token } }));
      expect([path, reply.status]).toEqual([path, 404]);
    }
  });

  it('writes every start and stop into the log of administrators, and no ticket anywhere', async () => {
    logged.length = 0;
    await rig.server.database.kysely.deleteFrom('admin_log').execute();
    const order = { command: 'demo.wait', uuid: rig.uuid(), extend: 'module-install:demo' };
    const ticket = await rig.ticket(order);
    const streams = [withTicket(order, ticket), read(rig.server.app, { ...order, token: rig.token })];
    while (!(await hasRun(order.uuid))) await new Promise(setImmediate);
    await rig.server.call(stopTerminal, { uuid: order.uuid }, { token: rig.token });
    const [messages, other] = await Promise.all(streams);
    expect(other).toEqual(messages);
    const rows = await rig.server.database.kysely
      .selectFrom('admin_log')
      .select(['title', 'url', 'data', 'username'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      {
        title: '终端-执行命令',
        url: '/admin/Terminal/index',
        data: JSON.stringify({ uuid: order.uuid, command: order.command, extend: order.extend }),
        username: 'admin',
      },
      { title: '终端-停止命令', url: '/api/admin/Terminal/stop', data: JSON.stringify({ uuid: order.uuid }), username: 'admin' },
    ]);
    const everything = JSON.stringify([logged, rows, await rig.server.database.kysely.selectFrom('terminal_ticket').selectAll().execute()]);
    expect(logged.length).toBeGreaterThan(0);
    expect(everything).not.toContain(ticket);
    expect(everything).not.toContain(rig.token);
  });
});

describe('a server that ends', () => {
  it('begins no command', async () => {
    const rig = await createTerminalRig(COMMANDS);
    const { runs } = rig.server.app.terminal;
    await runs.close();
    const order = { command: 'demo.once', uuid: rig.uuid(), extend: '' };
    const starter = { id: 1, client: { ip: '127.0.0.1', userAgent: '', language: 'en' } } as const;
    await expect(runs.start(order, starter, 'en')).rejects.toBeInstanceOf(BusyError);
    expect(await runs.find(order.uuid)).toBeUndefined();
    await rig.server.close();
  });
});

describe("the terminal's settings and the server's caches", () => {
  let rig: TerminalRig;
  beforeAll(async () => {
    rig = await createTerminalRig();
  });
  afterAll(() => rig.server.close());
  const terminal = async () => (await rig.server.call(adminInit, {}, { token: rig.token })).terminal;

  it('keeps the package manager and the port', async () => {
    expect(await terminal()).toEqual({ phpDevelopmentServer: false, npmPackageManager: 'pnpm', installServicePort: '8000' });
    await rig.server.call(changeTerminalConfig, { manager: 'yarn' }, { token: rig.token });
    await rig.server.call(changeTerminalConfig, { port: 9001 }, { token: rig.token });
    const kept = () => rig.server.database.kysely.selectFrom('record_change').select('id').execute();
    const before = await kept();
    await rig.server.call(changeTerminalConfig, { manager: 'yarn', port: '9001' }, { token: rig.token });
    expect(await kept()).toEqual(before);
    expect(await terminal()).toEqual({ phpDevelopmentServer: false, npmPackageManager: 'yarn', installServicePort: '9001' });
  });

  it.each([{ manager: 'rm -rf' }, { manager: '' }, { port: 0 }, { port: '65536' }, { port: '80; ls' }])('refuses %j', async (change) => {
    const before = await terminal();
    await expect(rig.server.call(changeTerminalConfig, change, { token: rig.token })).rejects.toMatchObject({ failure: { code: 0 } });
    expect(await terminal()).toEqual(before);
  });

  it.each(['tp', 'all'])('forgets what it remembers when the cache %s is cleared', async (type) => {
    const remark = async () => (await rig.server.request('/api/admin/goods.Goods/index', { token: rig.token })).body?.data.remark as string;
    const note = (text: string) =>
      rig.server.database.kysely.updateTable('admin_rule').set({ remark: text }).where('name', '=', 'goods/goods').execute();
    await note(`before ${type}`);
    await rig.server.call(clearCache, { type }, { token: rig.token });
    expect(await remark()).toBe(`before ${type}`);
    await note(`after ${type}`);
    expect(await remark()).toBe(`before ${type}`);
    await rig.server.call(clearCache, { type }, { token: rig.token });
    expect(await remark()).toBe(`after ${type}`);
  });

  it('refuses an unknown cache, and a visitor', async () => {
    const refused = await rig.server.request('/api/admin/ajax/clearCache', { method: 'POST', json: { type: 'storage' }, token: rig.token });
    expect(refused.body).toMatchObject({ code: 0, msg: 'There is no cache called “storage”.' });
    expect((await rig.server.request('/api/admin/ajax/clearCache', { method: 'POST', json: { type: 'tp' } })).body?.code).toBe(302);
  });

  it('lets whoever may change settings clear it, in either spelling, and nobody else', async () => {
    const clear = (token: string, path = '/api/admin/ajax/clearCache') =>
      rig.server.request(path, { method: 'POST', json: { type: 'tp' }, token });
    const clerk = await rig.server.addAdmin('clerk', ['goods/goods', 'goods/goods/index', 'routine/config', 'routine/config/index']);
    expect((await clear(clerk.token)).body).toMatchObject({ code: 401, msg: 'You do not have permission to operate!' });
    const keeper = await rig.server.addAdmin('keeper', ['routine/config', 'routine/config/index', 'routine/config/edit']);
    expect((await clear(keeper.token)).body).toMatchObject({ code: 1, msg: 'The cache was cleared.' });
    expect((await clear(rig.token, '/admin/ajax/clearCache?server=1')).body).toMatchObject({ code: 1 });
  });

  it('lets one account clear it thirty times in five minutes, and others still', async () => {
    const { token } = await rig.server.addAdmin('restless', ['routine/config', 'routine/config/edit']);
    const clear = (by: string) => rig.server.request('/api/admin/ajax/clearCache', { method: 'POST', json: { type: 'tp' }, token: by });
    for (let index = 0; index < 30; index += 1) expect((await clear(token)).body?.code).toBe(1);
    expect((await clear(token)).body).toMatchObject({ code: 0, msg: 'Too many attempts. Try again in 5 minutes.' });
    expect((await clear(rig.token)).body?.code).toBe(1);
  });
});
