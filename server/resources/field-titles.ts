import { wireNameOf } from '#domain/field';
import type { Resource } from '#domain/resource';
import type { FieldTitle } from '../services/refusal.ts';

/** What the fields of a section are called, by wire name. */
export const titlesOf = ({ name, fields }: Pick<Resource, 'name' | 'fields'>): Readonly<Record<string, FieldTitle>> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [wireNameOf(key, field), field.label ?? `resources.${name}.fields.${key}`]),
  );
