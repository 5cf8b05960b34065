import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { MAX_IDS, MAX_SEARCH_LENGTH, type WireOperator } from '#domain/table/resource-query';
import { goods } from '#sections/goods/goods.resource.ts';
import { columnsOf } from '#server/resources/base/columns';
import { conditionSql } from '#server/resources/read/conditions';
import { rejectionOf } from '#tests/support/refusals.ts';

const title = columnsOf(goods).find('title') ?? expect.unreachable('goods have a title');
const condition = (operator: WireOperator, value: string | readonly string[]) =>
  conditionSql({ column: title, reference: sql.ref('goods.title'), operator, value, isDateTime: false }, 'UTC');

describe('what a list is searched for', () => {
  it.each(['eq', 'ne', 'gt', 'LIKE', 'NOT LIKE', 'FIND_IN_SET'] as const)(
    'is no longer than a person would type, by %s',
    async (operator) => {
      const tooLong = Promise.resolve().then(() => condition(operator, 'x'.repeat(MAX_SEARCH_LENGTH + 1)));
      expect(await rejectionOf(tooLong)).toMatchObject({ message: 'refusals.searchValue', params: { field: 'title' } });
      expect(() => condition(operator, 'x'.repeat(MAX_SEARCH_LENGTH))).not.toThrow();
    },
  );

  it.each(['IN', 'NOT IN'] as const)('may be a longer list of values, by %s', (operator) => {
    const many = Array.from({ length: 100 }, (_, index) => `value ${index}`).join(',');
    expect(many.length).toBeGreaterThan(MAX_SEARCH_LENGTH);
    expect(() => condition(operator, many)).not.toThrow();
    expect(() => condition(operator, Array.from({ length: MAX_IDS + 1 }, (_, index) => `v${index}`).join(','))).toThrow(
      'refusals.searchValue',
    );
  });
});
