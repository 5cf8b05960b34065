import '../form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { isPictureAddress } from '#domain/picture-address';
import type { picturePreviewLogic } from '#machines/picture-preview.logic';
import classes from './preview.module.css';

/** A record's pictures in full size, one below the other. */
export function PicturePreview({ actor }: { readonly actor: ActorRefFrom<typeof picturePreviewLogic> }) {
  const { isOpen, pictures, title } = useSelector(actor, (snapshot) => snapshot.context);
  return (
    <Modal opened={isOpen} onClose={() => actor.send({ type: 'preview.closed' })} title={title} size="lg">
      <div className={classes.pictures}>
        {pictures.filter(isPictureAddress).map((picture) => (
          <img key={picture} src={picture} alt={title} className={classes.picture} />
        ))}
      </div>
    </Modal>
  );
}
