import { Checkbox, Group } from '@mantine/core';
import { optionLabel } from '../resource-texts.ts';
import { fieldId, frameOf } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';

/** Any number of the options, kept in the declaration's order. */
export function CheckboxField(props: FieldInputProps) {
  const { resource, key, field } = props.of;
  const options = 'options' in field ? field.options : [];
  const chosen = Array.isArray(props.value) ? props.value.map(String) : [];
  const { id, ...frame } = frameOf(props);
  return (
    <Checkbox.Group
      {...frame}
      value={chosen}
      readOnly={props.readOnly}
      onChange={(values: string[]) => props.onChange(options.filter((option) => values.includes(option)))}
      onBlur={props.onLeave}
    >
      <Group gap="md" py={6}>
        {options.map((value, index) => (
          <Checkbox
            key={value}
            id={index === 0 ? fieldId(props.of) : `${id}-${value}`}
            value={value}
            label={optionLabel(resource, key, value)}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
