import '../form-styles.ts';
import { Button, Modal, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { use } from 'react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectIsOpen, type DisclosureRef } from '#machines/base/disclosure.machine';
import {
  selectPickable,
  selectPickerFailure,
  selectPickerPage,
  selectPickerPages,
  selectUploadText,
  type UploadPickerRef,
} from '#machines/files/upload-picker.machine';
import { t } from '../../base/i18n.ts';
import { CdnContext } from '../../base/cdn-context.ts';
import { FailureText } from '../feedback/FailureText.tsx';
import { useBundle } from '../../base/lazy-bundles.ts';
import { filePicture } from '../suffix-icon.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import classes from './uploads.module.css';

interface AttachmentPickerProps {
  /** Name in the journal. */
  readonly id: string;
  readonly disclosure: DisclosureRef;
  readonly picturesOnly: boolean;
  readonly onPicked: (url: string) => void;
}

/** A window with the stored files, the newest first; one is chosen by pressing it. */
export function AttachmentPicker({ disclosure, ...props }: AttachmentPickerProps) {
  const isOpen = useSelector(disclosure, selectIsOpen);
  const close = () => disclosure.send({ type: 'disclosure.closed' });
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t(props.picturesOnly ? 'upload.picker.titlePicture' : 'upload.picker.title')}
      size={720}
      closeButtonProps={{ 'aria-label': t('upload.picker.close') }}
      // What is typed here must not be taken for the form's own.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Choice
        {...props}
        onPicked={(url) => {
          props.onPicked(url);
          close();
        }}
      />
    </Modal>
  );
}

function Choice({ id, picturesOnly, onPicked }: Omit<AttachmentPickerProps, 'disclosure'>) {
  const { picker } = useBundle('upload');
  const actor = useLeafActor(picker, { id: `uploadPicker:${id}`, input: { picturesOnly } });
  const text = useSelector(actor, selectUploadText);
  const isBusy = useSelector(actor, selectIsBusy);
  return (
    <section aria-busy={isBusy}>
      <TextInput
        type="search"
        aria-label={t('upload.picker.search')}
        placeholder={t('upload.picker.search')}
        value={text}
        data-autofocus
        onChange={(event) => actor.send({ type: 'picker.searched', text: event.currentTarget.value })}
      />
      <Files actor={actor} onPicked={onPicked} />
      <Pages actor={actor} />
    </section>
  );
}

function Files({ actor, onPicked }: { readonly actor: UploadPickerRef; readonly onPicked: (url: string) => void }) {
  const files = useSelector(actor, selectPickable);
  const failure = useSelector(actor, selectPickerFailure);
  const isBusy = useSelector(actor, selectIsBusy);
  const isSearch = useSelector(actor, selectUploadText) !== '';
  const cdnUrl = use(CdnContext);
  if (failure)
    return (
      <div role="alert" className={classes.note}>
        {t('upload.picker.failed')} <FailureText failure={failure} />
        <Button variant="default" size="compact-sm" onClick={() => actor.send({ type: 'picker.retried' })}>
          {t('upload.picker.retry')}
        </Button>
      </div>
    );
  if (files.length === 0)
    return (
      <output className={classes.note}>
        {isBusy ? t('upload.picker.loading') : t(isSearch ? 'upload.picker.emptyFiltered' : 'upload.picker.empty')}
      </output>
    );
  return (
    <ul className={classes.grid}>
      {files.map(({ id, url, name }) => (
        <li key={id}>
          <button type="button" className={classes.tile} aria-label={t('upload.picker.choose', { name })} onClick={() => onPicked(url)}>
            <img src={filePicture(url, cdnUrl)} alt="" loading="lazy" decoding="async" />
            <span className={classes.tileName} title={name}>
              {name}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Pages({ actor }: { readonly actor: UploadPickerRef }) {
  const page = useSelector(actor, selectPickerPage);
  const pages = useSelector(actor, selectPickerPages);
  const turn = (to: number) => actor.send({ type: 'picker.pageChosen', page: to });
  if (pages === 1) return null;
  return (
    <div className={classes.pager}>
      <Button variant="default" size="compact-sm" disabled={page <= 1} onClick={() => turn(page - 1)}>
        {t('upload.picker.previous')}
      </Button>
      {t('upload.picker.page', { page, pages })}
      <Button variant="default" size="compact-sm" disabled={page >= pages} onClick={() => turn(page + 1)}>
        {t('upload.picker.next')}
      </Button>
    </div>
  );
}
