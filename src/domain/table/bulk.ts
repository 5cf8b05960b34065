import { isInForm, type Field } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import { hasCall, type Resource } from './resource.ts';

/** Most records that are changed at once. */
export const MAX_BULK_ROWS = 500;
/** Most writes that are taken back as one: those of a run over all records that match. */
export const MAX_UNDONE_SETS = 1000;

/** The fields that can be given one value in many records; what has a meaning only beside other values is not among them. */
export const bulkFields = (resource: Pick<Resource, 'fields' | 'calls'>): readonly (readonly [key: string, field: Field])[] =>
  hasCall(resource, 'save')
    ? Object.entries(resource.fields).filter(
        ([, field]) => describedKind(field).isBulk && isInForm(field) && field.when === undefined && field.bulk !== 'never',
      )
    : [];
