import { describe, expect, it } from 'vitest';
import { FailureError, failureOf, fieldRefusal, isRefusedAt, rejection } from '#domain/base/failure';

describe('a failure', () => {
  it('is inside what is thrown, with its words', () => {
    const failure = { kind: 'rejected', code: 0, message: 'refusals.x' } as const;
    const error = new FailureError(failure);
    expect([error.failure, error.message, error.name]).toEqual([failure, 'refusals.x', 'FailureError']);
    expect(new FailureError({ kind: 'timeout' }).message).toBe('timeout');
    expect(failureOf(error)).toBe(failure);
  });

  it('by rule has code 0, and its parameters where there are some', () => {
    expect(rejection('refusals.x').failure).toEqual({ kind: 'rejected', code: 0, message: 'refusals.x' });
    expect(rejection('refusals.x', { minutes: 3 }).failure).toEqual({
      kind: 'rejected',
      code: 0,
      message: 'refusals.x',
      params: { minutes: 3 },
    });
  });

  it('is none where something broke: that goes on', () => {
    const defect = new TypeError('broken');
    expect(() => failureOf(defect)).toThrow(defect);
  });

  it('says what was refused of one field, where a field was refused', () => {
    const refused = { kind: 'rejected', code: 0, message: 'No', fields: { password: 'Wrong' } } as const;
    expect([fieldRefusal(refused, 'password'), fieldRefusal(refused, 'name')]).toEqual(['Wrong', undefined]);
    expect([null, undefined, { kind: 'timeout' } as const].map((one) => fieldRefusal(one, 'password'))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(['password', 'name'].map((field) => isRefusedAt(new FailureError(refused), field))).toEqual([true, false]);
    const defect = new TypeError('broken');
    expect(() => isRefusedAt(defect, 'password')).toThrow(defect);
  });
});
