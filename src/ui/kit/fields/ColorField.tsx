import { ColorInput } from '@mantine/core';
import { scalarText } from '../scalar-text.ts';
import { inputAttributes } from './field-attributes.ts';
import type { FieldInputProps } from './field-input.ts';

export function ColorField(props: FieldInputProps) {
  return <ColorInput {...inputAttributes(props)} format="hex" value={scalarText(props.value)} onChange={props.onChange} />;
}
