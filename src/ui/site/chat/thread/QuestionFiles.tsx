import { IconDownload, IconFileText, IconPhotoOff } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { use } from 'react';
import { fileSizeInWords } from '#domain/base/file-size';
import type { ChatAttachment } from '#domain/chat/attachment';
import { selectIsPictureLost, selectIsSavingFailed, selectPictureAddress } from '#machines/chat/chat-file.machine';
import { t } from '../../../base/i18n.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { useChat } from '../base/chat-context.ts';
import classes from './files.module.css';

/** What a question was asked with; a press saves it. */
export function QuestionFiles({ files }: { readonly files: readonly ChatAttachment[] }) {
  return (
    <ul className={classes.files} aria-label={t('chatWindows.files.asked')}>
      {files.map((file) => (
        <li key={file.uuid}>
          <QuestionFile file={file} />
        </li>
      ))}
    </ul>
  );
}

function QuestionFile({ file: { uuid, kind, fileName, sizeBytes, width, height } }: { readonly file: ChatAttachment }) {
  const logic = use(useChat().bundle.files());
  const file = useLeafActor(logic, { id: 'chatFile', input: { uuid, kind, fileName } });
  const address = useSelector(file, selectPictureAddress);
  const isLost = useSelector(file, selectIsPictureLost);
  const hasFailed = useSelector(file, selectIsSavingFailed);
  const label = t('chatWindows.files.save', { name: fileName });
  return (
    <>
      <button
        type="button"
        className={kind === 'picture' ? classes.picture : classes.text}
        aria-label={label}
        title={label}
        onClick={() => file.send({ type: 'chatFile.saveRequested' })}
      >
        {kind === 'picture' ? (
          // Its place is kept free, so that nothing jumps when it is there.
          <span className={classes.frame} style={{ aspectRatio: `${width || 1} / ${height || 1}` }}>
            {address !== null && <img src={address} alt={fileName} />}
            {isLost && (
              <span className={classes.lost}>
                <IconPhotoOff size={24} stroke={1.5} aria-hidden="true" />
                {t('chatWindows.files.lost')}
              </span>
            )}
          </span>
        ) : (
          <>
            <IconFileText size={18} stroke={1.75} aria-hidden="true" />
            <span className={classes.name}>{fileName}</span>
            <span className={classes.size}>{fileSizeInWords(sizeBytes)}</span>
            <IconDownload size={16} stroke={1.75} aria-hidden="true" />
          </>
        )}
      </button>
      <output className={classes.failed}>{hasFailed && t('chatWindows.files.notSaved')}</output>
    </>
  );
}
