import { Input } from '@mantine/core';
import { t } from '../../../base/i18n.ts';
import { scalarText } from '../../cells/scalar-text.ts';
import { UploadField } from '../../files/UploadField.tsx';
import { inputAttributes, invitation } from '../base/field-attributes.ts';
import type { FieldInputProps } from '../base/field-input.ts';
import classes from '../base/fields.module.css';
import { Thumbnail } from './Thumbnail.tsx';

/** One picture: uploaded, chosen among the stored ones, or by its address; with what it looks like. */
export function ImageField(props: FieldInputProps) {
  const value = scalarText(props.value);
  const { description, label, error, required, labelProps, inputWrapperOrder, ...attributes } = inputAttributes(props);
  const frame = { id: attributes.id, label, error, description, labelProps, inputWrapperOrder, required };
  const address = (
    <Input
      {...attributes}
      error={error !== undefined}
      value={value}
      type="text"
      inputMode="url"
      autoComplete="off"
      placeholder={invitation(props, t('resources.kit.fields.imageHint'))}
      leftSection={<Thumbnail address={value} sizePx={28} />}
      leftSectionWidth={40}
      onChange={(event) => props.onChange(event.currentTarget.value.trim())}
    />
  );
  return (
    <Input.Wrapper {...frame} withAsterisk={required}>
      {!props.readOnly && (
        <div className={classes.above}>
          <UploadField
            id={`${attributes.id}-upload`}
            accepts="picture"
            room={() => 1}
            after="gone"
            forceLocal={props.of.field.forceLocal === true}
            hasPicker
            onStored={props.onChange}
            onHold={props.onHold}
          />
        </div>
      )}
      {address}
    </Input.Wrapper>
  );
}
