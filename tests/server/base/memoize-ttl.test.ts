import { expect, it } from 'vitest';
import { memoizeTtl } from '#server/base/memoize-ttl';

it('asks again after a while, and when the clock was set back', async () => {
  let nowMs = 10_000;
  let asked = 0;
  const ask = memoizeTtl(() => Promise.resolve((asked += 1)), 1000, { nowMs: () => nowMs });
  const at = (ms: number) => {
    nowMs = ms;
    return ask();
  };
  expect([await at(10_000), await at(10_999), await at(11_000), await at(3000), await at(3999), await at(2500)]).toEqual([
    1, 1, 2, 3, 3, 3,
  ]);
});

it('is asked once by all who ask at the same time, and again after it has failed', async () => {
  let asked = 0;
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const ask = memoizeTtl(() => answers[asked++]?.promise ?? Promise.reject(new Error('asked too often')), 1000, { nowMs: () => 0 });
  const failing = Promise.allSettled([ask(), ask(), ask()]);
  answers[0]?.reject(new Error('silent'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  const told = [ask(), ask()];
  answers[1]?.resolve('told');
  expect([await Promise.all(told), await ask(), asked]).toEqual([['told', 'told'], 'told', 2]);
});

it('asks again after a question that broke at once', async () => {
  let asked = 0;
  const ask = memoizeTtl(
    () => {
      asked += 1;
      if (asked === 1) throw new Error('broken');
      return Promise.resolve('told');
    },
    1000,
    { nowMs: () => 0 },
  );
  await expect(ask()).rejects.toThrow('broken');
  expect(await ask()).toBe('told');
});
