import { expect, it } from 'vitest';
import { isAskedAbout, NOTHING_RELATED } from '#domain/table/related';
import type { Resource } from '#domain/table/resource';

const section = (...fields: readonly object[]): Pick<Resource, 'fields'> =>
  ({ fields: Object.fromEntries(fields.map((field, at) => [`field${at}`, field])) }) as unknown as Pick<Resource, 'fields'>;
const asking = (of: string) => ({ kind: 'remoteSelect', of, onDelete: 'ask' });

it.each([
  ['no section', [], false],
  ['a field that names others', [section(asking('member'))], false],
  ['a field that names it and asks nothing', [section({ kind: 'remoteSelect', of: 'goods' })], false],
  ['a field that asks', [section({ kind: 'string' }, asking('goods'))], true],
  ['one of several sections', [section(asking('member')), section(asking('goods'))], true],
])('whoever deletes is asked about what names a record: %s', (_, sections, isAsked) => {
  expect(isAskedAbout('goods', sections)).toBe(isAsked);
});

it('nothing is related before somebody has looked', () => {
  expect(NOTHING_RELATED).toEqual({ below: 0, list: [], seen: '' });
});
