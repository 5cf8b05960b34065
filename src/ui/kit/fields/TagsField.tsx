import { TagsInput } from '@mantine/core';
import { t } from '../../base/i18n.ts';
import { inputAttributes } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';

/** Free tags. Both commas end a tag, since both are typed and neither may be part of one. */
export function TagsField(props: FieldInputProps) {
  const value = Array.isArray(props.value) ? props.value.map(String) : [];
  return (
    <TagsInput
      {...inputAttributes(props)}
      value={value}
      splitChars={[',', '，']}
      placeholder={value.length === 0 ? t('resources.kit.fields.tagsHint') : ''}
      onChange={(tags) => props.onChange([...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))])}
    />
  );
}
