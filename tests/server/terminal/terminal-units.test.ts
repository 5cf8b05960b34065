import { array, assert, constantFrom, nat, property } from 'fast-check';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventStream } from '#server/routing/event-stream';
import { readPageFolder } from '#server/adapters/pages/page-folder';
import { createSignal } from '#server/features/runs/signal';
import { createCommandRegistry } from '#server/features/terminal/commands';
import {
  TERMINAL_BATCH_LENGTH,
  TERMINAL_BATCH_LINES,
  TERMINAL_OUTPUT_LENGTH,
  TERMINAL_OUTPUT_LINES,
  TERMINAL_TAIL_LINES,
} from '#server/base/limits';
import { lineBatches, cleanLine, createOutputLimit, withoutColors } from '#server/features/terminal/output';
import { createRunTail } from '#server/features/runs/run-tail';
import { cleanEnvironment } from '#server/adapters/processes/clean-environment';
import { createLineReader } from '#server/adapters/processes/line-reader';

const linesOf = (pieces: readonly Uint8Array[], maxLength = 1000): string[] => {
  const reader = createLineReader(maxLength);
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
};

describe('lines of a stream', () => {
  it('are the same wherever the stream is cut', () => {
    const letters = constantFrom('a', '中', '😀', '\r', '\n', '\r\n', '\t', ' ', 'é');
    assert(
      property(array(letters, { maxLength: 40 }), array(nat(120), { maxLength: 12 }), (text, cuts) => {
        const bytes = new TextEncoder().encode(text.join(''));
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((one, other) => one - other), bytes.length];
        const pieces = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
        const whole = text.join('').split(/\r\n|\r|\n/u);
        if (whole.at(-1) === '') whole.pop();
        expect(linesOf(pieces)).toEqual(whole);
      }),
      { seed: 20_260_101, numRuns: 2000 },
    );
  });

  it('are cut when they are long, never through a character', () => {
    expect(linesOf([new TextEncoder().encode('aaa😀😀b\nend')], 4)).toEqual(['aaa', '😀😀', 'b', 'end']);
  });
});

describe('what a terminal would do with a sequence', () => {
  it.each([
    ['\u001B[1;31mred\u001B[0m', '\u001B[1;31mred\u001B[0m', 'red'],
    ['\u001B[38;2;1;2;3mtrue\u001B[m', '\u001B[38;2;1;2;3mtrue\u001B[m', 'true'],
    ['\u001B[2J\u001B[H\u001B[?25lhidden', 'hidden', 'hidden'],
    ['\u001B]8;;https://example.com\u001B\\link\u001B]8;;\u001B\\', 'link', 'link'],
    ['\u001BPdevice\u001B\\x\u001B(By\u001B7z', 'xyz', 'xyz'],
    ['a\bb\u0007c\u0000d\u007Fe\u009Bf', 'abcdef', 'abcdef'],
    ['\tindented', '\tindented', '\tindented'],
    ['[31m is only text', '[31m is only text', '[31m is only text'],
    ['half \u001B[', 'half [', 'half ['],
  ])('%j is stored as %j and shown plainly as %j', (line, stored, plain) => {
    expect(cleanLine(line)).toBe(stored);
    expect(withoutColors(cleanLine(line))).toBe(plain);
  });
});

const numbered = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => String(from + index));

