import { ColorInput } from '@mantine/core';
import { t } from '../../base/i18n.ts';
import { scalarText } from '../cells/scalar-text.ts';
import { inputAttributes } from './base/field-attributes.ts';
import type { FieldInputProps } from './base/field-input.ts';

/** A colour: typed, found with sliders, or picked from the screen. */
export function ColorField(props: FieldInputProps) {
  return (
    <ColorInput
      {...inputAttributes(props)}
      format="hex"
      // What is no colour stays and is refused at the field; the library would put an older one in its place.
      fixOnBlur={false}
      withEyeDropper={!props.readOnly}
      eyeDropperButtonProps={{ 'aria-label': t('resources.kit.fields.eyeDropper') }}
      value={scalarText(props.value)}
      onChange={props.onChange}
    />
  );
}
