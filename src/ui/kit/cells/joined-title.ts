import { findResource } from '#actors/base/resource-book';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Field } from '#domain/fields/field';
import { titleWireName } from '#domain/table/title-key';
import { pageLanguage } from '../../base/i18n.ts';

/** The title of a joined record, which comes in wire form: its title field where the resource is known, else its first text. */
export function joinedTitle(joined: unknown, field: Field): string | null {
  if (typeof joined !== 'object' || joined === null || !('of' in field) || describedKind(field).beside !== 'record') return null;
  const target = findResource(field.of);
  const values = joined as Readonly<Record<string, unknown>>;
  const named = target && values[titleWireName(target, values, pageLanguage())];
  const text = named ?? Object.values(values).find((value) => typeof value === 'string' && value !== '');
  return typeof text === 'string' ? text : null;
}
