import { describe, expect, it } from 'vitest';
import type { Field } from '#domain/fields/field';
import { groupsOf, MAX_GROUPS, SEARCH_OPERATORS, searchOf, type SearchCondition, type SearchOperator } from '#domain/table/resource-query';
import { operatorsOf, searchOperatorOf, valueFormOf } from '#domain/table/search-operators';

const asking = (form: string) => SEARCH_OPERATORS.filter((operator) => valueFormOf(operator) === form);
const condition = (value: string, operator: SearchOperator = 'eq'): SearchCondition => ({ field: 'status', operator, value });

describe('the operators of a field', () => {
  const texts = ['LIKE', 'NOT LIKE', 'eq', 'ne', 'BEGINS'];
  const numbers = ['RANGE', 'eq', 'ne', 'gt', 'egt', 'lt', 'elt'];
  const empty = ['EMPTY', 'NOT EMPTY'];
  it.each<[Field, readonly string[]]>([
    [{ kind: 'string', search: 'text' }, [...texts, ...empty]],
    [{ kind: 'string', search: 'text', required: true }, texts],
    [{ kind: 'string', search: 'text', form: 'never' }, texts],
    [{ kind: 'string', search: 'equal', form: 'never' }, ['eq', 'ne', 'IN', 'NOT IN']],
    [{ kind: 'select', options: ['a'], search: 'select', required: true }, ['eq', 'ne', 'IN', 'NOT IN']],
    [{ kind: 'radio', options: ['a'], search: 'select' }, ['eq', 'ne', 'IN', 'NOT IN', ...empty]],
    [{ kind: 'checkbox', options: ['a'], search: 'select' }, ['FIND_IN_SET', 'NOT FIND_IN_SET', ...empty]],
    [{ kind: 'tags', search: 'text', required: true }, ['FIND_IN_SET', 'NOT FIND_IN_SET']],
    [{ kind: 'switch', search: 'select' }, ['eq']],
    [{ kind: 'money', search: 'range', required: true }, numbers],
    [{ kind: 'integer', search: 'range' }, [...numbers, 'IN', ...empty]],
    [{ kind: 'id', search: 'equal' }, ['eq', 'RANGE', 'ne', 'gt', 'egt', 'lt', 'elt', 'IN']],
    [{ kind: 'createTime', search: 'range' }, ['RANGE', 'DURING', 'gt', 'lt']],
    [{ kind: 'dateTime', search: 'range', form: 'never' }, ['RANGE', 'DURING', 'gt', 'lt', ...empty]],
    [{ kind: 'date', search: 'equal', required: true }, ['eq', 'RANGE', 'DURING', 'ne', 'gt', 'lt']],
    [{ kind: 'time', search: 'range', required: true }, ['RANGE', 'eq', 'ne', 'gt', 'lt']],
    [{ kind: 'remoteSelect', of: 'goodsCategory', search: 'select' }, ['eq', 'ne', ...empty]],
  ])('%j are %j', (field, operators) => {
    expect(operatorsOf(field)).toEqual(operators);
    expect(operatorsOf(field)[0]).toBe(searchOperatorOf(field));
  });

  it('ask for as much as they compare with', () => {
    expect(asking('bounds')).toEqual(['RANGE', 'NOT RANGE']);
    expect(asking('several')).toEqual(['IN', 'NOT IN']);
    expect(asking('period')).toEqual(['DURING']);
    expect(asking('none')).toEqual(['NULL', 'NOT NULL', 'EMPTY', 'NOT EMPTY']);
  });
});

describe('groups of conditions', () => {
  it('are the first and its alternatives; an empty one is none', () => {
    const [one, two] = [[condition('1')], [condition('2'), condition('3', 'ne')]];
    expect(searchOf([])).toEqual({ search: [], alternatives: [] });
    expect(searchOf([[], one, [], two])).toEqual({ search: one, alternatives: [two] });
    expect(groupsOf(searchOf([one, two]))).toEqual([one, two]);
    expect(groupsOf({ search: [], alternatives: [] })).toEqual([]);
    expect(groupsOf(searchOf(Array.from({ length: 9 }, () => one)))).toHaveLength(MAX_GROUPS);
  });
});
