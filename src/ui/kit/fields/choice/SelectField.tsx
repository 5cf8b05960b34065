import { Select } from '@mantine/core';
import { t } from '../../../base/i18n.ts';
import { optionLabel } from '../../resource-texts.ts';
import { scalarText } from '../../cells/scalar-text.ts';
import { inputAttributes, invitation } from '../base/field-attributes.ts';
import type { FieldInputProps } from '../base/field-input.ts';

export function SelectField(props: FieldInputProps) {
  const { resource, key, field } = props.of;
  const options = 'options' in field ? field.options : [];
  return (
    <Select
      {...inputAttributes(props)}
      data={options.map((value) => ({ value, label: optionLabel(resource, key, value) }))}
      value={scalarText(props.value) || null}
      placeholder={invitation(props, t('resources.kit.fields.choose'))}
      clearable={!field.required && !props.readOnly}
      clearButtonProps={{ 'aria-label': t('resources.kit.fields.clear') }}
      allowDeselect={!field.required}
      onChange={(value) => props.onChange(value ?? '')}
    />
  );
}
