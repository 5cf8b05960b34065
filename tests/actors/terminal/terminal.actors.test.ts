import { BehaviorSubject, Observable, Subject, type Subscriber } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { Call } from '#api/client';
import { createTerminalOutput, type TerminalOutput } from '#actors/terminal/terminal-output';
import { readTerminal, terminalLogic } from '#actors/terminal/terminal.actors';
import type { StoragePort } from '#actors/base/ports';
import type { WithLock } from '#actors/base/call-ports';
import { FailureError, type Failure } from '#domain/base/failure';
import { SIGNAL_WORD, TASK_STATUS, type QueueStatus, type TaskStatus } from '#domain/terminal/terminal-task';
import { terminalMachine } from '#machines/terminal/terminal.machine';

interface Message {
  readonly seq: number;
  readonly at: number;
  readonly kind: 'control' | 'output';
  readonly data: string;
}
const control = (data: string) => ({ kind: 'control', data }) as const;
const output = (data: string) => ({ kind: 'output', data }) as const;
const numbered = (...parts: readonly Omit<Message, 'seq' | 'at'>[]): Message[] =>
  parts.map((part, index) => ({ ...part, seq: index + 1, at: index * 10 }));
const GOOD = numbered(
  control(SIGNAL_WORD.linked),
  output('> npm --version'),
  output('10.9.0\n11.0.0'),
  output('command-exec-error'),
  control(SIGNAL_WORD.succeeded),
  control(SIGNAL_WORD.completed),
);
const BAD = numbered(
  control(SIGNAL_WORD.linked),
  output('> npm run'),
  control(SIGNAL_WORD.failed),
  output('a late line'),
  control(SIGNAL_WORD.completed),
);
const LINES = ['> npm --version', '10.9.0', '11.0.0', 'command-exec-error'];

/** A server that keeps each run as a list of messages and starts a command when its run is first opened. */
class StandInServer {
  readonly starts: string[] = [];
  private readonly heard = new Map<string, BehaviorSubject<number>>();
  private readonly script: readonly Message[];
  private readonly cuts: number[];
  private readonly said: number;
  /** Where the output is, on a server that starts the command anew whenever it is opened. */
  path: string | undefined;
  readonly opened: string[] = [];
  readonly languages: (string | null)[] = [];

  /**
   * @param cuts lines that break before so many messages, one after the other; then none does
   * @param said messages that a run has said so far
   */
  constructor(script: readonly Message[], cuts: number[] = [], said = script.length) {
    this.script = script;
    this.cuts = cuts;
    this.said = said;
  }

  readonly open = (href: string): Observable<string> =>
    new Observable((line: Subscriber<string>) => {
      const { pathname, searchParams: query } = new URL(href, 'http://x');
      this.opened.push(pathname);
      this.languages.push(query.get('lang'));
      const run = query.get('uuid') ?? '';
      const after = Number(query.get('after') ?? 0);
      if (!this.heard.has(run)) this.starts.push(run);
      const said = this.heard.get(run) ?? new BehaviorSubject(this.said);
      this.heard.set(run, said);
      const cut = this.cuts.shift();
      let next = after;
      let sent = 0;
      return said.subscribe((count) => {
        while (next < count) {
          if (cut === sent) return line.error(new Error('cut'));
          const message = this.script[next] as Message;
          next += 1;
          sent += 1;
          line.next(JSON.stringify({ ...message, uuid: run, extend: '', key: '' }));
        }
        if (cut !== undefined && cut >= sent && count === this.script.length) line.error(new Error('cut'));
      });
    });

  say(run: string, count: number): void {
    this.heard.get(run)?.next(count);
  }

  /** The end of the run's messages so far; null for one that is not known. */
  readonly call: Call = (async (endpoint: { path: string }, input: { uuid?: string }) => {
    if (endpoint.path.endsWith('/ticket')) return { ticket: 'once', path: this.path };
    if (!endpoint.path.endsWith('/run')) return null;
    const count = this.heard.get(input.uuid ?? '')?.value;
    if (count === undefined) return { status: null, events: [] };
    const words = this.script.slice(0, count).flatMap(({ kind, data }) => (kind === 'control' ? [data] : []));
    const status = words.includes(SIGNAL_WORD.succeeded) ? 'success' : words.includes(SIGNAL_WORD.failed) ? 'failed' : 'running';
    return { status, events: this.script.slice(0, count) };
  }) as never;
}

