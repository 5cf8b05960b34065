import { Button, Input } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { isPictureAddress } from '#domain/base/addresses/picture-address';
import { t } from '../../../base/i18n.ts';
import { UploadField } from '../../files/UploadField.tsx';
import { frameOf } from '../base/field-attributes.ts';
import type { FieldInputProps } from '../base/field-input.ts';
import classes from '../base/fields.module.css';
import { ImageList } from './ImageList.tsx';

const imagesIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Several pictures: uploaded, chosen among the stored ones, or added by their address. */
export function ImagesField(props: FieldInputProps) {
  const { required, ...frame } = frameOf(props);
  const address = useRef<HTMLInputElement>(null);
  const { currentValue = () => props.value } = props;
  const maxCount = 'maxCount' in props.of.field ? (props.of.field.maxCount ?? Infinity) : Infinity;
  const images = imagesIn(props.value);
  // Uploads end when they like: what is there by then counts, not what was there when this was drawn.
  const append = (address: string) => {
    const now = imagesIn(currentValue());
    if (!now.includes(address) && now.length < maxCount) props.onChange([...now, address]);
  };

  /** The text in the box is nobody's state until it is a picture: the browser itself says when it is none. */
  const add = () => {
    const input = address.current;
    const text = input?.value.trim() ?? '';
    if (!input || text === '') return;
    input.setCustomValidity(isPictureAddress(text) ? '' : t('resources.kit.fields.imageInvalid'));
    if (!input.reportValidity()) return;
    input.value = '';
    append(text);
  };
  /** An address that was typed and not added would be missing from what is saved. */
  const takeUp = () => {
    if (isPictureAddress(address.current?.value.trim() ?? '')) add();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    if (event.ctrlKey || event.metaKey) return takeUp();
    event.preventDefault();
    add();
  };

  return (
    <Input.Wrapper {...frame} withAsterisk={required}>
      <ImageList images={images} readOnly={props.readOnly} onChange={props.onChange} />
      {!props.readOnly && (
        <UploadField
          id={`${frame.id}-upload`}
          accepts="picture"
          room={() => maxCount - imagesIn(currentValue()).length}
          after="gone"
          forceLocal={props.of.field.forceLocal === true}
          hasPicker
          onStored={append}
          onHold={props.onHold}
        />
      )}
      {!props.readOnly && (
        <div className={classes.adder}>
          <Input
            ref={address}
            id={frame.id}
            className={classes.grow}
            error={props.error !== undefined}
            inputMode="url"
            autoComplete="off"
            placeholder={t('resources.kit.fields.imageHint')}
            onInput={(event) => event.currentTarget.setCustomValidity('')}
            onKeyDown={onKeyDown}
            onBlur={() => {
              takeUp();
              props.onLeave();
            }}
          />
          <Button variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
            {t('resources.kit.fields.addImage')}
          </Button>
        </div>
      )}
    </Input.Wrapper>
  );
}