describe('the output of a run', () => {
  it('is stored up to so many lines; of the rest the last ones are kept, and how many were left out', () => {
    const limit = createOutputLimit();
    expect(limit.take(numbered(TERMINAL_OUTPUT_LINES))).toHaveLength(TERMINAL_OUTPUT_LINES);
    expect(limit.rest()).toBeNull();
    expect(limit.take(numbered(TERMINAL_TAIL_LINES + 3))).toEqual([]);
    expect(limit.rest()).toEqual({ leftOut: 3, tail: numbered(TERMINAL_TAIL_LINES, 3) });
    expect(limit.take(['done'])).toEqual([]);
    expect(limit.rest()).toEqual({ leftOut: 4, tail: [...numbered(TERMINAL_TAIL_LINES - 1, 4), 'done'] });
  });

  it('is stored up to so many characters, the ends of its lines among them', () => {
    const half = 'x'.repeat(TERMINAL_OUTPUT_LENGTH / 2 - 1);
    const limit = createOutputLimit();
    expect(limit.take([half, half, 'y'])).toEqual([half, half]);
    expect(limit.rest()).toEqual({ leftOut: 0, tail: ['y'] });
  });

  it('makes an event of so many lines or characters at most, and one of a line that is longer', () => {
    const [half, long] = ['x'.repeat(TERMINAL_BATCH_LENGTH / 2), 'y'.repeat(TERMINAL_BATCH_LENGTH + 1)];
    expect([...lineBatches(numbered(TERMINAL_BATCH_LINES + 1))].map(({ length }) => length)).toEqual([TERMINAL_BATCH_LINES, 1]);
    expect([...lineBatches([half, half, long, 'z'])]).toEqual([[half], [half], [long], ['z']]);
    expect([...lineBatches([])]).toEqual([]);
  });
});

it('hands on an environment without anything of ours', () => {
  const kept = { HOME: '/root', LANG: 'en_US.UTF-8', npm_config_registry: 'https://r.example', https_proxy: 'http://p' };
  const secret = {
    DATABASE_URL: 'postgres://x:y@z/t',
    ADMIN_PASSWORD: 'hunter2',
    CLOUD_SECRET: 's',
    NODE_OPTIONS: '--inspect',
    PORT: '8000',
  };
  const risky = { 'npm_config_//r.example/:_authToken': 'hunter2', LD_PRELOAD: '/x.so', BASH_ENV: '/x' };
  expect(cleanEnvironment({ PATH: '/usr/bin', ...kept, ...secret, ...risky }, '/opt/node/bin/node', '/data/tools')).toEqual({
    PATH: '/data/tools:/opt/node/bin:/usr/bin',
    ...kept,
    CI: '1',
    FORCE_COLOR: '1',
    npm_config_color: 'always',
    npm_config_update_notifier: 'false',
  });
});

it('loses no ring between listening and waiting', async () => {
  const news = createSignal();
  const leaving = new AbortController();
  const woken: string[] = [];
  const wait = async (name: string, since: number) => {
    await news.wait(since, 600_000, leaving.signal);
    woken.push(name);
  };
  const since = news.version();
  news.notify();
  await wait('rung before', since);
  const waiting = wait('rung while waiting', news.version());
  news.notify();
  await waiting;
  const given = wait('left', news.version());
  expect(woken).toEqual(['rung before', 'rung while waiting']);
  leaving.abort();
  await given;
  expect(woken).toEqual(['rung before', 'rung while waiting', 'left']);
});

async function* breaking() {
  yield [{ id: 1, data: 'a' }];
  throw new Error('The log is gone');
}

describe('an event stream', () => {
  it('shows a sign of life while nothing happens', async () => {
    const news = Promise.withResolvers<undefined>();
    async function* source() {
      yield [{ id: 1, data: { data: '一\n二' } }];
      await news.promise;
      yield [{ id: null, data: 'end' }];
    }
    const reader = (eventStream(source(), { heartbeatMs: 5 }).body as ReadableStream<Uint8Array<ArrayBuffer>>)
      .pipeThrough(new TextDecoderStream())
      .getReader();
    expect((await reader.read()).value).toBe('id: 1\ndata: {"data":"一\\n二"}\n\n');
    expect((await reader.read()).value).toBe(': still here\n\n');
    news.resolve(undefined);
    let last = ': still here\n\n';
    while (last === ': still here\n\n') last = (await reader.read()).value ?? '';
    expect(last).toBe('data: "end"\n\n');
    expect((await reader.read()).done).toBe(true);
  });

  it('asks for nothing that nobody reads, and tells when its reader leaves', async () => {
    const asked: number[] = [];
    async function* source() {
      for (let id = 1; ; id += 1) {
        asked.push(id);
        yield [{ id, data: id }];
      }
    }
    let hasLeft = false;
    const reader = (eventStream(source(), { left: () => void (hasLeft = true) }).body as ReadableStream).getReader();
    expect(asked).toEqual([]);
    await reader.read();
    expect(asked).toEqual([1]);
    await reader.cancel();
    expect([asked, hasLeft]).toEqual([[1], true]);
  });

  it('ends when its source breaks, and says so', async () => {
    const failures: unknown[] = [];
    expect(await eventStream(breaking(), { failed: (error) => failures.push(error) }).text()).toBe('id: 1\ndata: "a"\n\n');
    expect(failures).toEqual([new Error('The log is gone')]);
  });
});