/**
 * Time passes when nothing else is to be done, from one timer to the next: pauses cost nothing, and none is over before a shorter one, however
 * busy the machine is.
 */
function hurriedClock() {
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  let [now, count] = [0, 0];
  let isPassing = false;
  const pass = async (): Promise<void> => {
    isPassing = true;
    while (timers.size > 0) {
      await new Promise((turn) => void setImmediate(turn));
      const [next] = [...timers].toSorted(([one, a], [other, b]) => a.at - b.at || one - other);
      if (!next) break;
      timers.delete(next[0]);
      now = next[1].at;
      next[1].run();
    }
    isPassing = false;
  };
  return {
    setTimeout: (run: () => void, ms: number): number => {
      timers.set((count += 1), { at: now + ms, run });
      if (!isPassing) void pass();
      return count;
    },
    clearTimeout: (id: number): void => void timers.delete(id),
  };
}

/** A browser with one storage and one lock for its tabs. */
class Browser {
  readonly stored = new Map<string, string>();
  private readonly tabs: Subject<string>[] = [];
  private holder: Promise<unknown> = Promise.resolve();

  readonly withLock: WithLock = (_name, run) => {
    const turn = this.holder.then(run);
    this.holder = turn.catch(() => {});
    return turn;
  };

  openTab(server: Pick<StandInServer, 'call' | 'open'>, ownerId = 1): Tab {
    const changes = new Subject<string>();
    this.tabs.push(changes);
    const storage: StoragePort = {
      read: (key) => this.stored.get(key) ?? null,
      write: (key, text) => {
        this.stored.set(key, text);
        // Other tabs hear of it a little later, as in a browser.
        for (const tab of this.tabs) if (tab !== changes) queueMicrotask(() => tab.next(key));
      },
      remove: (key) => void this.stored.delete(key),
      changes,
    };
    const lines = createTerminalOutput((run) => queueMicrotask(run));
    const warned: string[] = [];
    const logic = terminalLogic({
      call: server.call,
      eventSource: server,
      language: () => 'en',
      output: lines,
      storage,
      clock: { now: () => 1_768_435_200_000, pause: async () => {} },
      page: { log: () => {}, reportDefect: (error: unknown) => expect.fail(String(error)) } as never,
      notices: { warned: (key: string) => void warned.push(key) } as never,
      withLock: this.withLock,
    });
    const actor = createActor(logic, {
      id: 'terminal',
      systemId: 'terminal',
      clock: hurriedClock(),
      input: { stored: readTerminal(storage, ownerId), ownerId, packageManager: 'npm', port: '8000' },
    }).start();
    return { actor, lines, warned, close: () => (actor.stop(), void this.tabs.splice(this.tabs.indexOf(changes), 1)) };
  }
}
interface Tab {
  readonly actor: Actor<typeof terminalMachine>;
  readonly lines: TerminalOutput;
  readonly warned: string[];
  readonly close: () => void;
}

const add = (tab: Tab, uuid: string, blockOnFailure = true) =>
  tab.actor.send({
    type: 'terminal.taskAdded',
    uuid,
    createTimeMs: 1,
    command: 'version.npm',
    usesManager: false,
    blockOnFailure,
    extend: 'x:y',
  });
const statuses = ({ actor }: Tab): QueueStatus[] => actor.getSnapshot().context.tasks.map(({ status }) => status);
const reach = (tab: Tab, ...wanted: readonly TaskStatus[]) =>
  waitFor(tab.actor, () => JSON.stringify(statuses(tab)) === JSON.stringify(wanted), { timeout: 15_000 });
/** The run's actor has heard everything. */
const settled = (tab: Tab) => waitFor(tab.actor, ({ context }) => context.tasks.every((task) => !task.isWatched), { timeout: 15_000 });
const linesOf = ({ lines }: Tab, run: string) => lines.lines(run).map(({ text }) => text);

/** A run on a server whose first answers to who asks for its line are these. */
const askedWith = async (statuses: readonly number[], end: 'success' | 'failed') => {
  const server = new StandInServer(GOOD);
  const left = [...statuses];
  const call = ((endpoint: { readonly path: string }, input: never) => {
    const status = endpoint.path.endsWith('/ticket') ? left.shift() : undefined;
    return status === undefined
      ? server.call(endpoint as never, input)
      : Promise.reject(new FailureError({ kind: 'http', status, url: '' }));
  }) as Call;
  const tab = new Browser().openTab({ call, open: server.open });
  add(tab, 'task-0001');
  await reach(tab, end);
  return [linesOf(tab, 'task-0001'), left];
};

