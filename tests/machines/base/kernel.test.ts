import { describe, expect, it } from 'vitest';
import { FailureError } from '#domain/base/failure';
import { effect } from '#machines/base/effect';
import { SET_FAILURE, errorOf, toFailure } from '#machines/base/failing';
import { notProvided } from '#machines/base/not-provided';
import { output, payload } from '#machines/base/payload';

describe('the kernel of machines', () => {
  it('keeps why something failed', () => {
    const error = new FailureError({ kind: 'unreachable', online: false });
    expect(SET_FAILURE).toEqual({ type: 'setFailure', params: errorOf });
    expect(errorOf({ event: { error } })).toEqual({ error });
    expect(toFailure(undefined, { error })).toEqual({ failure: { kind: 'unreachable', online: false } });
  });

  it('hands an event on whole, and of an answer what it brings', () => {
    expect(payload({ event: { type: 'a', id: 1 } })).toEqual({ type: 'a', id: 1 });
    expect(output({ event: { output: [1] } })).toEqual([1]);
  });

  it('does nothing for an effect that nobody gave, and says which actor is missing', () => {
    expect(effect<string>()({}, 'x')).toBeUndefined();
    expect(notProvided('saveRecord')).toThrow('no actor was provided for "saveRecord"');
  });
});
