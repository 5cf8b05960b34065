import { Textarea } from '@mantine/core';
import { maxLengthOf } from '#domain/fields/field-rules';
import { t } from '../../base/i18n.ts';
import { scalarText } from '../cells/scalar-text.ts';
import { inputAttributes } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';
import classes from './base/fields.module.css';

/** The count appears when the text has used four fifths of its room. */
const COUNT_FROM = 0.8;

export function TextareaField(props: FieldInputProps) {
  const value = scalarText(props.value);
  const { description, ...attributes } = inputAttributes(props);
  const max = maxLengthOf(props.of.field);
  const count = Array.from(value).length;
  const remaining = count >= max * COUNT_FROM ? t('resources.kit.fields.remaining', { count, max }) : undefined;
  return (
    <Textarea
      {...attributes}
      description={remaining ?? description}
      value={value}
      rows={5}
      classNames={{ input: classes.textarea }}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
