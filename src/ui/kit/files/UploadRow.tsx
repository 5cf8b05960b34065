import { ActionIcon } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectUploadFailure,
  selectUploadIssue,
  selectUploadName,
  selectUploadPercent,
  selectUploadPhase,
  type UploadRef,
} from '#machines/files/upload.machine';
import { selectUpload, type UploadQueueRef } from '#machines/files/upload-queue.machine';
import { t, text } from '../../base/i18n.ts';
import { failureText } from '../feedback/FailureText.tsx';
import classes from './uploads.module.css';

interface UploadRowProps {
  readonly queue: UploadQueueRef;
  readonly fileId: string;
}

/** One file on its way; a file that has arrived makes room for what it has become. */
export function UploadRow({ queue, fileId }: UploadRowProps) {
  const upload = useSelector(queue, selectUpload(fileId));
  return upload ? <Row upload={upload} onDismiss={() => queue.send({ type: 'upload.dismissed', fileId })} /> : null;
}

function Row({ upload, onDismiss }: { readonly upload: UploadRef; readonly onDismiss: () => void }) {
  const name = useSelector(upload, selectUploadName) || t('upload.noName');
  const phase = useSelector(upload, selectUploadPhase);
  const percent = useSelector(upload, selectUploadPercent);
  const issue = useSelector(upload, selectUploadIssue);
  const failure = useSelector(upload, selectUploadFailure);
  const canRetry = useSelector(upload, (snapshot) => snapshot.can({ type: 'upload.retried' }));
  const canCancel = useSelector(upload, (snapshot) => snapshot.can({ type: 'upload.cancelled' }));
  const isBusy = useSelector(upload, selectIsBusy);
  const isBad = useSelector(upload, (snapshot) => snapshot.hasTag('failed'));
  const reason = issue ? text(issue.key) : isBad && failure ? failureText(failure) : '';
  return (
    <li className={classes.row} data-phase={phase}>
      <span className={classes.name} title={name}>
        {name}
      </span>
      {/* Only the words that change seldom are read out; the percentage is the bar's. */}
      <span className={classes.phase} role={isBad ? 'alert' : 'status'}>
        {reason !== '' && <strong className={classes.reason}>{reason}</strong>}
        <span aria-hidden={percent !== null}>{t(`upload.phase.${phase}`, { percent: percent ?? 0 })}</span>
      </span>
      <span className={classes.tools}>
        {canRetry && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('upload.retry', { name })}
            onClick={() => upload.send({ type: 'upload.retried' })}
          >
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        )}
        {canCancel ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('upload.cancel', { name })}
            onClick={() => upload.send({ type: 'upload.cancelled' })}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <ActionIcon variant="subtle" color="gray" aria-label={t('upload.dismiss', { name })} onClick={onDismiss}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </span>
      {isBusy && <progress className={classes.bar} aria-label={name} max={100} {...(percent !== null && { value: percent })} />}
    </li>
  );
}
