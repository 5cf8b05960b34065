import { ActionIcon, Input } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { use } from 'react';
import { t } from '../../../base/i18n.ts';
import { CdnContext } from '../../../base/cdn-context.ts';
import { scalarText } from '../../cells/scalar-text.ts';
import { fileNameIn, filePicture } from '../../suffix-icon.ts';
import { UploadField } from '../../files/UploadField.tsx';
import { describedBy, frameOf } from '../base/field-attributes.ts';
import type { FieldInputProps } from '../base/field-input.ts';
import classes from '../base/fields.module.css';

/** One file: what it is called, and the way to another. */
export function FileField(props: FieldInputProps) {
  const { required, ...frame } = frameOf(props);
  const cdnUrl = use(CdnContext);
  const value = scalarText(props.value);
  const shown = value !== '' && (
    <div className={classes.fileValue}>
      <img src={filePicture(value, cdnUrl)} alt="" />
      <span className={classes.fileName}>{fileNameIn(value)}</span>
      {!props.readOnly && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('resources.kit.fields.clear')} onClick={() => props.onChange('')}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
  return (
    <Input.Wrapper {...frame} withAsterisk={required}>
      {props.readOnly ? (
        shown
      ) : (
        <UploadField
          id={frame.id}
          accepts="file"
          room={() => 1}
          after="gone"
          forceLocal={props.of.field.forceLocal === true}
          hasPicker
          onStored={props.onChange}
          onHold={props.onHold}
          describedBy={describedBy({ required, ...frame })['aria-describedby']}
        >
          {shown}
        </UploadField>
      )}
    </Input.Wrapper>
  );
}
