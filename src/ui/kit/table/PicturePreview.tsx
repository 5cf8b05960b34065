import '../form-styles.ts';
import { ActionIcon, Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense, use, type KeyboardEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import { isPictureAddress } from '#domain/base/addresses/picture-address';
import { resourceUrl } from '#domain/base/addresses/resource-url';
import { isPictureName } from '#domain/files/upload-plan';
import { suffixOf } from '#domain/files/upload-rules';
import type { Resource } from '#domain/table/resource';
import { flatten, type ListRow } from '#domain/table/row';
import { selectRows, type CollectionRef } from '#machines/table/collection.selectors';
import type { picturePreviewLogic } from '#machines/table/picture-preview.logic';
import { t } from '../../base/i18n.ts';
import { CdnContext } from '../../base/cdn-context.ts';
import { NamedSkeleton } from '../feedback/NamedSkeleton.tsx';
import { suffixIcon } from '../suffix-icon.ts';
import classes from './preview.module.css';
import type { TableExtras } from './base/table-extras.ts';
import { previewOf, textItems, titleOf } from './base/table-shape.ts';

interface PicturePreviewProps {
  readonly actor: ActorRefFrom<typeof picturePreviewLogic>;
  readonly collection: CollectionRef;
  readonly resource: Resource;
  readonly Details?: TableExtras['Details'] | undefined;
}

const VIDEO: ReadonlySet<string> = new Set(['mp4', 'm4v', 'webm', 'ogv', 'mov']);
const AUDIO: ReadonlySet<string> = new Set(['mp3', 'wav', 'ogg', 'oga', 'm4a', 'flac', 'aac', 'opus']);

const hasPictures = (row: ListRow, field: string): boolean => textItems(row[field]).some(isPictureAddress);

/** A film and a sound have these keys for themselves. */
const isPlaying = ({ target }: KeyboardEvent): boolean => target instanceof HTMLMediaElement;

/**
 * A record's pictures in full size, one below the other; films and sounds can be played, other files saved. The list's other records with
 * pictures are reached from here, by buttons and by the arrows to the left and right.
 */
export function PicturePreview({ actor, collection, resource, Details }: PicturePreviewProps) {
  const {
    isOpen,
    shown: { id, field, pictures: opened, title: openedTitle },
  } = useSelector(actor, (snapshot) => snapshot.context);
  // What is done in the window may change the record, and a list that is read anew without it leaves the window as it was.
  const rows = flatten(useSelector(collection, selectRows));
  const row = rows.find((one) => one.id === id);
  const title = row ? titleOf(resource, row) : openedTitle;
  const kept = row && new Set(Object.values(row).flatMap(textItems));
  const pictures = opened.filter((picture) => !kept || kept.has(picture));
  const cdnUrl = use(CdnContext);
  const shown = rows.filter((one) => one === row || hasPictures(one, field));
  const at = row ? shown.indexOf(row) : -1;
  const beside = { before: at > 0 ? shown[at - 1] : undefined, after: at === -1 ? undefined : shown[at + 1] };
  const show = (other: ListRow | undefined) => {
    if (other) actor.send({ type: 'preview.opened', shown: previewOf(resource, other, field) });
  };
  return (
    <Modal
      opened={isOpen}
      onClose={() => actor.send({ type: 'preview.closed' })}
      onKeyDown={(event) => {
        if (isPlaying(event) || event.altKey || event.ctrlKey || event.metaKey) return;
        if (event.key === 'ArrowLeft') show(beside.before);
        else if (event.key === 'ArrowRight') show(beside.after);
      }}
      title={title}
      size="xl"
      closeButtonProps={{ 'aria-label': t('resources.kit.form.close') }}
    >
      {shown.length > 1 && at !== -1 && <Steps {...beside} at={at + 1} of={shown.length} onShow={show} />}
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

interface StepsProps {
  readonly before: ListRow | undefined;
  readonly after: ListRow | undefined;
  readonly at: number;
  readonly of: number;
  readonly onShow: (row: ListRow | undefined) => void;
}

/** Where one stands among the pictures of the list, and the way on. */
function Steps({ before, after, at, of, onShow }: StepsProps) {
  return (
    <div className={classes.steps}>
      <Step label={t('resources.kit.form.previous')} Icon={IconChevronLeft} row={before} onShow={onShow} />
      <output>{t('resources.kit.cells.place', { at, of })}</output>
      <Step label={t('resources.kit.form.next')} Icon={IconChevronRight} row={after} onShow={onShow} />
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly Icon: typeof IconChevronLeft;
  readonly row: ListRow | undefined;
  readonly onShow: (row: ListRow | undefined) => void;
}

/** It keeps the keyboard at either end, where it leads nowhere. */
const Step = ({ label, Icon, row, onShow }: StepProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={32}
    aria-label={label}
    title={label}
    {...(row === undefined && { 'data-disabled': true })}
    aria-disabled={row === undefined}
    onClick={() => onShow(row)}
  >
    <Icon size={20} stroke={1.75} aria-hidden />
  </ActionIcon>
);

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
