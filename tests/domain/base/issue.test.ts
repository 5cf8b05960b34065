import { expect, it } from 'vitest';
import { hasIssues } from '#domain/base/issue';

it('there are issues where a field has one', () => {
  expect([hasIssues({}), hasIssues({ title: { key: 'validation.required' } })]).toEqual([false, true]);
});
