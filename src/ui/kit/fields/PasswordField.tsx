import { PasswordInput } from '@mantine/core';
import { Secret } from '#domain/base/secret';
import { t } from '../../base/i18n.ts';
import { inputAttributes } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';

/** What is typed leaves as a secret and never comes back: the browser's own input holds the only readable copy. */
export function PasswordField(props: FieldInputProps) {
  return (
    <PasswordInput
      {...inputAttributes(props)}
      // The library marks every other input that is wrong, but not this one.
      {...(props.error !== undefined && { 'aria-invalid': true })}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('resources.kit.fields.showPassword') }}
      onChange={(event) => props.onChange(event.currentTarget.value === '' ? '' : new Secret(event.currentTarget.value))}
    />
  );
}
