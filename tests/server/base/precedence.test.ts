import { describe, expect, it } from 'vitest';
import { createPieceSize } from '#server/base/piece-size';
import { createPrecedence, MOST_MS, PATIENCE_MS, QUIET_MS, WAITS_FOR_EACH } from '#server/base/precedence';
import { SLICE_MS } from '#server/base/yielder';

/** Time that passes when it is told to. Who waits is woken in the order of the moments. */
function createTime() {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly wake: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    later: (ms: number, wake: () => void) => void timers.push({ atMs: nowMs + ms, wake }),
    async pass(ms: number): Promise<void> {
      const untilMs = nowMs + ms;
      for (;;) {
        const [next] = timers.toSorted((a, b) => a.atMs - b.atMs);
        if (!next || next.atMs > untilMs) break;
        timers = timers.filter((timer) => timer !== next);
        nowMs = next.atMs;
        next.wake();
        await settled();
      }
      nowMs = untilMs;
      await settled();
    },
  };
}

/** All that can happen without time has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp() {
  const time = createTime();
  const precedence = createPrecedence(time);
  /** A call that is answered when the test says so. */
  const call = () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const answer = precedence.answer(() => promise);
    return {
      answer,
      async end(): Promise<void> {
        resolve('answered');
        await answer;
      },
      async fail(): Promise<void> {
        reject(new Error('fault'));
        await answer.catch(() => undefined);
      },
    };
  };
  /** Asks whether the task may go on, and notes when it could. */
  const asks = (giveWay: () => Promise<void> | undefined): { wentOnAtMs: number | null } => {
    const noted: { wentOnAtMs: number | null } = { wentOnAtMs: null };
    const way = giveWay();
    const goesOn = (): void => void (noted.wentOnAtMs = time.nowMs());
    if (way === undefined) goesOn();
    else void way.then(goesOn);
    return noted;
  };
  return { time, precedence, call, asks };
}

describe('work that can wait', () => {
  it('goes on where nobody waits, and lets the thread go after a slice', async () => {
    const { time, precedence, asks } = setUp();
    const giveWay = precedence.task();
    expect(giveWay()).toBeUndefined();
    await time.pass(SLICE_MS - 1);
    expect(giveWay()).toBeUndefined();
    await time.pass(1);
    const breath = asks(giveWay);
    expect(breath.wentOnAtMs).toBeNull();
    await time.pass(0);
    expect(breath.wentOnAtMs).toBe(SLICE_MS);
    // It begins to count again.
    expect(giveWay()).toBeUndefined();
  });

  it('waits for a call, and for a moment longer, since the next often follows', async () => {
    const { time, precedence, call, asks } = setUp();
    const giveWay = precedence.task();
    await time.pass(10);
    const first = call();
    const asked = asks(giveWay);
    await time.pass(8);
    await first.end();
    await time.pass(QUIET_MS - 1);
    const second = call();
    await time.pass(QUIET_MS);
    expect(asked.wentOnAtMs).toBeNull();
    await second.end();
    const endedMs = time.nowMs();
    await time.pass(MOST_MS);
    expect(asked.wentOnAtMs).toBe(endedMs + QUIET_MS);
  });

  it('waits for all that are on their way, those that fail too', async () => {
    const { time, precedence, call, asks } = setUp();
    const giveWay = precedence.task();
    await time.pass(19);
    const [one, other] = [call(), call()];
    const asked = asks(giveWay);
    await one.end();
    await time.pass(2 * QUIET_MS);
    expect(asked.wentOnAtMs).toBeNull();
    await other.fail();
    await time.pass(QUIET_MS);
    expect(asked.wentOnAtMs).toBe(19 + 3 * QUIET_MS);
  });

  it('has its part under whatever load', async () => {
    const { time, precedence, call, asks } = setUp();
    const giveWay = precedence.task();
    let workedMs = 0;
    // There is a young call at every moment.
    for (let round = 0; round < 200; round += 1) {
      await time.pass(5);
      workedMs += 5;
      const newest = call();
      const asked = asks(giveWay);
      await time.pass(WAITS_FOR_EACH * 5);
      expect(asked.wentOnAtMs).not.toBeNull();
      void newest;
    }
    expect(workedMs / time.nowMs()).toBeCloseTo(1 / (1 + WAITS_FOR_EACH), 2);
  });

  it('waits no longer than a quarter of a second after a piece that was long', async () => {
    const { time, precedence, call, asks } = setUp();
    const giveWay = precedence.task();
    await time.pass(5000);
    call();
    const asked = asks(giveWay);
    await time.pass(MOST_MS - 1);
    expect(asked.wentOnAtMs).toBeNull();
    await time.pass(1);
    expect(asked.wentOnAtMs).toBe(5000 + MOST_MS);
  });

  it('does not wait for a call that takes long itself', async () => {
    const { time, precedence, call } = setUp();
    call();
    await time.pass(PATIENCE_MS - 4);
    const sooner = precedence.task();
    await time.pass(3);
    expect(sooner()).toBeInstanceOf(Promise);
    const later = precedence.task();
    await time.pass(3);
    expect(later()).toBeUndefined();
  });

  it('leaves an answer and a fault as they are', async () => {
    const { call } = setUp();
    const [one, other] = [call(), call()];
    await one.end();
    await expect(one.answer).resolves.toBe('answered');
    await other.fail();
    await expect(other.answer).rejects.toThrow('fault');
  });
});

describe('the size of pieces', () => {
  it('follows the time that they take, twice as many or half as many at most', () => {
    const size = createPieceSize({ goalMs: 10, least: 20, most: 200 });
    const seen = [size.next()];
    for (const ms of [1, 1, 8, 8, 40, 12, 1000, 1000, 1000]) {
      size.took(size.next(), ms);
      seen.push(size.next());
    }
    expect(seen).toEqual([20, 40, 80, 100, 125, 63, 53, 27, 20, 20]);
    for (let piece = 0; piece < 9; piece += 1) size.took(size.next(), 0);
    expect(size.next()).toBe(200);
  });

  it('learns nothing from the last, which is short', () => {
    const size = createPieceSize({ goalMs: 10, least: 20, most: 200 });
    size.took(3, 0.1);
    expect(size.next()).toBe(20);
  });
});
