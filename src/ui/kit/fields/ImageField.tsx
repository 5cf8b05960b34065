import { TextInput } from '@mantine/core';
import { t } from '../../app/i18n.ts';
import { scalarText } from '../scalar-text.ts';
import { inputAttributes } from './field-attributes.ts';
import type { FieldInputProps } from './field-input.ts';
import { Thumbnail } from './Thumbnail.tsx';

/** One picture by its address, with what it looks like beside it. */
export function ImageField(props: FieldInputProps) {
  const value = scalarText(props.value);
  const { description, ...attributes } = inputAttributes(props);
  return (
    <TextInput
      {...attributes}
      description={description ?? t('resources.kit.fields.imageHint')}
      value={value}
      type="text"
      inputMode="url"
      autoComplete="off"
      leftSection={<Thumbnail address={value} sizePx={28} />}
      leftSectionWidth={40}
      onChange={(event) => props.onChange(event.currentTarget.value.trim())}
    />
  );
}
