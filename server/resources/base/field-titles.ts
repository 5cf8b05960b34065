import { wireNameOf } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import type { FieldTitle } from '../../base/refusal.ts';

/** What the fields of a section are called, by wire name. */
export const titlesOf = ({ name, fields }: Pick<Resource, 'name' | 'fields'>): Readonly<Record<string, FieldTitle>> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [wireNameOf(key, field), field.label ?? `resources.${name}.fields.${key}`]),
  );
