import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCommands, readRun } from '#api/contract/terminal/terminal';
import { allOf, createTerminalRig, messagesOf, openStream, printed, read, script, type TerminalRig, textOf } from './terminal-support.ts';

const COMMANDS = {
  'demo.fail': script('console.log("working"); console.error("broken"); process.exitCode = 3'),
  'demo.words': script('console.log("command-exec-success"); console.log("exec completed")'),
  'demo.many': script('for (let i = 1; i <= 100000; i++) process.stdout.write(`line ${i} of the output\\n`)'),
  'demo.long': script('process.stdout.write("x".repeat(20000)); process.stdout.write("\\nend")'),
  'demo.flood': script(
    'const piece = "y".repeat(999) + "\\n"; for (let i = 0; i < 12000; i++) process.stdout.write(piece); console.log("the last word")',
  ),
  'demo.split': script(() => {
    // Three bytes of a letter and two of a line end, each written alone.
    const bytes = [...new TextEncoder().encode('中文\r\n结束\r尾')];
    const next = (): void => {
      const byte = bytes.shift();
      if (byte !== undefined) process.stdout.write(new Uint8Array([byte]), () => setTimeout(next, 3));
    };
    next();
  }),
  'demo.color': script('console.log("\\u001b[31mred\\u001b[0m\\u001b[2K \\u001b]0;title\\u0007bell\\u0007 nul\\u0000 tab\\tend")'),
  'demo.environment': script('console.log(JSON.stringify(process.env))'),
  'demo.input': script('process.stdin.on("end", () => console.log("nothing to read")).resume()'),
  'demo.slow': script('let i = 0; const timer = setInterval(() => { console.log(`step ${++i}`); if (i === 8) clearInterval(timer) }, 130)'),
  'demo.count': script('console.log(`process ${process.pid}`)'),
  'demo.missing': script('', { file: 'no-such-program', args: [] }),
};

