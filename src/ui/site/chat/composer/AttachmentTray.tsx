import { IconFileText, IconPaperclip, IconPhoto, IconRefresh, IconX } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ChangeEvent } from 'react';
import { fileSizeInWords } from '#domain/base/file-size';
import { ATTACHED_ACCEPT, ATTACHMENTS_OF_A_QUESTION, mostBytes } from '#domain/chat/attachment';
import type { HeldAttachment } from '#machines/chat/attachments.machine';
import { attachmentsOf, selectHeldFiles, selectIsSending, selectIsTooMany, type ComposerRef } from '#machines/chat/composer.machine';
import { t } from '../../../base/i18n.ts';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { Spinner } from '../../../kit/feedback/Spinner.tsx';
import { useChat } from '../base/chat-context.ts';
import classes from './tray.module.css';

interface AttachButtonProps {
  readonly composer: ComposerRef;
  /** Whether what is dropped beside the box goes with the question, too. */
  readonly isBeside: boolean;
}

/** Opens the browser's window of files. While it is there the box takes what is pasted and dropped. */
export function AttachButton({ composer, isBeside }: AttachButtonProps) {
  const { bundle } = useChat();
  const isSending = useSelector(composer, selectIsSending);
  const attach: Attach = (chosen) =>
    attachmentsOf(composer.getSnapshot())?.send({ type: 'attachments.chosen', files: bundle.keepFiles(chosen) });
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    if (currentTarget.files) attach(currentTarget.files);
    // The same file may be chosen again.
    currentTarget.value = '';
  };
  return (
    <label
      className={classes.attach}
      title={t('chatWindows.files.attach')}
      ref={(label) => taking(attach, label?.closest<HTMLElement>('[data-takes-files]'), isBeside)}
    >
      <input
        type="file"
        multiple
        accept={ATTACHED_ACCEPT}
        disabled={isSending}
        aria-label={t('chatWindows.files.attach')}
        onChange={choose}
      />
      <IconPaperclip size={18} stroke={1.75} aria-hidden="true" />
    </label>
  );
}

type Attach = (chosen: FileList) => void;

/** Hears what is pasted into the box and dropped on it or beside it: the browser would leave the page for a file. @returns what ends it */
function taking(attach: Attach, place: HTMLElement | null | undefined, isBeside: boolean): () => void {
  const ending = new AbortController();
  const paste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData ?? {};
    // What comes with words is their picture, and the words are meant.
    if (!files?.length || types?.includes('text/plain')) return;
    event.preventDefault();
    attach(files);
  };
  const drop = (event: DragEvent) => {
    const { target, dataTransfer } = event;
    // A question that is edited and fields of files take what is theirs.
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files') || (target as Element).closest('dialog, [type=file]')) return;
    event.preventDefault();
    if (event.type === 'drop') attach(dataTransfer.files);
  };
  const around: GlobalEventHandlers | null | undefined = isBeside ? place?.ownerDocument : place;
  place?.addEventListener('paste', paste, ending);
  around?.addEventListener('dragover', drop, ending);
  around?.addEventListener('drop', drop, ending);
  return () => ending.abort();
}

interface TrayProps {
  readonly composer: ComposerRef;
  /** Why the chosen model cannot be asked with them. */
  readonly misfit: 'noFiles' | 'noPictures' | null;
}

/** Files that go with the question, above the box. */
export function AttachmentTray({ composer, misfit }: TrayProps) {
  const files = useSelector(composer, selectHeldFiles);
  const isTooMany = useSelector(composer, selectIsTooMany);
  const isSending = useSelector(composer, selectIsSending);
  const send = (type: 'attachments.removed' | 'attachments.retried', fileId: string) =>
    attachmentsOf(composer.getSnapshot())?.send({ type, fileId });
  return (
    <div className={classes.tray}>
      <ul className={classes.files} aria-label={t('chatWindows.files.label')}>
        {files.map((file) => (
          <li key={file.fileId} className={classes.file} data-state={file.state}>
            <Mark file={file} />
            <span className={classes.name} title={file.fileName}>
              {file.fileName}
            </span>
            {/* What the server has looked at and refused it refuses again. */}
            {file.failure && file.failure.kind !== 'rejected' && (
              <button
                type="button"
                aria-label={t('chatWindows.files.retry')}
                title={t('chatWindows.files.retry')}
                onClick={() => send('attachments.retried', file.fileId)}
              >
                <IconRefresh size={16} stroke={1.75} aria-hidden="true" />
              </button>
            )}
            <button
              type="button"
              disabled={isSending}
              aria-label={t('chatWindows.files.remove', { name: file.fileName })}
              title={t('chatWindows.files.remove', { name: file.fileName })}
              onClick={() => send('attachments.removed', file.fileId)}
            >
              <IconX size={16} stroke={1.75} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <div role="alert">
        {isTooMany && <p className={classes.said}>{t('chatWindows.files.tooMany', { count: ATTACHMENTS_OF_A_QUESTION })}</p>}
        {misfit && <p className={classes.said}>{t(`chatWindows.files.${misfit}`)}</p>}
        {files.map((file) => (
          <Refused key={file.fileId} file={file} />
        ))}
      </div>
    </div>
  );
}

function Mark({ file }: { readonly file: HeldAttachment }) {
  if (file.state === 'waiting') return <Spinner />;
  const Icon = file.kind === 'picture' ? IconPhoto : IconFileText;
  return <Icon size={16} stroke={1.75} aria-hidden="true" />;
}

/** Why a file is not with the question. */
function Refused({ file: { fileName, kind, issue, failure } }: { readonly file: HeldAttachment }) {
  if (issue === null && failure === null) return null;
  return (
    <p className={classes.said}>
      {fileName} ·{' '}
      {issue
        ? t(`chatWindows.files.issue.${issue}`, { max: fileSizeInWords(mostBytes(kind)) ?? '' })
        : failure && <FailureText failure={failure} />}
    </p>
  );
}
