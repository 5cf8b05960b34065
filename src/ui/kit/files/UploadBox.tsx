import { Button } from '@mantine/core';
import { IconFolder, IconUpload } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { use, useRef, type ClipboardEvent, type DragEvent, type ReactNode } from 'react';
import { isQueueBusy } from '#actors/files/queue-busy';
import type { Area } from '#domain/base/area';
import { acceptOf } from '#domain/files/upload-plan';
import type { Issue } from '#domain/base/issue';
import { disclosureMachine, selectDisclosureIsOpen } from '#machines/base/disclosure.machine';
import type { ChosenFile } from '#machines/files/upload.machine';
import { selectFileIds, selectSurplus } from '#machines/files/upload-queue.machine';
import { t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useBundle } from '../../base/lazy-bundles.ts';
import { LazyDialog } from '../dialogs/LazyDialog.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useOwnedActor } from '../../base/use-owned-actor.ts';
import { takeFiles } from './take-files.ts';
import { useMayPick } from './use-may-pick.ts';
import { UploadOwnerContext } from './upload-owner.ts';
import classes from './uploads.module.css';
import { UploadRow } from './UploadRow.tsx';

const AttachmentPicker = lazyView(async () => (await import('./AttachmentPicker.tsx')).AttachmentPicker);

export interface UploadBoxProps {
  /** Name in the journal, and of the button that a field's label belongs to. */
  readonly id: string;
  /** Whose token goes along; the back office's where it is left out. */
  readonly area?: Area;
  readonly accepts: 'file' | 'picture';
  /** To the server although the site has a store. */
  readonly forceLocal?: boolean | undefined;
  /** How many more files there is room for at this moment. */
  readonly room: () => number;
  /** May be called while the view is away: it reaches the owner, not the view. */
  readonly onStored: (url: string) => void;
  readonly onHold?: ((issue: Issue | null) => void) | undefined;
  /** Whether a file that has arrived is shown elsewhere, or stays in the list. */
  readonly after: 'gone' | 'listed';
  /** Stored files can be chosen as well, by whoever may see them. */
  readonly hasPicker: boolean;
  /** What becomes of a chosen file before it is sent: it goes on with what it is given. One file at a time. */
  readonly through?: (file: ChosenFile, goOn: (file: ChosenFile) => void) => void;
  /** In a line of tools, as what is done there first; a field of its own where it is left out. */
  readonly look?: 'tool';
  /** What can be dropped on, beside the buttons. */
  readonly children?: ReactNode;
  readonly describedBy?: string | undefined;
}

const onDragOver = (event: DragEvent<HTMLElement>): void => {
  if (!event.dataTransfer.types.includes('Files')) return;
  event.preventDefault();
  event.currentTarget.dataset['over'] = '';
};

/** Takes files by dialog, drop and paste, shows each on its way, and hands over the addresses of those that have arrived. */
export function UploadBox({
  id,
  area = 'admin',
  accepts,
  forceLocal = false,
  room,
  after,
  onStored,
  onHold,
  hasPicker,
  through,
  look,
  children,
  describedBy,
}: UploadBoxProps) {
  const kit = useBundle('upload');
  const input = useRef<HTMLInputElement>(null);
  const picker = useLeafActor(disclosureMachine, { id: `attachmentPicker:${id}` });
  const isPicking = useSelector(picker, selectDisclosureIsOpen);
  const owner = use(UploadOwnerContext);
  const mayPick = useMayPick();
  const queue = useOwnedActor(
    owner ?? picker,
    kit.queue.provide({
      actions: {
        deliver: ({ self }, { fileId, stored }) => {
          onStored(stored.url);
          if (after === 'gone') self.send({ type: 'upload.dismissed', fileId });
        },
        notifyBusy: () => onHold?.({ key: 'upload.running' }),
        notifyIdle: () => onHold?.(null),
      },
    }),
    // What is on its way would end with the list.
    {
      id: `uploads:${id}`,
      isLeaf: owner === null,
      ...(owner && { unsaved: [owner, isQueueBusy] }),
      letGo: (ended) => {
        for (const fileId of selectFileIds(ended.getSnapshot())) kit.forget(fileId);
      },
    },
  );
  const fileIds = useSelector(queue, selectFileIds);
  const surplus = useSelector(queue, selectSurplus);
  const picturesOnly = accepts === 'picture';
  const plan = kit.planFor({ area, picturesOnly, forceLocal });
  const isSingle = room() <= 1;
  const words = picturesOnly
    ? isSingle
      ? 'upload.choosePicture'
      : 'upload.choosePictures'
    : isSingle
      ? 'upload.chooseFile'
      : 'upload.chooseFiles';

  const take = (chosen: Iterable<File>) => {
    const files = [...chosen];
    const [first] = files;
    if (through && first)
      through(kit.keep(first), (file) => queue.send({ type: 'files.chosen', files: [file], plan, surplus: files.length - 1 }));
    else takeFiles({ queue, keep: kit.keep, plan, files, room: room() });
  };
  const onDrop = (event: DragEvent<HTMLElement>) => {
    delete event.currentTarget.dataset['over'];
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take(event.clipboardData.files);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping and pasting stand beside the button, which does the same
    <div
      className={classes.box}
      data-look={look}
      data-filled={children !== undefined || undefined}
      onDrop={onDrop}
      onDragOver={onDragOver}
      onDragLeave={(event) => delete event.currentTarget.dataset['over']}
      onPaste={onPaste}
    >
      {children}
      <div className={classes.ways}>
        <Button
          id={id}
          variant={look ? 'filled' : 'default'}
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => input.current?.click()}
          {...(describedBy && { 'aria-describedby': describedBy })}
        >
          <span className={classes.word}>{t(words)}</span>
        </Button>
        {hasPicker && mayPick && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconFolder size={16} aria-hidden />}
            onClick={() => picker.send({ type: 'disclosure.opened' })}
          >
            {t('upload.library')}
          </Button>
        )}
        <span className={classes.drop}>{t('upload.drop')}</span>
        <input
          ref={input}
          type="file"
          hidden
          multiple={!isSingle}
          accept={acceptOf(plan.limits.allowedTypes)}
          onChange={(event) => {
            take(event.currentTarget.files ?? []);
            // The same file may be chosen again.
            event.currentTarget.value = '';
          }}
        />
      </div>
      {surplus > 0 && (
        <p className={classes.surplus} role="alert">
          {t('upload.surplus', { count: surplus })}
        </p>
      )}
      {fileIds.length > 0 && (
        <ul className={classes.rows} aria-label={t('upload.list')}>
          {fileIds.map((fileId) => (
            <UploadRow key={fileId} queue={queue} fileId={fileId} />
          ))}
        </ul>
      )}
      <LazyDialog isOpen={isPicking}>
        <AttachmentPicker id={id} disclosure={picker} picturesOnly={picturesOnly} onPicked={onStored} />
      </LazyDialog>
    </div>
  );
}
