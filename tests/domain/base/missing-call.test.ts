import { expect, it } from 'vitest';
import { isMissingCall } from '#domain/base/missing-call';

it('a call is missing where the server answers 404, and nowhere else', () => {
  const failures = [
    { kind: 'http', status: 404, url: '/api/x' },
    { kind: 'http', status: 500, url: '/api/x' },
    { kind: 'rejected', code: 404, message: '' },
    null,
  ] as const;
  expect(failures.map(isMissingCall)).toEqual([true, false, false, false]);
});
