import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readRun, stopTerminal } from '#api/contract/terminal/terminal';
import { createServerApp, type ServerApp } from '#server/app';
import { tidyUp } from '#server/boot/upkeep/housekeeping';
import { dealtKinds } from '#tests/support/dealt.ts';
import {
  allOf,
  createTerminalRig,
  type Message,
  messagesOf,
  openStream,
  printed,
  read,
  script,
  type TerminalRig,
  textOf,
} from './terminal-support.ts';

/** A process, its child and its grandchild, each saying its number; none of them would end by itself. */
const FAMILY = (stubborn: boolean): string => `
  ${stubborn ? 'process.on("SIGTERM", () => {}); process.on("SIGHUP", () => {});' : ''}
  const level = Number(process.argv[1] ?? 0);
  console.log('pid ' + process.pid);
  if (level < 2) require('node:child_process').spawn(process.execPath, ['-e', process.env.SELF ?? process.execArgv.at(-1), String(level + 1)], {
    stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, SELF: process.env.SELF ?? process.execArgv.at(-1) } });
  setInterval(() => {}, 1000);`;

const COMMANDS = {
  'demo.family': script(FAMILY(false)),
  'demo.stubborn': script(FAMILY(true)),
  'demo.orphan': script(`
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    console.log('pid ' + child.pid); child.on('spawn', () => process.exit(0));`),
  'demo.detached': script(`
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true });
    console.log('pid ' + child.pid); child.unref(); child.on('spawn', () => process.exit(0));`),
  'demo.late': script('console.log("started"); setInterval(() => {}, 1000)', { timeoutMs: 3000 }),
};

const pidsIn = (messages: readonly Message[]): number[] =>
  printed(messages).flatMap((line) => (line.startsWith('pid ') ? [Number(line.slice(4))] : []));

function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/su.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** A process that has ended but that nobody has asked about yet counts as gone. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

