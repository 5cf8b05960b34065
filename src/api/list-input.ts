import { wireNameOf } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import type { CollectionQuery } from '#domain/table/resource-query';

/** A query in the protocol's words; what is as by default is not sent, and a tree is asked for as a whole. Source: wire protocol §4.1, §4.2, §4.6. */
export function listInput({ fields, tree }: Resource, { page, limit, order, quickSearch, search }: CollectionQuery) {
  const nameOf = (key: string) => wireNameOf(key, fields[key]);
  const conditions = search.map(({ field, operator, value, render }) => ({
    field: nameOf(field),
    operator,
    val: value,
    ...(render && { render }),
  }));
  return {
    ...(!tree && { page, limit }),
    ...(!tree && order && { order: `${nameOf(order.field)},${order.direction}` }),
    ...(quickSearch !== '' && { quickSearch }),
    ...(conditions.length > 0 && { search: conditions }),
  };
}
