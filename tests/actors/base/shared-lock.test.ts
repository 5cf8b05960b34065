import { describe, expect, it } from 'vitest';
import { BEAT_MS, LEASE_MS, SETTLE_MS, leaseLock } from '#actors/base/shared-lock';
import { createTestWorld } from '#tests/support/app.ts';

const NAME = 'troupe-session-admin';

const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));
const forbidden = () => {
  throw new Error('forbidden');
};

/** Tabs of one browser without locks, on one clock that the test moves. */
function browser() {
  const stored = new Map<string, string>();
  const timers: { readonly at: number; readonly fire: () => void }[] = [];
  const tabs: { readonly changed: (key: string) => void }[] = [];
  let now = 1000;
  const open = () => {
    const { ports, changedElsewhere } = createTestWorld({ stored });
    const tab = { changed: (key: string) => changedElsewhere.next(key) };
    const tell = (key: string) => tabs.filter((one) => one !== tab).forEach((one) => one.changed(key));
    const storage = {
      ...ports.storage,
      write: (key: string, text: string) => {
        stored.set(key, text);
        tell(key);
      },
      remove: (key: string) => {
        stored.delete(key);
        tell(key);
      },
    };
    const clock = { now: () => now, pause: (ms: number) => new Promise<void>((fire) => timers.push({ at: now + ms, fire })) };
    tabs.push(tab);
    let keys = 0;
    const place = tabs.length;
    return leaseLock({ storage, clock, newKey: () => `tab ${place}, ${(keys += 1)}` });
  };
  const pass = async (ms: number): Promise<void> => {
    const end = now + ms;
    for (;;) {
      await settled();
      const next = timers.sort((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      timers.shift();
      now = next.at;
      next.fire();
    }
    now = end;
  };
  return { open, pass, stored };
}

/** What stands where, in order; each run lasts until it is let go. */
function runs() {
  const log: string[] = [];
  const gates = new Map<string, () => void>();
  const run = (name: string) => async (): Promise<string> => {
    log.push(`${name} begins`);
    await new Promise<void>((resolve) => gates.set(name, resolve));
    log.push(`${name} ends`);
    return name;
  };
  return { log, run, end: (name: string) => gates.get(name)?.() };
}

describe('a lock by lease', () => {
  it('is had by one tab at a time, and passed on at once', async () => {
    const { open, pass, stored } = browser();
    const { log, run, end } = runs();
    const [left, right] = [open(), open()];
    const both = Promise.all([left(NAME, run('left')), right(NAME, run('right'))]);
    await pass(SETTLE_MS);
    expect(log).toEqual(['left begins']);
    end('left');
    await pass(SETTLE_MS);
    expect(log).toEqual(['left begins', 'left ends', 'right begins']);
    end('right');
    expect(await both).toEqual(['left', 'right']);
    expect(stored.has(NAME)).toBe(false);
  });

  it('is had in turn inside a tab, where the storage tells nothing', async () => {
    const { open, pass } = browser();
    const { log, run, end } = runs();
    const lock = open();
    const both = Promise.all([lock(NAME, run('first')), lock(NAME, run('second'))]);
    await pass(SETTLE_MS);
    end('first');
    await pass(SETTLE_MS);
    end('second');
    await both;
    expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('goes to the last of two that found it free in the same moment', async () => {
    const { open, pass, stored } = browser();
    const { log, run } = runs();
    const lock = open();
    void lock(NAME, run('mine'));
    await pass(SETTLE_MS / 2);
    stored.set(NAME, JSON.stringify({ holder: 'a tab that had not seen it', until: 1000 + LEASE_MS }));
    await pass(SETTLE_MS);
    expect(log).toEqual([]);
  });

  it('is kept for as long as it takes', async () => {
    const { open, pass } = browser();
    const { log, run, end } = runs();
    const [left, right] = [open(), open()];
    void left(NAME, run('left'));
    void right(NAME, run('right'));
    await pass(10 * LEASE_MS);
    expect(log).toEqual(['left begins']);
    end('left');
    await pass(SETTLE_MS);
    expect(log).toEqual(['left begins', 'left ends', 'right begins']);
  });

  it('of a tab that is gone runs out', async () => {
    const { open, pass, stored } = browser();
    const { log, run } = runs();
    stored.set(NAME, JSON.stringify({ holder: 'a closed tab', until: 1000 + LEASE_MS }));
    void open()(NAME, run('next'));
    await pass(LEASE_MS - 1);
    expect(log).toEqual([]);
    await pass(1 + SETTLE_MS);
    expect(log).toEqual(['next begins']);
  });

  it.each([
    ['from a clock that was set back', JSON.stringify({ holder: 'x', until: 1_000_000_000 })],
    ['that nobody can read', '{'],
    ['without an end', JSON.stringify({ holder: 'x' })],
  ])('%s holds nobody up', async (_case, lease) => {
    const { open, pass, stored } = browser();
    const { log, run } = runs();
    stored.set(NAME, lease);
    void open()(NAME, run('mine'));
    await pass(SETTLE_MS);
    expect(log).toEqual(['mine begins']);
  });

  it('taken over while its holder slept is not prolonged nor given back by that one', async () => {
    const { open, pass, stored } = browser();
    const { run, end, log } = runs();
    const lock = open();
    const mine = lock(NAME, run('sleeper'));
    await pass(SETTLE_MS);
    const other = JSON.stringify({ holder: 'other', until: 1_000_000 });
    stored.set(NAME, other);
    await pass(2 * BEAT_MS);
    expect(stored.get(NAME)).toBe(other);
    end('sleeper');
    await mine;
    expect([log.at(-1), stored.get(NAME)]).toEqual(['sleeper ends', other]);
  });

  it('is not waited for by whoever no longer wants it, and given back after a defect', async () => {
    const { open, pass, stored } = browser();
    const [left, right] = [open(), open()];
    const gate = Promise.withResolvers<never>();
    const broken = left(NAME, () => gate.promise).catch((error: unknown) => String(error));
    await pass(SETTLE_MS);
    const unwanted = new AbortController();
    const never = right(NAME, async () => 'ran', unwanted.signal).catch((error: unknown) => String(error));
    await pass(0);
    unwanted.abort(new Error('not wanted'));
    gate.reject(new Error('defect'));
    await pass(SETTLE_MS);
    expect([await broken, await never, stored.has(NAME)]).toEqual(['Error: defect', 'Error: not wanted', false]);
  });

  it('is not to be had where nothing can be stored: each tab is alone', async () => {
    const { ports } = createTestWorld();
    const lock = leaseLock({ storage: { ...ports.storage, write: forbidden }, clock: ports.clock, newKey: () => 'k' });
    expect(await lock(NAME, async () => 'ran')).toBe('ran');
  });
});
