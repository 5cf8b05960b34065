import { expect, it } from 'vitest';
import { isAccount } from '#domain/base/validation';
import { endedAdminName } from '#domain/rights/ended-admin';

it('an administrator who is no more is called by the number, as nobody can be', () => {
  expect(endedAdminName(7)).toBe('deleted-7');
  expect(isAccount(endedAdminName(7))).toBe(false);
});