describe.each(dealtKinds())('the processes of the terminal (%s)', (kind) => {
  let rig: TerminalRig;
  beforeAll(async () => {
    rig = await createTerminalRig(COMMANDS, { kind });
  });
  afterAll(() => rig.server.close());

  /** Reads until so many processes have said their number, then does something, then reads to the end. */
  async function readFamily(app: ServerApp, opening: { command: string; uuid: string }, then: () => Promise<unknown>): Promise<Message[]> {
    const messages: Message[] = [];
    let isDone = false;
    for await (const message of messagesOf(await openStream(app, { ...opening, token: rig.token }))) {
      messages.push(message);
      if (isDone || pidsIn(messages).length < 3) continue;
      isDone = true;
      await then();
    }
    return messages;
  }

  it.each(['demo.family', 'demo.stubborn'])('stops the whole group of %s at once', async (command) => {
    const uuid = rig.uuid();
    let pids: readonly number[] = [];
    const messages = await readFamily(rig.server.app, { command, uuid }, async () => {
      const { events } = await rig.server.call(readRun, { uuid }, { token: rig.token });
      pids = pidsIn(events.map((event) => ({ ...event, id: 0, uuid, extend: '', key: '' })));
      expect(pids.map(isAlive)).toEqual([true, true, true]);
      await rig.server.call(stopTerminal, { uuid }, { token: rig.token });
      await expect.poll(() => pids.map(isAlive)).toEqual([false, false, false]);
    });
    expect(pids).toEqual(pidsIn(messages));
    const code = command === 'demo.family' ? 128 + 15 : 128 + 9;
    expect(textOf(messages).slice(-4)).toEqual([
      'admin stopped the command.',
      `exitCode: ${code}`,
      'command-exec-error',
      'command-exec-completed',
    ]);
    expect((await rig.server.call(readRun, { uuid }, { token: rig.token })).status).toBe('stopped');
    await rig.server.call(stopTerminal, { uuid }, { token: rig.token });
    expect(await read(rig.server.app, { command, uuid, token: rig.token })).toEqual(messages);
  });

  // Only Linux tells whose children they are once they have a session of their own.
  it.each(process.platform === 'linux' ? ['demo.orphan', 'demo.detached'] : ['demo.orphan'])(
    'leaves no child of %s behind when it ends by itself',
    async (command) => {
      const messages = await rig.run(command);
      expect(textOf(messages).at(-2)).toBe('command-exec-success');
      // The system takes a moment to bury what was ended.
      await expect.poll(() => pidsIn(messages).map(isAlive)).toEqual([false]);
    },
  );

  it('ends a command that takes too long', async () => {
    const messages = await rig.run('demo.late');
    expect(textOf(messages).slice(2)).toEqual([
      'started',
      'The command took longer than 0.05 minutes and was ended.',
      'exitCode: 143',
      'command-exec-error',
      'command-exec-completed',
    ]);
  });

  it('follows a build up, and fails when that fails', async () => {
    const cleared: string[] = [];
    const pages = { read: () => null, shell: null, documents: null, reload: async () => void cleared.push('read anew') };
    const app = createServerApp({ ...rig.server.ports, pages });
    app.terminal.commands.register('web-build.demo', script('console.log("built")'));
    app.terminal.commands.register('web-build.broken', script('process.exit(1)'));
    expect(textOf(await read(app, { command: 'web-build.broken', uuid: rig.uuid(), token: rig.token })).at(-2)).toBe('command-exec-error');
    await read(app, { command: 'version.node', uuid: rig.uuid(), token: rig.token });
    expect(cleared).toEqual([]);
    expect(textOf(await read(app, { command: 'web-build.demo', uuid: rig.uuid(), token: rig.token })).at(-2)).toBe('command-exec-success');
    expect(cleared).toEqual(['read anew']);
    pages.reload = () => Promise.reject(new Error('The disk is gone'));
    expect(textOf(await read(app, { command: 'web-build.demo', uuid: rig.uuid(), token: rig.token })).slice(-4)).toEqual([
      'exitCode: 0',
      'Error: The command succeeded, but a follow-up step failed. See the server log.',
      'command-exec-error',
      'command-exec-completed',
    ]);
  });

  it('runs a few at a time and refuses more, before a process', async () => {
    const opening = Array.from({ length: 6 }, () => ({ command: 'demo.family', uuid: rig.uuid(), token: rig.token }));
    const streams = [];
    for (const one of opening.slice(0, 5)) streams.push(await openStream(rig.server.app, one));
    const last = opening[5] as (typeof opening)[number];
    expect(textOf(await read(rig.server.app, last))[0]).toBe(
      'Error:Commands that run already: 5. Please wait until one of them has ended.',
    );
    for (const { uuid } of opening) await rig.server.call(stopTerminal, { uuid }, { token: rig.token });
    for (const stream of streams) expect(textOf(await allOf(stream)).at(-1)).toBe('command-exec-completed');
    expect((await rig.server.call(readRun, { uuid: last.uuid }, { token: rig.token })).status).toBeNull();
  });

  it('interrupts what runs when the server closes, and starts nothing after it', async () => {
    const app = createServerApp(rig.server.ports);
    app.terminal.commands.register('demo.family', COMMANDS['demo.family']);
    const opening = { command: 'demo.family', uuid: rig.uuid() };
    const messages = await readFamily(app, opening, () => app.close());
    expect(textOf(messages).slice(-4)).toEqual([
      '服务器已停止或重启，命令被中断。',
      'exitCode: 143',
      'command-exec-error',
      'command-exec-completed',
    ]);
    await expect.poll(() => pidsIn(messages).map(isAlive)).toEqual([false, false, false]);
    expect((await rig.server.call(readRun, { uuid: opening.uuid }, { token: rig.token })).status).toBe('interrupted');
    const late = await openStream(app, { command: 'version.node', uuid: rig.uuid(), token: rig.token });
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('shows and stops a run of another server, and never runs it twice', async () => {
    const other = createServerApp(rig.server.ports);
    other.terminal.commands.register('demo.family', COMMANDS['demo.family']);
    const opening = { command: 'demo.family', uuid: rig.uuid(), token: rig.token };
    const first = await openStream(other, opening);
    const [here, there] = await Promise.all([
      allOf(first),
      // This server did not start it, so it can only pass the wish on.
      readFamily(rig.server.app, opening, () => rig.server.call(stopTerminal, { uuid: opening.uuid }, { token: rig.token })),
    ]);
    expect(there).toEqual(here);
    expect(pidsIn(here)).toHaveLength(3);
    await expect.poll(() => pidsIn(here).map(isAlive)).toEqual([false, false, false]);
    expect(textOf(here).at(-4)).toBe('命令已由 admin 停止。');
    expect((await rig.server.call(readRun, { uuid: opening.uuid }, { token: rig.token })).status).toBe('stopped');
  });

  it('starts once when two servers are asked at the same time, again and again', async () => {
    const other = createServerApp(rig.server.ports);
    for (let round = 0; round < 5; round += 1) {
      const opening = { command: 'version.node', uuid: rig.uuid(), token: rig.token };
      const [here, there] = await Promise.all([read(other, opening), read(rig.server.app, opening)]);
      expect(there).toEqual(here);
      expect(textOf(here).filter((text) => text === 'command-link-success')).toHaveLength(1);
    }
  });

  it('marks what a dead server has left as interrupted: at the start, or when somebody looks', async () => {
    const { kysely } = rig.server.database;
    const leave = async (uuid: string) => {
      const run = await kysely
        .insertInto('terminal_run')
        .values({
          uuid,
          command: 'version.node',
          extend: '',
          admin_id: 1,
          owner: 'gone',
          seen_at_ms: Date.now(),
          create_time: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await kysely
        .insertInto('terminal_event')
        .values({ run_id: run.id, seq: 1, at_ms: 5, kind: 'control', data: 'command-link-success' })
        .execute();
    };
    const fallSilent = () =>
      kysely
        .updateTable('terminal_run')
        .set({ seen_at_ms: Date.now() - 76_000 })
        .where('owner', '=', 'gone')
        .execute();
    const ending = ['command-link-success', '服务器已停止或重启，命令被中断。', 'command-exec-error', 'command-exec-completed'];
    const [atStart, watched, lookedAt] = [rig.uuid(), rig.uuid(), rig.uuid()];
    await leave(atStart);
    const restarted = createServerApp(rig.server.ports);
    if (kind === 'postgresql') await fallSilent();
    await restarted.terminal.runs.recover();
    expect(textOf(await read(restarted, { command: 'version.node', uuid: atStart, token: rig.token }))).toEqual(ending);

    await leave(watched);
    await leave(lookedAt);
    expect((await rig.server.call(readRun, { uuid: lookedAt }, { token: rig.token })).status).toBe('running');
    const stream = messagesOf(await openStream(rig.server.app, { command: 'version.node', uuid: watched, token: rig.token }));
    expect((await stream.next()).value).toMatchObject({ data: 'command-link-success' });
    await fallSilent();
    const rest: string[] = [];
    for await (const { data } of stream) rest.push(data);
    expect(rest).toEqual(ending.slice(1));
    expect((await rig.server.call(readRun, { uuid: lookedAt }, { token: rig.token })).status).toBe('interrupted');
  });

  it('asks the database for nothing that those who follow a run are told as it is written', async () => {
    const asked = vi.spyOn(rig.server.database.kysely, 'selectFrom');
    const uuid = rig.uuid();
    const opening = { command: 'demo.orphan', uuid, token: rig.token };
    const followers = await Promise.all(Array.from({ length: 5 }, () => read(rig.server.app, opening)));
    expect(new Set(followers.map((messages) => JSON.stringify(messages))).size).toBe(1);
    expect(textOf(followers[0] ?? []).at(-1)).toBe('command-exec-completed');
    expect(asked.mock.calls.filter(([table]) => (table as unknown) === 'terminal_event')).toEqual([]);
    asked.mockRestore();
  });

  it('reads the log of another server once for all who follow it', async () => {
    const { kysely } = rig.server.database;
    const run = await kysely
      .insertInto('terminal_run')
      .values({
        uuid: rig.uuid(),
        command: 'version.node',
        extend: '',
        admin_id: 1,
        owner: 'there',
        seen_at_ms: Date.now(),
        create_time: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await kysely.insertInto('terminal_event').values({ run_id: run.id, seq: 1, at_ms: 5, kind: 'output', data: 'hello' }).execute();
    const asked = vi.spyOn(kysely, 'selectFrom');
    const leaving = new AbortController();
    const followers = Array.from({ length: 5 }, () => rig.server.app.terminal.runs.follow(run.id, 0, leaving.signal));
    const heard = await Promise.all(followers.map((follower) => follower.next()));
    expect(heard.map(({ value }) => (value as readonly { readonly data: string }[]).map(({ data }) => data))).toEqual(
      followers.map(() => ['hello']),
    );
    expect(asked.mock.calls.filter(([table]) => (table as unknown) === 'terminal_event')).toHaveLength(1);
    asked.mockRestore();
    leaving.abort();
  });

  it('never rewrites a log, and sweeps it as a whole a month after its end', async () => {
    const { kysely } = rig.server.database;
    const uuid = rig.uuid();
    await rig.run('version.node', uuid);
    const { id } = await kysely.selectFrom('terminal_run').select('id').where('uuid', '=', uuid).executeTakeFirstOrThrow();
    await expect(kysely.updateTable('terminal_event').set({ data: 'x' }).where('run_id', '=', id).execute()).rejects.toThrow('append-only');
    await expect(kysely.deleteFrom('terminal_event').where('run_id', '=', id).execute()).rejects.toThrow('append-only');
    const left = async () => (await kysely.selectFrom('terminal_event').select('seq').where('run_id', '=', id).execute()).length;
    rig.server.clock.advanceSeconds(30 * 86_400);
    await tidyUp(rig.server.ports);
    expect(await left()).toBe(6);
    rig.server.clock.advanceSeconds(1);
    await tidyUp(rig.server.ports);
    expect(await left()).toBe(0);
    expect(await kysely.selectFrom('terminal_run').select('id').where('uuid', '=', uuid).execute()).toEqual([]);
  });
});
