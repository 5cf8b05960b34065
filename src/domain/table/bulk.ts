import { isInForm, type Field, type FieldKind } from '../fields/field.ts';
import { hasCall, type Resource } from './resource.ts';

/** Kinds of which one value makes sense for many records. */
const BULK_KINDS: ReadonlySet<FieldKind> = new Set([
  'switch',
  'select',
  'radio',
  'remoteSelect',
  'number',
  'float',
  'integer',
  'year',
  'money',
]);

/** Most records that are changed at once. */
export const MAX_BULK_ROWS = 500;

/** The fields that can be given one value in many records; what has a meaning only beside other values is not among them. */
export const bulkFields = (resource: Pick<Resource, 'fields' | 'calls'>): readonly (readonly [key: string, field: Field])[] =>
  hasCall(resource, 'save')
    ? Object.entries(resource.fields).filter(
        ([, field]) => BULK_KINDS.has(field.kind) && isInForm(field) && field.when === undefined && field.bulk !== 'never',
      )
    : [];
