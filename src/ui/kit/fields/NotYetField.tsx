import { TextInput } from '@mantine/core';
import { t } from '../../app/i18n.ts';
import { inputAttributes } from './field-attributes.ts';
import type { FieldInputProps } from './field-input.ts';

/** Stands where a kind has no input yet, and says so instead of losing the value. */
export function NotYetField(props: FieldInputProps) {
  return <TextInput {...inputAttributes(props)} value={t('resources.kit.fields.notYet')} disabled readOnly />;
}
