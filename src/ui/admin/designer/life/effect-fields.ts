import { isServerOwned, type Fields } from '#domain/fields/field';
import { describedKind } from '#domain/fields/kinds/registry';

/** Fields that a step may write. */
export const writableFields = (fields: Fields, stateField: string): readonly string[] =>
  Object.entries(fields).flatMap(([key, field]) =>
    key === stateField || isServerOwned(field) || describedKind(field).storage === 'secret' ? [] : [key],
  );

/** Fields that may have an address in them. */
export const addressFields = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([key, field]) => (field.kind === 'email' ? [key] : []));
