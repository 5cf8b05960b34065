import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goods } from '#sections/goods/goods.resource.ts';
import { addressingOf, fromAddress, toAddress } from '#domain/table/collection-address';
import { EMPTY_QUERY, SEARCH_OPERATORS, searchOf, type CollectionQuery } from '#domain/table/resource-query';

const addressing = addressingOf(goods);

describe('the address of a list', () => {
  it('is plain when nothing was asked for', () => {
    expect(toAddress(addressing, EMPTY_QUERY)).toEqual({});
    expect(fromAddress(addressing, {})).toEqual(EMPTY_QUERY);
  });

  it.each<[Partial<CollectionQuery>, Record<string, string>]>([
    [{ page: 3 }, { page: '3' }],
    [{ limit: 50 }, { limit: '50' }],
    [{ order: { field: 'price', direction: 'asc' } }, { order: 'price,asc' }],
    [{ quickSearch: '50% 茶&x' }, { quickSearch: '50% 茶&x' }],
    [{ search: [{ field: 'status', operator: 'eq', value: 'on' }] }, { status: 'on' }],
    [{ search: [{ field: 'price', operator: 'RANGE', value: '10,20' }] }, { price: '10,20' }],
    [{ search: [{ field: 'title', operator: 'NOT LIKE', value: '茶' }] }, { 'title.NOT LIKE': '茶' }],
    [
      { search: [{ field: 'createTime', operator: 'RANGE', value: '2026-01-01 00:00:00,', render: 'datetime' }] },
      { create_time: '2026-01-01 00:00:00,' },
    ],
    [{ search: [{ field: 'categoryId', operator: 'eq', value: '4' }] }, { category_id: '4' }],
    [
      { search: [{ field: 'createTime', operator: 'DURING', value: 'last7Days', render: 'datetime' }] },
      { 'create_time.DURING': 'last7Days' },
    ],
    [
      {
        search: [{ field: 'title', operator: 'BEGINS', value: '茶' }],
        alternatives: [
          [
            { field: 'status', operator: 'eq', value: 'on' },
            { field: 'title', operator: 'NOT EMPTY', value: 'true' },
          ],
          [{ field: 'id', operator: 'IN', value: '3,4' }],
        ],
      },
      { 'title.BEGINS': '茶', '2.status': 'on', '2.title.NOT EMPTY': 'true', '3.id.IN': '3,4' },
    ],
  ])('says %j as %j, and back', (part, params) => {
    expect(toAddress(addressing, { ...EMPTY_QUERY, ...part })).toEqual(params);
    expect(fromAddress(addressing, params)).toEqual({ ...EMPTY_QUERY, ...part });
  });

  it.each<[Record<string, string>]>([
    [{ page: '0' }],
    [{ page: '-1' }],
    [{ page: '1e9' }],
    [{ page: 'abc' }],
    [{ page: '99999999999' }],
    [{ limit: '' }],
    [{ order: 'price' }],
    [{ order: 'price,up' }],
    [{ order: 'password,asc' }],
    [{ order: 'description,asc' }],
    [{ nonsense: 'x' }],
    [{ description: 'not searchable' }],
    [{ status: '' }],
    [{ 'status.DROP': 'on' }],
    [{ 'status.': 'on' }],
    [{ '2.nonsense': 'x' }],
    [{ '0.status': 'on' }],
    [{ '1.status': 'on' }],
    [{ '6.status': 'on' }],
    [{ '2.': 'on' }],
    [JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>],
  ])('leaves out what makes no sense: %j', (params) => {
    expect(fromAddress(addressing, params)).toEqual(EMPTY_QUERY);
  });

  it('never asks for more rows than the server gives, nor for endless text', () => {
    expect(fromAddress(addressing, { limit: '1000000' }).limit).toBe(1000);
    expect(fromAddress(addressing, { quickSearch: 'x'.repeat(5000) }).quickSearch).toHaveLength(200);
  });

  it('has no group without conditions: the next one stands in its place', () => {
    expect(fromAddress(addressing, { '3.status': 'on', nonsense: 'x', '5.id': '7' })).toEqual({
      ...EMPTY_QUERY,
      search: [{ field: 'status', operator: 'eq', value: 'on' }],
      alternatives: [[{ field: 'id', operator: 'eq', value: '7' }]],
    });
  });

  it('never cuts one of several values in two, nor asks more than the server reads', () => {
    const [condition] = fromAddress(addressing, { 'id.IN': Array.from({ length: 100 }, (_, index) => 1000 + index).join(',') }).search;
    expect(condition?.value.split(',')).toEqual(Array.from({ length: 40 }, (_, index) => String(1000 + index)));
    const many = Object.fromEntries(
      SEARCH_OPERATORS.flatMap((operator) => [1, 2, 3].map((n) => [`${n === 1 ? '' : `${n}.`}id.${operator}`, '7'])),
    );
    const { search, alternatives } = fromAddress(addressing, many);
    expect([...search, ...alternatives.flat()]).toHaveLength(30);
  });

  it('takes the field key as well as the wire name', () => {
    expect(fromAddress(addressing, { categoryId: '4' })).toEqual(fromAddress(addressing, { category_id: '4' }));
  });

  it('survives a round trip through a real address', () => {
    const condition = fc.record({
      of: fc.constantFrom(...addressing.fields),
      operator: fc.constantFrom(...SEARCH_OPERATORS),
      value: fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme' }),
    });
    const query = fc.record({
      page: fc.integer({ min: 1, max: 100_000 }),
      limit: fc.constantFrom(10, 20, 50, 100),
      order: fc.option(
        fc.record({ field: fc.constantFrom(...addressing.sortable), direction: fc.constantFrom('asc' as const, 'desc' as const) }),
      ),
      quickSearch: fc.string({ maxLength: 50, unit: 'grapheme' }),
      groups: fc.array(
        fc.uniqueArray(condition, { minLength: 1, maxLength: 6, selector: ({ of, operator }) => `${of.field} ${operator}` }),
        { maxLength: 5 },
      ),
    });
    fc.assert(
      fc.property(query, ({ groups, ...rest }) => {
        const said = groups.map((group) =>
          group.map(({ of: { field, render }, operator, value }) => ({ field, operator, value, ...(render && { render }) })),
        );
        const asked: CollectionQuery = { ...rest, ...searchOf(said) };
        const written = new URLSearchParams(toAddress(addressing, asked)).toString();
        expect(fromAddress(addressing, Object.fromEntries(new URLSearchParams(written)))).toEqual(asked);
      }),
    );
  });
});
