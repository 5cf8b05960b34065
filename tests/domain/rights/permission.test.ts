import { describe, expect, it } from 'vitest';
import { ruleAt } from '#domain/rights/permission';

describe('the right that a page asks for', () => {
  it.each([
    ['/admin/auth/group', 'auth/group'],
    ['/admin/auth/group/', 'auth/group'],
    ['/admin/auth/group?page=2', 'auth/group'],
    ['/user/account/overview', 'account/overview'],
    ['/admin', ''],
    ['/administrator/x', ''],
    ['/help', ''],
  ])('is, at %s, %j', (path, rule) => {
    expect(ruleAt(path)).toBe(rule);
  });
});