describe('a run', () => {
  it('asks for what its server says in the language of the page, each time that its line is opened', async () => {
    const server = new StandInServer(GOOD, [2]);
    const tab = new Browser().openTab(server);
    add(tab, 'task-0001');
    await reach(tab, 'success');
    expect(server.languages).toEqual(['en', 'en']);
  });

  it.each(GOOD.map((_, cut) => cut))('cut before message %i of a line ends in success with every line once and one start', async (cut) => {
    const server = new StandInServer(GOOD, [cut, cut]);
    const tab = new Browser().openTab(server);
    add(tab, 'task-0001');
    await reach(tab, 'success');
    await settled(tab);
    expect([linesOf(tab, 'task-0001'), server.starts]).toEqual([LINES, ['task-0001']]);
  });

  it.each(BAD.map((_, cut) => cut))('that fails, cut before message %i, has failed once with its late line', async (cut) => {
    const server = new StandInServer(BAD, [cut]);
    const tab = new Browser().openTab(server);
    add(tab, 'task-0001');
    await reach(tab, 'failed');
    await settled(tab);
    expect([linesOf(tab, 'task-0001'), server.starts]).toEqual([['> npm run', 'a late line'], ['task-0001']]);
  });

  it('goes on where the server cannot be asked for a while, and has failed where it has said no', async () => {
    expect(await askedWith([503, 503, 502, 429], 'success')).toEqual([LINES, []]);
    expect(await askedWith([404, 503], 'failed')).toEqual([['HTTP 404'], [503]]);
  });

  it('that no line ever brings to an end has failed, and the next one starts', async () => {
    const server = new StandInServer(
      GOOD,
      Array.from({ length: 12 }, () => 0),
    );
    const tab = new Browser().openTab(server);
    add(tab, 'task-0001', false);
    add(tab, 'task-0002');
    await reach(tab, 'failed', 'success');
    expect(server.starts).toEqual(['task-0001', 'task-0002']);
  });

  it('cut on a server that would start it again has failed, and is not opened a second time', async () => {
    const server = new StandInServer(GOOD, [2]);
    server.path = '/admin/ajax/terminal';
    const tab = new Browser().openTab(server);
    add(tab, 'task-0001');
    await reach(tab, 'failed');
    await settled(tab);
    expect(server.opened).toEqual(['/api/admin/ajax/terminal']);
  });

  it('that has completed without a word of success has failed', async () => {
    const tab = new Browser().openTab(new StandInServer(numbered(control(SIGNAL_WORD.linked), control('exec completed'))));
    add(tab, 'task-0001');
    await reach(tab, 'failed');
    expect(linesOf(tab, 'task-0001')).toEqual([]);
  });

  it('tells its owner how it ended', async () => {
    const tab = new Browser().openTab(new StandInServer(GOOD));
    const ended: unknown[] = [];
    tab.actor.on('task.ended', (event) => void ended.push(event));
    add(tab, 'task-0001');
    await reach(tab, 'success');
    expect(ended).toEqual([{ type: 'task.ended', uuid: 'task-0001', extend: 'x:y', status: 'success' }]);
  });
});

const STATUSES = Object.keys(TASK_STATUS);
/** Storage has the number of each status. */
const readStatus = ({ stored }: Browser): unknown => {
  const list = (JSON.parse(stored.get('storeTerminal') ?? 'null') as { value: { taskList: { status: number }[] } } | null)?.value.taskList;
  return list?.[0] && STATUSES[list[0].status];
};

const failing = (failure: Failure) => () => Promise.reject(new FailureError(failure));

const commandsOf = async (tell: () => unknown) => {
  const server = new StandInServer([]);
  const call: Call = (async (endpoint: { path: string }) => (endpoint.path.endsWith('/commands') ? tell() : null)) as never;
  const tab = new Browser().openTab({ call, open: server.open });
  tab.actor.send({ type: 'terminal.opened' });
  tab.actor.send({ type: 'terminal.addRequested' });
  const { context } = await waitFor(tab.actor, (snapshot) => !snapshot.hasTag('busy'));
  tab.close();
  return [context.commands.map(({ key }) => key), context.failure?.kind];
};

