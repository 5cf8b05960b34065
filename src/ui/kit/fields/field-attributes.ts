import type { FieldInputProps, FieldRef } from './field-input.ts';
import { fieldHint, fieldLabel } from '../resource-texts.ts';

/** The element that takes the focus when this field is wrong. */
export const fieldId = ({ resource, key, scope }: FieldRef): string => `${scope ?? 'field'}-${resource.name}-${key}`;

/** Label, hint, required mark and error of a field, as Mantine's inputs take them; they bind the texts by `aria-describedby`. */
export function frameOf({ of, error }: FieldInputProps) {
  return {
    id: fieldId(of),
    label: fieldLabel(of.resource, of.key),
    description: fieldHint(of.resource, of.key, of.field),
    error,
    labelProps: { mb: 4 },
    required: of.field.required === true,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
  };
}

/** For an input that stands in a frame without being one of Mantine's: which texts belong to it. */
export function describedBy({ id, description, error }: ReturnType<typeof frameOf>) {
  const ids = [...(error ? [`${id}-error`] : []), ...(description ? [`${id}-description`] : [])];
  return { ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }), ...(error && { 'aria-invalid': true as const }) };
}

/** The frame and what a text-like input needs besides. */
export const inputAttributes = (props: FieldInputProps) => ({
  ...frameOf(props),
  name: props.of.key,
  readOnly: props.readOnly,
  onBlur: props.onLeave,
  ...(props.readOnly && { 'data-readonly': true, variant: 'unstyled' as const }),
});