it('serves a new build after reading it anew, and files of the one before to pages that are still open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-build-'));
  const write = (name: string, content: string) => {
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  const content = (path: string) => {
    const file = pages.read(path, '');
    return file && new TextDecoder().decode(file.body);
  };
  write('index.html', 'one');
  write('assets/app-11111111.js', 'first');
  write('note.txt', 'kept');
  const pages = await readPageFolder(folder);
  rmSync(folder, { recursive: true });
  await pages.reload?.();
  expect([pages.shell, content('/assets/app-11111111.js')]).toEqual(['one', 'first']);
  write('index.html', 'two');
  write('assets/app-22222222.js', 'second');
  expect(pages.shell).toBe('one');
  await pages.reload?.();
  expect(pages.shell).toBe('two');
  expect(['/assets/app-11111111.js', '/assets/app-22222222.js', '/note.txt'].map(content)).toEqual(['first', 'second', null]);
  rmSync(folder, { recursive: true });
});

const event = (seq: number, data = 'x') => ({ run_id: 1, seq, at_ms: seq, kind: 'output' as const, data });
const many = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => event(first + index));

describe('the tail of a run', () => {
  it('has the newest events, a portion at a time, and says where older ones are wanted', () => {
    const tail = createRunTail();
    expect(tail.after(0)).toEqual([]);
    tail.push(many(1, 300));
    expect(tail.after(0)).toBe(null);
    expect(tail.after(43)).toBe(null);
    expect(tail.after(44)).toEqual(many(45, 60));
    expect(tail.after(299)).toEqual([event(300)]);
    expect(tail.after(300)).toEqual([]);
  });

  it('holds no more than a megabyte, whatever was said at once', () => {
    const tail = createRunTail();
    tail.push([event(1, 'a'.repeat(600_000)), event(2, 'b'.repeat(600_000))]);
    expect(tail.after(0)).toBe(null);
    expect(tail.after(1)?.map(({ seq }) => seq)).toEqual([2]);
  });

  it('wakes those who wait for this run, and tells how it ended', () => {
    const [tail, other] = [createRunTail(), createRunTail()];
    const [since, otherSince] = [tail.news.version(), other.news.version()];
    tail.push([event(1)]);
    expect([tail.news.version() > since, other.news.version()]).toEqual([true, otherSince]);
    tail.close(true);
    other.close(false);
    expect([tail.state(), other.state()]).toEqual(['whole', 'broken']);
  });
});

describe('keys of commands', () => {
  it('of the older dialect run what the newer ones do, and are offered once', () => {
    const commands = createCommandRegistry();
    for (const name of ['npm', 'taobao']) expect(commands.find(`set-registry.${name}`)).toEqual(commands.find(`set-npm-registry.${name}`));
    expect([commands.find('set-npm-registry.npm')?.args[2], commands.find('set-registry.rednpm')]).toEqual([
      'registry=https://registry.npmjs.org/',
      undefined,
    ]);
    expect(commands.all().filter(({ key }) => key.startsWith('set-registry'))).toEqual([]);
    const { file, args, folder, timeoutMs, line } = commands.all()[0]!;
    expect(() => commands.register('set-registry.npm', { file, args, folder, timeoutMs, line })).toThrow('exists already');
  });
});
