import { wireNameOf } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { groupsOf, WIRE_OPERATORS, type CollectionQuery, type SearchCondition } from '#domain/table/resource-query';

/** The protocol says these as they are meant: its negations pass over what has no value. */
const isSaidByWire = ({ operator }: SearchCondition): boolean =>
  (WIRE_OPERATORS as readonly string[]).includes(operator) && operator !== 'ne' && !/^NOT (?!NULL)/u.test(operator);

/** A query in the protocol's words; what is as by default is not sent, and a tree is asked for as a whole. Source: wire protocol §4.1, §4.2, §4.6. */
export function listInput({ fields, tree }: Resource, query: CollectionQuery) {
  const { page, limit, order, quickSearch } = query;
  const nameOf = (key: string) => wireNameOf(key, fields[key]);
  const said = ({ field, operator, value, render }: SearchCondition) => ({
    field: nameOf(field),
    operator,
    val: value,
    ...(render && { render }),
  });
  const groups = groupsOf(query).map((group) => group.map(said));
  const isPlain = groups.length === 1 && query.search.every(isSaidByWire);
  return {
    ...(!tree && { page, limit }),
    ...(!tree && order && { order: `${nameOf(order.field)},${order.direction}` }),
    ...(quickSearch !== '' && { quickSearch }),
    ...(groups.length > 0 && (isPlain ? { search: groups[0] } : { anyOf: groups })),
  };
}
