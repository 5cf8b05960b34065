import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Failure } from '#domain/base/failure';
import { afterRefusal, portionsOf, type Portion } from '#domain/table/matching';

const refused = (more: Partial<Extract<Failure, { kind: 'rejected' }>> = {}): Failure => ({
  kind: 'rejected',
  code: 0,
  message: 'in use',
  ...more,
});

it('portions are all ids in their order', () => {
  fc.assert(fc.property(fc.uniqueArray(fc.nat(), { maxLength: 700 }), (ids) => portionsOf(ids).flat().join() === ids.join()));
  expect(portionsOf(Array.from({ length: 401 }, (_, id) => id)).map((portion) => portion.length)).toEqual([200, 200, 1]);
});

it('records that the server names are left out, and the others tried again', () => {
  expect(afterRefusal([1, 2, 3], refused({ rows: { 2: 'kept' } }))).toEqual({
    done: 0,
    change: null,
    refused: [{ id: 2, reason: 'kept' }],
    again: [[1, 3]],
  });
  expect(afterRefusal([2], refused({ rows: { 2: 'kept' } }))?.again).toEqual([]);
});

it('what stands in the way is found by halves, whichever records they are', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 60 }), fc.func(fc.boolean()), (ids, isKept) => {
      const [done, kept]: [number[], number[]] = [[], []];
      const queue: Portion[] = [ids];
      for (let portion = queue.shift(); portion; portion = queue.shift()) {
        if (!portion.some((id) => isKept(id))) {
          done.push(...portion);
          continue;
        }
        const outcome = afterRefusal(portion, refused());
        kept.push(...(outcome?.refused ?? []).map(({ id }) => id));
        queue.unshift(...(outcome?.again ?? []));
      }
      expect(done).toEqual(ids.filter((id) => !isKept(id)));
      expect(kept).toEqual(ids.filter((id) => isKept(id)));
    }),
  );
});

it('what all records would hear alike is no refusal of one', () => {
  expect(afterRefusal([1, 2], { kind: 'timeout' })).toBeNull();
  expect(afterRefusal([1, 2], refused({ code: 401 }))).toBeNull();
  expect(afterRefusal([1, 2], refused({ fields: { price: 'no' } }))).toBeNull();
  // A server that was too slow would hear four hundred calls in the place of one.
  for (const ids of [[1, 2], [1]]) expect(afterRefusal(ids, refused({ message: 'took too long', isPassing: true }))).toBeNull();
});
