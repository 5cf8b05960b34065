import { Group, Radio } from '@mantine/core';
import { optionLabel } from '../../resource-texts.ts';
import { scalarText } from '../../cells/scalar-text.ts';
import { fieldId, frameOf } from '../base/field-attributes.ts';
import type { FieldInputProps } from '../base/field-input.ts';

export function RadioField(props: FieldInputProps) {
  const { resource, key, field } = props.of;
  const options = 'options' in field ? field.options : [];
  const { id, ...frame } = frameOf(props);
  return (
    <Radio.Group
      {...frame}
      // Groups of one page are told apart by it.
      name={id}
      value={scalarText(props.value)}
      readOnly={props.readOnly}
      onChange={props.onChange}
      onBlur={props.onLeave}
    >
      <Group gap="md" py={6}>
        {options.map((value, index) => (
          <Radio
            key={value}
            id={index === 0 ? fieldId(props.of) : `${id}-${value}`}
            value={value}
            label={optionLabel(resource, key, value)}
          />
        ))}
      </Group>
    </Radio.Group>
  );
}