describe('the stream of a command', () => {
  let rig: TerminalRig;
  beforeAll(async () => {
    process.env['TROUPE_TEST_SECRET'] = 'hunter2';
    process.env['DATABASE_URL_OF_TEST'] = 'postgres://hunter2';
    rig = await createTerminalRig(COMMANDS);
  });
  afterAll(async () => {
    delete process.env['TROUPE_TEST_SECRET'];
    delete process.env['DATABASE_URL_OF_TEST'];
    await rig.server.close();
  });

  it.each(['/admin/Terminal/index', '/admin/ajax/terminal', '/api/admin/Terminal/index'])('runs a command at %s', async (path) => {
    const opening = { command: 'version.node', uuid: rig.uuid(), extend: 'module-install:demo; rm -rf /', token: rig.token, path };
    const response = await openStream(rig.server.app, opening);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const messages = await allOf(response);
    const words = [
      'command-link-success',
      '> node --version',
      process.version,
      'exitCode: 0',
      'command-exec-success',
      'command-exec-completed',
    ];
    expect(textOf(messages)).toEqual(words);
    expect(messages.map(({ kind }) => kind)).toEqual(['control', 'output', 'output', 'output', 'control', 'control']);
    expect(messages.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const { uuid, extend, key, seq, id } of messages)
      expect({ uuid, extend, key, seq }).toEqual({ uuid: opening.uuid, extend: opening.extend, key: 'version.node', seq: id });
  });

  it('runs the real package manager', async () => {
    const messages = await rig.run('version.npm');
    expect(messages.at(-2)?.data).toBe('command-exec-success');
    expect(printed(messages).at(-1)).toMatch(/^\d+\.\d+\.\d+$/u);
  });

  it('ends a failing command as failed', async () => {
    const messages = await rig.run('demo.fail');
    expect(printed(messages).toSorted()).toEqual(['broken', 'working']);
    expect(textOf(messages).slice(-3)).toEqual(['exitCode: 3', 'command-exec-error', 'command-exec-completed']);
  });

  it('says when a program is not there', async () => {
    const messages = await rig.run('demo.missing');
    expect(textOf(messages).slice(2)).toEqual([
      'Error: no-such-program is not installed on the server.',
      'command-exec-error',
      'command-exec-completed',
    ]);
  });

  it('keeps output that spells a control word as output', async () => {
    const messages = await rig.run('demo.words');
    expect(printed(messages)).toEqual(['command-exec-success', 'exec completed']);
    expect(messages.filter(({ kind }) => kind === 'control').map(({ data }) => data)).toEqual([
      'command-link-success',
      'command-exec-success',
      'command-exec-completed',
    ]);
  });

  it('carries 100,000 lines, complete and in order, in few events', async () => {
    const messages = await rig.run('demo.many');
    expect(printed(messages)).toEqual(Array.from({ length: 100_000 }, (_, index) => `line ${index + 1} of the output`));
    expect(messages.length).toBeLessThan(400);
  });

  it('cuts a line without an end into pieces', async () => {
    expect(printed(await rig.run('demo.long')).map((line) => line.length)).toEqual([8192, 8192, 3616, 3]);
  });

  it('bounds what it stores and still shows the end', async () => {
    const lines = printed(await rig.run('demo.flood'));
    expect(lines.length).toBeLessThan(9000);
    expect(lines.at(-1)).toBe('the last word');
    const notice = lines.find((line) => line.startsWith('… too much output'));
    // Everything printed is either shown or counted as left out.
    expect(lines.length - 1 + Number(/(\d+) lines/u.exec(notice ?? '')?.[1])).toBe(12_001);
  });

  it('joins characters and line ends that come in pieces', async () => {
    expect(printed(await rig.run('demo.split'))).toEqual(['中文', '结束', '尾']);
  });

  it('keeps colours for who asks, and no other control sequence for anybody', async () => {
    expect(printed(await rig.run('demo.color'))).toEqual(['red bell nul tab\tend']);
    expect(printed(await rig.run('demo.color', rig.uuid(), { color: '1' }))).toEqual(['\u001B[31mred\u001B[0m bell nul tab\tend']);
  });

  it('gives a command none of our environment, and nothing to read', async () => {
    const environment = JSON.parse(printed(await rig.run('demo.environment'))[0] ?? '') as Record<string, string>;
    expect(JSON.stringify(environment)).not.toContain('hunter2');
    const known = new Set([
      'HOME',
      'USER',
      'LOGNAME',
      'LANG',
      'LC_ALL',
      'TZ',
      'TMPDIR',
      'PATH',
      'CI',
      'FORCE_COLOR',
      'npm_config_color',
      'npm_config_update_notifier',
      // Says which run it is, so that a later server can find what is left of it.
      'TROUPE_TERMINAL_RUN',
    ]);
    const network =
      /^(?:https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(?:file|dir)|npm_config_(?:registry|cache|https?_?proxy|proxy|noproxy|cafile))$/iu;
    expect(Object.keys(environment).filter((name) => !known.has(name) && !network.test(name))).toEqual([]);
    expect(printed(await rig.run('demo.input'))).toEqual(['nothing to read']);
  });

  it('runs once however many ask, and gives each the whole output', async () => {
    const opening = { command: 'demo.slow', uuid: rig.uuid(), token: rig.token };
    const together = await Promise.all([read(rig.server.app, opening), read(rig.server.app, opening), read(rig.server.app, opening)]);
    expect(printed(together[0] ?? [])).toEqual(Array.from({ length: 8 }, (_, index) => `step ${index + 1}`));
    for (const messages of together) expect(messages).toEqual(together[0]);
    expect(await read(rig.server.app, opening)).toEqual(together[0]);
  });

  it('goes on behind every event without a gap, a repetition or a second run', async () => {
    const opening = { command: 'demo.slow', uuid: rig.uuid(), token: rig.token };
    const whole: string[] = [];
    // The line is cut after each single event; the browser names the last it saw.
    for (let last = 0; ; last += 1) {
      const events = messagesOf(
        await openStream(rig.server.app, { ...opening, headers: last === 0 ? {} : { 'last-event-id': String(last) } }),
      );
      const next = await events.next();
      await events.return(undefined);
      if (next.done === true) break;
      expect(next.value.id).toBe(last + 1);
      whole.push(next.value.data);
    }
    const once = await read(rig.server.app, opening);
    expect(whole).toEqual(textOf(once));
    for (const [index, { seq }] of once.entries()) {
      expect(await read(rig.server.app, { ...opening, query: { after: String(seq) } })).toEqual(once.slice(index + 1));
    }
  });

  it.each([
    ['; rm -rf /', 'There is no command called “; rm -rf /”.'],
    ['version.node; rm -rf /', 'There is no command called “version.node; rm -rf /”.'],
    ['', 'There is no command called “”.'],
    ['__proto__', 'There is no command called “__proto__”.'],
    ['composer.update', 'There is no command called “composer.update”.'],
  ])('refuses the command %j before any process', async (command, text) => {
    const uuid = rig.uuid();
    const messages = await rig.run(command, uuid);
    expect(messages.map(({ id, data, kind, uuid }) => ({ id, data, kind, uuid }))).toEqual([
      { id: null, data: `Error:${text}`, kind: 'output', uuid },
      { id: null, data: 'command-exec-error', kind: 'control', uuid },
    ]);
    expect(await rig.server.call(readRun, { uuid }, { token: rig.token })).toEqual({ status: null, events: [] });
  });

  it('refuses another command under a uuid that was used, and a uuid that is none', async () => {
    const uuid = rig.uuid();
    await rig.run('version.node', uuid);
    expect(textOf(await rig.run('demo.count', uuid))).toEqual([
      'Error:This task number was already used for another command.',
      'command-exec-error',
    ]);
    expect(textOf(await rig.run('demo.count', 'a b; rm'))[1]).toBe('command-exec-error');
  });

  it('remembers a run as a film', async () => {
    const uuid = rig.uuid();
    const messages = await rig.run('demo.fail', uuid);
    const film = await rig.server.call(readRun, { uuid }, { token: rig.token });
    expect(film.status).toBe('failed');
    expect(film.events).toEqual(messages.map(({ seq, kind, data }) => ({ seq, at: 0, kind, data })));
  });

  it('lists its commands, those of modules too', async () => {
    const { commands } = await rig.server.call(listCommands, {}, { token: rig.token });
    expect(commands).toContainEqual({ key: 'web-build.npm', line: 'npm run build:client' });
    expect(commands).toContainEqual({ key: 'demo.fail', line: 'a script of the test' });
    // Whoever chooses learns beforehand what cannot run.
    expect(commands.find(({ key }) => key === 'demo.missing')).toMatchObject({ missing: 'no-such-program' });
    rig.server.app.terminal.commands.register('demo.later', COMMANDS['demo.count']);
    expect(() => rig.server.app.terminal.commands.register('demo.later', COMMANDS['demo.count'])).toThrow('exists already');
    expect(() => rig.server.app.terminal.commands.register('a b', COMMANDS['demo.count'])).toThrow('is no key');
    expect(printed(await rig.run('demo.later'))[0]).toMatch(/^process \d+$/u);
    rig.server.app.terminal.commands.unregister('demo.later');
    expect(textOf(await rig.run('demo.later'))[0]).toContain('Error:There is no command');
  });
});