describe('the commands to choose from', () => {
  it('are those that every server of the family knows where a stock one has no call that tells them', async () => {
    const keys = ['version', 'test', 'web-install', 'web-build'].flatMap((group) =>
      ['npm', 'cnpm', 'pnpm', 'yarn', 'ni'].map((manager) => `${group}.${manager}`),
    );
    expect(await commandsOf(failing({ kind: 'http', status: 404, url: '' }))).toEqual([keys, undefined]);
  });

  it('are what the server tells, and none where it fails', async () => {
    expect(await commandsOf(() => ({ commands: [{ key: 'version.node', line: 'node --version' }] }))).toEqual([
      ['version.node'],
      undefined,
    ]);
    expect(await commandsOf(failing({ kind: 'http', status: 500, url: '' }))).toEqual([[], 'http']);
  });
});

describe('a page that is killed', () => {
  it.each([0, ...GOOD.map((_, said) => said + 1)])(
    'after message %i finds its run again, starts nothing and shows everything',
    async (said) => {
      const browser = new Browser();
      const server = new StandInServer(GOOD, [], said);
      const first = browser.openTab(server);
      add(first, 'task-0001');
      const reached = said === 0 ? 'connecting' : said < 5 ? 'executing' : 'success';
      await reach(first, reached);
      await waitFor(first.actor, () => server.starts.length === 1);
      first.close();
      expect(readStatus(browser)).toBe(reached);
      const second = browser.openTab(server);
      server.say('task-0001', GOOD.length);
      await reach(second, 'success');
      await settled(second);
      expect([linesOf(second, 'task-0001'), server.starts]).toEqual([LINES, ['task-0001']]);
    },
  );

  it('leaves a run unknown of which the server knows nothing', async () => {
    const browser = new Browser();
    const first = browser.openTab(new StandInServer(GOOD, [], 1));
    add(first, 'task-0001');
    await reach(first, 'executing');
    first.close();
    const other = new StandInServer(GOOD);
    const second = browser.openTab(other);
    expect(statuses(second)).toEqual(['checking']);
    await settled(second);
    expect(statuses(second)).toEqual(['unknown']);
    add(second, 'task-0002');
    expect([statuses(second), second.warned, other.starts]).toEqual([['unknown', 'waiting'], ['admin.terminal.blocked'], []]);
  });
});

describe('two tabs', () => {
  it('show one process in full, and one of them starts the next', async () => {
    const browser = new Browser();
    const server = new StandInServer(GOOD, [], 2);
    const [one, two] = [browser.openTab(server), browser.openTab(server)];
    one.actor.send({ type: 'terminal.cleanupChosen', isOn: false });
    add(one, 'task-0001');
    await reach(two, 'executing');
    add(two, 'task-0002');
    await reach(one, 'executing', 'waiting');
    server.say('task-0001', GOOD.length);
    await reach(one, 'success', 'executing');
    server.say('task-0002', GOOD.length);
    await Promise.all([reach(one, 'success', 'success'), reach(two, 'success', 'success')]);
    expect(server.starts).toEqual(['task-0001', 'task-0002']);
    for (const tab of [one, two]) for (const run of ['task-0001', 'task-0002']) expect(linesOf(tab, run)).toEqual(LINES);
  });

  it('open one line on a server that starts a command with each: the other shows what was kept, and says when nobody hears of it any more', async () => {
    const browser = new Browser();
    const server = new StandInServer(GOOD, [], 3);
    server.path = '/admin/ajax/terminal';
    const [one, two] = [browser.openTab(server), browser.openTab(server)];
    one.actor.send({ type: 'terminal.cleanupChosen', isOn: false });
    add(one, 'task-0001');
    await Promise.all([reach(one, 'executing'), reach(two, 'executing')]);
    server.say('task-0001', GOOD.length);
    await Promise.all([reach(one, 'success'), reach(two, 'success')]);
    await waitFor(two.actor, () => linesOf(two, 'task-0001').length === LINES.length);
    expect([linesOf(two, 'task-0001'), server.opened.length]).toEqual([LINES, 1]);
    add(two, 'task-0002');
    await Promise.all([reach(one, 'success', 'executing'), reach(two, 'success', 'executing')]);
    one.close();
    await reach(two, 'success', 'unknown');
    expect(server.opened).toHaveLength(2);
  });

  it('go on when the one that holds the queue is closed', async () => {
    const browser = new Browser();
    const server = new StandInServer(GOOD);
    const [one, two] = [browser.openTab(server), browser.openTab(server)];
    await waitFor(one.actor, (snapshot) => snapshot.matches({ queue: 'here' }));
    one.close();
    add(two, 'task-0001');
    await reach(two, 'success');
    expect(server.starts).toEqual(['task-0001']);
  });
});

