import type { AnyRecord } from '#domain/fields/field';
import type { ResourceContext } from '../base/resource-context.ts';
import { nameRead, type NameWords } from '../base/shipped-names.ts';

type Named = Pick<ResourceContext, 'resource' | 'columns'>;

const textRead = ({ resource }: Named, value: unknown, words: NameWords): unknown =>
  typeof value === 'string' ? nameRead(resource, value, words) : value;

/** A record, or a row of it, with its title as it is read; `name` is what the title stands under. */
export const titleRead = (named: Named, row: AnyRecord, name: string, words: NameWords): AnyRecord =>
  named.resource.shippedNames && Object.hasOwn(row, name) ? { ...row, [name]: textRead(named, row[name], words) } : row;

/** What is told of a joined record, or of several. */
export function joinedRead(named: Named, value: unknown, words: NameWords): unknown {
  if (Array.isArray(value)) return value.map((one) => textRead(named, one, words));
  return typeof value === 'object' && value !== null ? titleRead(named, value as AnyRecord, named.columns.title.name, words) : value;
}
