import { expect, it } from 'vitest';
import { HELPERS } from '../../scripts/build/modern-helpers.ts';

type Body = (this: unknown) => Generator<unknown, unknown, never>;

/** As compiled packages call them. */
interface Helpers {
  readonly __assign: (...parts: readonly object[]) => object;
  readonly __rest: (from: object, names: readonly string[]) => object;
  readonly __spreadArray: (to: readonly unknown[], from: readonly unknown[]) => readonly unknown[];
  readonly __awaiter: (self: unknown, args: unknown, promise: unknown, body: Body) => Promise<unknown>;
  readonly __asyncValues: (values: AsyncIterable<unknown>) => AsyncIterator<unknown>;
  readonly __await: (value: unknown) => unknown;
  readonly __asyncGenerator: (self: unknown, args: unknown, body: Body) => AsyncGenerator;
}

const helpers = (await import(`data:text/javascript,${encodeURIComponent(HELPERS)}`)) as Helpers;

it('helpers of packages that were compiled for older browsers copy what theirs copy', () => {
  const mark = Symbol('mark');
  const given = { a: 1, b: 2, [mark]: 3 };
  expect(helpers.__assign({}, given, { b: 4 })).toEqual({ a: 1, b: 4, [mark]: 3 });
  expect([helpers.__rest(given, ['a']), given.a]).toEqual([{ b: 2, [mark]: 3 }, 1]);
  expect(helpers.__spreadArray([1], [2, 3])).toEqual([1, 2, 3]);
});

it('a body that waits goes on with what came, hears of what was refused, and ends with what it says', async () => {
  const told: unknown[] = [];
  const ended = helpers.__awaiter('self', [], Promise, function* (this: unknown) {
    told.push(this, yield Promise.resolve('waited'), yield 'at once');
    try {
      yield Promise.reject(new Error('refused'));
    } catch (error) {
      told.push((error as Error).message);
    }
    return 'done';
  });
  expect([await ended, told]).toEqual(['done', ['self', 'waited', 'at once', 'refused']]);
  // oxlint-disable-next-line require-yield -- it throws before it waits
  const failing = helpers.__awaiter(null, [], Promise, function* () {
    throw new Error('thrown');
  });
  await expect(failing).rejects.toThrow('thrown');
});

it('a stream is read to its end, or released where its reader leaves', async () => {
  const told: unknown[] = [];
  const made = () =>
    helpers.__asyncGenerator(null, [], function* () {
      try {
        told.push(yield helpers.__await(Promise.resolve('opened')));
        yield yield helpers.__await('one');
        try {
          yield helpers.__await(Promise.reject(new Error('broken')));
        } catch (error) {
          told.push((error as Error).message);
        }
        yield yield helpers.__await('two');
        return yield helpers.__await(undefined);
      } finally {
        told.push('released');
      }
    });
  const values = helpers.__asyncValues(made());
  for (let step = await values.next(); step.done !== true; step = await values.next()) told.push(step.value);
  expect(told.splice(0)).toEqual(['opened', 'one', 'broken', 'two', 'released']);
  for await (const value of made()) {
    told.push(value);
    break;
  }
  expect(told).toEqual(['opened', 'one', 'released']);
});