describe('what an administrator left waiting', () => {
  it('is gone on with by themselves alone: whoever signs in next in the browser has a list of their own', async () => {
    const browser = new Browser();
    const server = new StandInServer(GOOD, [], 2);
    const first = browser.openTab(server);
    first.actor.send({ type: 'terminal.cleanupChosen', isOn: false });
    add(first, 'task-0001');
    add(first, 'task-0002');
    await reach(first, 'executing', 'waiting');
    expect(linesOf(first, 'task-0001')).not.toEqual([]);
    first.close();
    expect(linesOf(first, 'task-0001')).toEqual([]);
    server.say('task-0001', GOOD.length);
    const other = browser.openTab(server, 2);
    await waitFor(other.actor, (snapshot) => snapshot.matches({ queue: 'here' }));
    expect([statuses(other), other.actor.getSnapshot().context.automaticCleanupTask, linesOf(other, 'task-0001')]).toEqual([[], '0', []]);
    add(other, 'task-0003');
    await reach(other, 'executing');
    expect([server.starts, browser.stored.get('storeTerminal')?.includes('task-0001')]).toEqual([['task-0001', 'task-0003'], false]);
  });
});

describe('output', () => {
  it('is forgotten with its task, and when another run takes its place', async () => {
    const tab = new Browser().openTab(new StandInServer(GOOD));
    add(tab, 'task-0001');
    await reach(tab, 'success');
    await settled(tab);
    tab.actor.send({ type: 'task.retried', uuid: 'task-0001', runUuid: 'run-00000002' });
    await reach(tab, 'success');
    await settled(tab);
    expect([linesOf(tab, 'task-0001'), linesOf(tab, 'run-00000002')]).toEqual([[], LINES]);
    tab.actor.send({ type: 'task.deleted', uuid: 'task-0001' });
    expect(linesOf(tab, 'run-00000002')).toEqual([]);
  });
});

/** What the panel shows that was closed while it saved. */
const saved = async (answer: () => Promise<unknown>) => {
  const tab = new Browser().openTab({ call: (() => answer()) as never, open: new StandInServer([]).open });
  tab.actor.send({ type: 'terminal.opened' });
  tab.actor.send({ type: 'terminal.managerRequested' });
  tab.actor.send({ type: 'terminal.managerChosen', packageManager: 'yarn' });
  tab.actor.send({ type: 'terminal.closed' });
  await waitFor(tab.actor, (snapshot) => snapshot.matches({ settings: 'resting' }));
  tab.actor.send({ type: 'terminal.opened' });
  const { context, value } = tab.actor.getSnapshot();
  return [context.packageManager, context.failure?.kind, value.panel];
};

describe('settings', () => {
  it('are what was saved, also where the panel was closed meanwhile; a failure is told when it is opened again', async () => {
    expect(await saved(async () => null)).toEqual(['yarn', undefined, { open: 'list' }]);
    expect(await saved(failing({ kind: 'unreachable', online: false }))).toEqual(['npm', 'unreachable', { open: 'list' }]);
  });
});

describe('storage', () => {
  it('that is full costs the stored output, never the run', async () => {
    const browser = new Browser();
    const write = browser.stored.set.bind(browser.stored);
    browser.stored.set = (key, text) => {
      if (text.includes('10.9.0')) throw new Error('full');
      return write(key, text);
    };
    const tab = browser.openTab(new StandInServer(GOOD));
    add(tab, 'task-0001');
    await reach(tab, 'success');
    await settled(tab);
    expect(JSON.parse(browser.stored.get('storeTerminal') ?? '')).toMatchObject({
      version: 1,
      value: { showDot: true, automaticCleanupTask: '1', taskList: [{ uuid: 'task-0001', status: TASK_STATUS.success, message: [] }] },
    });
  });
});
