import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createProcesses } from '#server/adapters/processes/node-processes';
import type { CommandProcess } from '#server/ports/terminal-ports';
import { ADMIN_PASSWORD } from '#tests/e2e/support/server-process.ts';
import { servedBefore } from '#tests/support/served-before.ts';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';
import { messagesOf, script, streamUrl } from './terminal-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'troupe-killed-'));
const entry = join(folder, 'entry.mjs');
const servers: ChildProcess[] = [];
const pids: number[] = [];

/** Neither end by themselves; the first of the second kind ends as soon as nobody reads it, and leaves its child. */
const CHILD = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })`;
const COMMANDS = {
  'demo.deaf': `process.on('SIGTERM', () => {}); console.log('pids ' + process.pid + ' ' + ${CHILD}.pid); setInterval(() => {}, 1000)`,
  'demo.chatty': `console.log('pids ' + process.pid + ' ' + ${CHILD}.pid); setInterval(() => console.log('.'), 20)`,
};
const ENTRY = `
  import { runServer } from ${JSON.stringify(join(process.cwd(), 'server/boot/run-server.ts'))};
  await runServer((app) => {
    for (const [key, source] of Object.entries(${JSON.stringify(COMMANDS)}))
      app.terminal.commands.register(key, { file: 'node', args: ['-e', source], folder: 'scratch', timeoutMs: 60_000, line: key });
    return app;
  });`;

writeFileSync(entry, ENTRY);

/** The real server with commands of the test. */
async function startServer(dataDir: string) {
  const child = spawn(process.execPath, [...SHORT_LIVED, entry], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD },
  });
  servers.push(child);
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk);
        const found = /ready at (http:\S+)/u.exec(output)?.[1];
        if (found) resolve(found);
      });
    child.once('exit', () => reject(new Error(output)));
  });
  const reply = await fetch(`${address}/api/admin/Index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  });
  const { token } = ((await reply.json()) as { data: { userInfo: { token: string } } }).data.userInfo;
  const open = (command: string, uuid: string) => fetch(`${address}${streamUrl({ command, uuid })}`, { headers: { batoken: token } });
  return { child, open, output: () => output };
}

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/su.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const pidsIn = (text: string): number[] => (/^pids (\d+) (\d+)/u.exec(text) ?? []).slice(1).map(Number);

afterAll(() => {
  for (const child of servers) child.kill('SIGKILL');
  for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe.runIf(process.platform === 'linux')('what a killed server leaves running', () => {
  it('is ended when the server starts again', async () => {
    const own = await servedBefore('embedded');
    const first = await startServer(own.dataDir);
    for (const command of Object.keys(COMMANDS)) {
      for await (const { data } of messagesOf(await first.open(command, `${command.slice(5)}-0001`))) {
        pids.push(...pidsIn(data));
        if (pidsIn(data).length > 0) break;
      }
    }
    expect(pids).toHaveLength(4);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    // The chatty one has lost its reader; the child of it stays, in a group without its first.
    await expect.poll(() => pids.map(isAlive)).toEqual([true, true, false, true]);

    const second = await startServer(own.dataDir);
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false, false, false]);
    expect(second.output().match(/terminal\.leftOverEnded/gu)).toHaveLength(2);
    const texts = [];
    for await (const { data } of messagesOf(await second.open('demo.deaf', 'deaf-0001'))) texts.push(data);
    expect(texts.slice(-3)).toEqual(['服务器已停止或重启，命令被中断。', 'command-exec-error', 'command-exec-completed']);
    second.child.kill('SIGTERM');
    expect(await once(second.child, 'exit')).toEqual([0, null]);
    await own.remove();
  }, 300_000);

  it('is ended only where it is the same process of the same machine', async () => {
    const processes = createProcesses({ projectDir: tmpdir(), toolsDir: tmpdir(), environment: process.env });
    const stranger: CommandProcess = await processes.start(script('setInterval(() => {}, 1000)'));
    const { identity } = stranger;
    pids.push(identity.pid);
    expect(await processes.endLeftOver({ ...identity, start: '1', mark: 'another' })).toBe('gone');
    expect(await processes.endLeftOver({ ...identity, start: null, mark: 'another' })).toBe('gone');
    expect(await processes.endLeftOver({ ...identity, machine: 'another' })).toBe('elsewhere');
    expect(isAlive(identity.pid)).toBe(true);
    expect(await processes.endLeftOver(identity)).toBe('ended');
    expect(await stranger.ended).toBe(128 + 15);
    expect(await processes.endLeftOver(identity)).toBe('gone');
  });
});
