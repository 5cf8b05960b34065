import { ActionIcon, Input } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { use } from 'react';
import { t } from '../../../base/i18n.ts';
import { CdnContext } from '../../../base/cdn-context.ts';
import { fileNameIn, filePicture } from '../../suffix-icon.ts';
import { UploadField } from '../../files/UploadField.tsx';
import { describedBy, frameOf } from '../base/field-attributes.ts';
import type { FieldInputProps } from '../base/field-input.ts';
import classes from '../base/fields.module.css';

const filesIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Several files in their order: what each is called, and the way to more. */
export function FilesField(props: FieldInputProps) {
  const { required, ...frame } = frameOf(props);
  const { currentValue = () => props.value } = props;
  const maxCount = 'maxCount' in props.of.field ? (props.of.field.maxCount ?? Infinity) : Infinity;
  // Uploads end when they like: what is there by then counts, not what was there when this was drawn.
  const append = (address: string) => {
    const now = filesIn(currentValue());
    if (!now.includes(address) && now.length < maxCount) props.onChange([...now, address]);
  };
  return (
    <Input.Wrapper {...frame} withAsterisk={required}>
      <FileList {...props} />
      {!props.readOnly && (
        <UploadField
          id={frame.id}
          accepts="file"
          room={() => maxCount - filesIn(currentValue()).length}
          after="gone"
          forceLocal={props.of.field.forceLocal === true}
          hasPicker
          onStored={append}
          onHold={props.onHold}
          describedBy={describedBy({ required, ...frame })['aria-describedby']}
        />
      )}
    </Input.Wrapper>
  );
}

function FileList({ value, readOnly, onChange }: Pick<FieldInputProps, 'value' | 'readOnly' | 'onChange'>) {
  const cdnUrl = use(CdnContext);
  const files = filesIn(value);
  if (files.length === 0) return null;
  const move = (from: number, to: number) => onChange(files.toSpliced(from, 1).toSpliced(to, 0, files[from] ?? ''));
  return (
    <ol className={classes.files}>
      {files.map((file, index) => (
        <li key={file} className={classes.fileValue}>
          <img src={filePicture(file, cdnUrl)} alt="" />
          <span className={classes.fileName}>{fileNameIn(file)}</span>
          {!readOnly && (
            <ActionIcon.Group>
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={t('resources.kit.fields.moveFileEarlier', { name: fileNameIn(file) })}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={t('resources.kit.fields.moveFileLater', { name: fileNameIn(file) })}
                disabled={index === files.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={t('resources.kit.fields.removeFile', { name: fileNameIn(file) })}
                onClick={() => onChange(files.toSpliced(index, 1))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </ActionIcon.Group>
          )}
        </li>
      ))}
    </ol>
  );
}
