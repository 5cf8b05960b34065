import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react';
import type { DragEvent } from 'react';
import { t } from '../../../base/i18n.ts';
import classes from '../base/fields.module.css';
import { Thumbnail } from './Thumbnail.tsx';

interface ImageListProps {
  readonly images: readonly string[];
  readonly readOnly: boolean;
  readonly onChange: (images: readonly string[]) => void;
}

const DRAGGED = 'application/x-image-place';

const onDragStart =
  (index: number) =>
  (event: DragEvent<HTMLElement>): void => {
    event.dataTransfer.setData(DRAGGED, String(index));
    event.dataTransfer.effectAllowed = 'move';
  };
const onDragOver = (event: DragEvent<HTMLElement>): void => {
  if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
};

/** Pictures in their order, the first being the cover; moved with the pointer or with buttons. */
export function ImageList({ images, readOnly, onChange }: ImageListProps) {
  const move = (from: number, to: number) => onChange(images.toSpliced(from, 1).toSpliced(to, 0, images[from] ?? ''));
  const onDrop = (index: number) => (event: DragEvent<HTMLElement>) => {
    const from = event.dataTransfer.getData(DRAGGED);
    if (from === '') return;
    event.preventDefault();
    event.stopPropagation();
    move(Number(from), index);
  };
  return (
    <div className={classes.images}>
      {images.map((image, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons below do the same by keyboard
        <figure
          key={image}
          className={classes.image}
          draggable={!readOnly}
          onDragStart={onDragStart(index)}
          onDragOver={onDragOver}
          onDrop={onDrop(index)}
        >
          <Thumbnail address={image} sizePx={72} alt={t('resources.kit.fields.picture', { position: index + 1 })} />
          {index === 0 && <figcaption className={classes.cover}>{t('resources.kit.fields.cover')}</figcaption>}
          {!readOnly && (
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
              <ActionIcon size={24} aria-label={t('resources.kit.fields.removeItem')} onClick={() => onChange(images.toSpliced(index, 1))}>
                <IconX size={12} />
              </ActionIcon>
            </span>
          )}
        </figure>
      ))}
    </div>
  );
}
