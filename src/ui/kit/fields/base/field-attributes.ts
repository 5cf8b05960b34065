import type { FieldInputProps, FieldRef } from './field-input.ts';
import { fieldHint, fieldLabel } from '../../resource-texts.ts';

/** The element that takes the focus when this field is wrong. */
export const fieldId = ({ resource, key, scope }: FieldRef): string => `${scope ?? 'field'}-${resource.name}-${key}`;

/** Label, hint, required mark and error of a field, as Mantine's inputs take them; they bind the texts by `aria-describedby`. */
export function frameOf({ of, error, readOnly }: FieldInputProps) {
  return {
    id: fieldId(of),
    label: fieldLabel(of.resource, of.key),
    description: fieldHint(of.resource, of.key, of.field, of.isNew),
    error,
    labelProps: { mb: 4 },
    required: !readOnly && (of.field.required === true || (of.isNew === true && of.field.requiredOnAdd === true)),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
  };
}

/** The frame of what is no single input: the field's own id stays for the element inside that takes the focus. */
export function groupFrameOf(props: FieldInputProps) {
  const { id, required, labelProps, ...frame } = frameOf(props);
  return {
    ...frame,
    id: `${id}-frame`,
    labelElement: 'div' as const,
    labelProps: { ...labelProps, id: `${id}-label` },
    descriptionProps: { id: `${id}-description` },
    errorProps: { id: `${id}-error` },
    withAsterisk: required,
  };
}

/** For an input that stands in a frame without being one of Mantine's: which texts belong to it. */
export function describedBy({ id, description, error }: ReturnType<typeof frameOf>) {
  const ids = [...(error ? [`${id}-error`] : []), ...(description ? [`${id}-description`] : [])];
  return { ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }), ...(error && { 'aria-invalid': true as const }) };
}

/** Stands where a field that is only read holds nothing. */
const NOTHING = '—';

/** What asks an empty input to be filled in; of one that is only read, that it holds nothing. */
export const invitation = ({ readOnly }: Pick<FieldInputProps, 'readOnly'>, words: string): string => (readOnly ? NOTHING : words);

/** The frame and what a text-like input needs besides. */
export const inputAttributes = (props: FieldInputProps) => ({
  ...frameOf(props),
  // What a search asks for travels in a hidden box beside; the shown words under the same name would be sent before it.
  ...(props.of.scope === undefined && { name: props.of.key }),
  readOnly: props.readOnly,
  onBlur: props.onLeave,
  ...(props.readOnly && { 'data-readonly': true, placeholder: NOTHING, variant: 'unstyled' as const }),
});
