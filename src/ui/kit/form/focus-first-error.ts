import { isInForm } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import type { RecordFormSnapshot } from '#machines/table/record-form.machine';
import { fieldId } from '../fields/base/field-attributes.ts';

/** Keys of the fields that are wrong, in the form's order, whoever said so. */
export function wrongFields(resource: Resource, { context: { issues, serverTexts } }: RecordFormSnapshot): readonly string[] {
  return Object.entries(resource.fields)
    .filter(([key, field]) => isInForm(field) && (issues[key] !== undefined || serverTexts[key] !== undefined))
    .map(([key]) => key);
}

/** Moves the keyboard to the first wrong field and brings it into sight. */
export function focusFirstError(resource: Resource, snapshot: RecordFormSnapshot): void {
  const [key] = wrongFields(resource, snapshot);
  const field = key === undefined ? undefined : resource.fields[key];
  if (key === undefined || !field) return;
  document.getElementById(fieldId({ resource, key, field }))?.focus();
}
