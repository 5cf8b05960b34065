import { ActionIcon, Button, Input } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { isPictureAddress } from '#domain/picture-address';
import { t } from '../../app/i18n.ts';
import { frameOf } from './field-attributes.ts';
import type { FieldInputProps } from './field-input.ts';
import classes from './fields.module.css';
import { Thumbnail } from './Thumbnail.tsx';

/** Pictures in their order, the first being the cover; one is added by its address. */
export function ImagesField(props: FieldInputProps) {
  const { required, ...frame } = frameOf(props);
  const address = useRef<HTMLInputElement>(null);
  const images = Array.isArray(props.value) ? props.value.map(String) : [];
  const move = (from: number, to: number) => props.onChange(images.toSpliced(from, 1).toSpliced(to, 0, images[from] ?? ''));

  /** The text in the box is nobody's state until it is a picture: the browser itself says when it is none. */
  const add = () => {
    const input = address.current;
    const text = input?.value.trim() ?? '';
    if (!input || text === '') return;
    input.setCustomValidity(isPictureAddress(text) ? '' : t('resources.kit.fields.imageInvalid'));
    if (!input.reportValidity()) return;
    input.value = '';
    if (!images.includes(text)) props.onChange([...images, text]);
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
      <div className={classes.images}>
        {images.map((image, index) => (
          <figure key={image} className={classes.image}>
            <Thumbnail address={image} sizePx={72} />
            {index === 0 && <figcaption className={classes.cover}>{t('resources.kit.fields.cover')}</figcaption>}
            {!props.readOnly && (
              <span className={classes.imageTools}>
                <ActionIcon
                  size={24}
                  aria-label={t('resources.kit.fields.moveEarlier')}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowLeft size={12} />
                </ActionIcon>
                <ActionIcon
                  size={24}
                  aria-label={t('resources.kit.fields.moveLater')}
                  disabled={index === images.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowRight size={12} />
                </ActionIcon>
                <ActionIcon
                  size={24}
                  aria-label={t('resources.kit.fields.removeItem')}
                  onClick={() => props.onChange(images.toSpliced(index, 1))}
                >
                  <IconX size={12} />
                </ActionIcon>
              </span>
            )}
          </figure>
        ))}
      </div>
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
