import { TextInput } from '@mantine/core';
import { scalarText } from '../scalar-text.ts';
import { inputAttributes } from './field-attributes.ts';
import type { FieldInputProps } from './field-input.ts';

const withSeconds = (text: string): string => (/^\d{2}:\d{2}$/u.test(text) ? `${text}:00` : text);

/** A time of day to the second, by the browser's own picker. */
export function TimeField(props: FieldInputProps) {
  return (
    <TextInput
      {...inputAttributes(props)}
      type="time"
      step={1}
      value={scalarText(props.value)}
      onChange={(event) => props.onChange(withSeconds(event.currentTarget.value))}
    />
  );
}
