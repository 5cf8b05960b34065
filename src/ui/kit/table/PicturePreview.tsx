import '../form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Suspense, use } from 'react';
import type { ActorRefFrom } from 'xstate';
import { isPictureAddress } from '#domain/base/addresses/picture-address';
import { resourceUrl } from '#domain/base/addresses/resource-url';
import { isPictureName } from '#domain/files/upload-plan';
import { suffixOf } from '#domain/files/upload-rules';
import type { Resource } from '#domain/table/resource';
import { findRow } from '#domain/table/row';
import { selectRows, type CollectionRef } from '#machines/table/collection-selectors';
import type { picturePreviewLogic } from '#machines/table/picture-preview.logic';
import { t } from '../../base/i18n.ts';
import { CdnContext } from '../../base/cdn-context.ts';
import { NamedSkeleton } from '../feedback/NamedSkeleton.tsx';
import { suffixIcon } from '../suffix-icon.ts';
import classes from './preview.module.css';
import type { TableExtras } from './base/table-extras.ts';
import { textsIn, titleOf } from './base/table-shape.ts';

interface PicturePreviewProps {
  readonly actor: ActorRefFrom<typeof picturePreviewLogic>;
  readonly collection: CollectionRef;
  readonly resource: Resource;
  readonly Details?: TableExtras['Details'] | undefined;
}

const VIDEO: ReadonlySet<string> = new Set(['mp4', 'm4v', 'webm', 'ogv', 'mov']);
const AUDIO: ReadonlySet<string> = new Set(['mp3', 'wav', 'ogg', 'oga', 'm4a', 'flac', 'aac', 'opus']);

/** A record's pictures in full size, one below the other; films and sounds can be played, other files saved. */
export function PicturePreview({ actor, collection, resource, Details }: PicturePreviewProps) {
  const {
    isOpen,
    shown: { id, pictures: opened, title: openedTitle },
  } = useSelector(actor, (snapshot) => snapshot.context);
  // What is done in the window may change the record, and a list that is read anew without it leaves the window as it was.
  const row = findRow(useSelector(collection, selectRows), id ?? 0);
  const title = row ? titleOf(resource, row) : openedTitle;
  const kept = row && new Set(Object.values(row).flatMap(textsIn));
  const pictures = opened.filter((picture) => !kept || kept.has(picture));
  const cdnUrl = use(CdnContext);
  return (
    <Modal
      opened={isOpen}
      onClose={() => actor.send({ type: 'preview.closed' })}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': t('resources.kit.form.close') }}
    >
      <div className={classes.pictures}>
        {pictures.filter(isPictureAddress).map((picture) => (
          <Shown key={picture} address={picture} source={resourceUrl(picture, cdnUrl)} title={title} />
        ))}
      </div>
      {Details && id !== null && (
        <Suspense fallback={<NamedSkeleton heightPx={220} label={t('resources.kit.form.loading')} />}>
          <Details key={id} id={id} collection={collection} />
        </Suspense>
      )}
    </Modal>
  );
}

function Shown({ address, source, title }: { readonly address: string; readonly source: string; readonly title: string }) {
  const suffix = suffixOf(address.split(/[?#]/u, 1)[0] ?? '');
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- what people have uploaded comes without a second track
  if (VIDEO.has(suffix)) return <video src={source} controls preload="metadata" className={classes.picture} aria-label={title} />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
  if (AUDIO.has(suffix)) return <audio src={source} controls preload="metadata" className={classes.sound} aria-label={title} />;
  // Pictures of old may come without a suffix.
  if (suffix === '' || isPictureName(address)) return <img src={source} alt={title} className={classes.picture} />;
  return (
    <a href={source} download={title} className={classes.download}>
      <img src={suffixIcon(address)} alt="" width={64} height={64} />
      {t('resources.kit.cells.download')}
    </a>
  );
}
