import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';

const started: ChildProcess[] = [];

/** The server as a process of its own, on a free port. */
function start(settings: Readonly<Record<string, string>>) {
  const child: ChildProcess = spawn(process.execPath, [...SHORT_LIVED, 'server/main.ts'], {
    env: { PATH: process.env['PATH'], PORT: '0', SAMPLE_DATA: '0', ...settings },
  });
  started.push(child);
  let output = '';
  let errors = '';
  child.stderr?.on('data', (chunk) => (errors += String(chunk)));
  const address = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      output += String(chunk);
      const found = /ready at (http:\S+)/u.exec(output)?.[1];
      if (found) resolve(found);
    });
  });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  return { child, address, exit, output: () => output, errors: () => errors };
}

describe('the server process', { timeout: 300_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'troupe-main-'));
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('starts, tells the password once, keeps what was written and stops on request', async () => {
    const first = start({ DATA_DIR: dataDir });
    const address = await first.address;
    const password = /Sign in as admin with the password (\S{16}) /u.exec(first.output())?.[1] ?? '';
    const signIn = async (at: string) => {
      const reply = await fetch(`${at}/api/admin/Index/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password }),
      });
      return ((await reply.json()) as { data: { userInfo: { token: string } } }).data.userInfo.token;
    };
    const token = await signIn(address);
    const added = await fetch(`${address}/api/admin/goods.Category/add`, {
      method: 'POST',
      headers: { batoken: token, 'content-type': 'application/json' },
      body: '{"name":"kept"}',
    });
    expect(await added.json()).toMatchObject({ code: 1 });

    const second = start({ DATA_DIR: dataDir });
    expect(await second.exit).toBe(1);
    expect(second.errors()).toContain(`The data directory ${dataDir} is in use by another Troupe process.`);
    expect(second.errors()).not.toContain('    at ');

    // A connection that has sent half a request must not keep the server from ending.
    const { port } = new URL(address);
    const idle = connect(Number(port), '127.0.0.1');
    await once(idle, 'connect');
    idle.write('POST /api/admin/Index/login HTTP/1.1\r\nhost: x\r\n');
    idle.on('error', () => undefined);
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
    for (const line of first
      .output()
      .split('\n')
      .filter((one) => one.startsWith('{'))) {
      expect(line).not.toContain(password);
      expect(line).not.toContain(token);
    }

    const third = start({ DATA_DIR: dataDir });
    const again = await third.address;
    expect(third.output()).not.toContain('password');
    const list = await fetch(`${again}/api/admin/goods.Category/index`, { headers: { batoken: await signIn(again) } });
    expect(await list.json()).toMatchObject({ code: 1, data: { list: [{ name: 'kept' }] } });
    third.child.kill('SIGINT');
    expect(await third.exit).toBe(0);
  });

  it('has told the first password when something keeps it from starting afterwards', async () => {
    const own = join(dataDir, 'blocked');
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const blocked = start({ DATA_DIR: own, PORT: String((taken.address() as AddressInfo).port) });
    expect(await blocked.exit).toBe(1);
    taken.close();
    const password = /^Sign in as admin with the password (\S{16}) \(shown this once\)$/mu.exec(blocked.output())?.[1];
    const next = start({ DATA_DIR: own });
    const reply = await fetch(`${await next.address}/api/admin/Index/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    });
    expect(await reply.json()).toMatchObject({ code: 1 });
    next.child.kill('SIGTERM');
    expect(await next.exit).toBe(0);
  });

  it('stops in good order when nobody reads its log any more', async () => {
    const server = start({ DATA_DIR: dataDir, LOG_LEVEL: 'debug' });
    const address = await server.address;
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    await fetch(`${address}/api/admin/Index/index`).catch(() => undefined);
    expect(await server.exit).toBe(1);
    const next = start({ DATA_DIR: dataDir });
    expect(await next.address).toMatch(/^http:/u);
    next.child.kill('SIGHUP');
    expect(await next.exit).toBe(0);
  });

  it('says in one line why it cannot start', async () => {
    const bad = start({ DATA_DIR: dataDir, PORT: 'many' });
    expect(await bad.exit).toBe(1);
    expect(bad.errors()).toContain('PORT must be a whole number');
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const blocked = start({ DATA_DIR: dataDir, PORT: String((taken.address() as AddressInfo).port) });
    expect(await blocked.exit).toBe(1);
    expect(blocked.errors()).toBe('The port is in use by another program. Stop that program or set PORT to another number.\n');
    taken.close();
  });
});
