import { IconFolderOpen } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense, use } from 'react';
import { pageCount } from '#domain/members/ledger-page';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  FILES_A_PAGE,
  selectChosenFile,
  selectOwnFiles,
  selectOwnFilesFailure,
  selectOwnFilesHasFailed,
  selectOwnFilesIsRemoving,
  selectOwnFilesPage,
  type OwnFilesRef,
} from '#machines/files/own-files.machine';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import { ReadFailed } from '../../kit/feedback/ReadFailed.tsx';
import { NamedSkeleton } from '../../kit/feedback/NamedSkeleton.tsx';
import { UploadField } from '../../kit/files/UploadField.tsx';
import { keepFocus } from '../../kit/keep-focus.ts';
import { FailureBox } from '../base/FailureBox.tsx';
import { MessagePager } from '../pages/MessagePager.tsx';
import pages from '../pages/pages.module.css';
import { FileTile } from './FileTile.tsx';
import classes from './own-files.module.css';
import { Space } from './Space.tsx';

/** What the member has uploaded: to look at, to add to, to delete. */
export function FilesPage() {
  return (
    <AdminProvider>
      <div ref={keepFocus} className={pages.page}>
        <header>
          <h1 className={pages.title}>{t('safety.files.title')}</h1>
          <p className={pages.lead}>{t('safety.files.lead')}</p>
        </header>
        <Suspense fallback={<NamedSkeleton heightPx={320} label={t('safety.files.loading')} />}>
          <Files />
        </Suspense>
      </div>
    </AdminProvider>
  );
}

function Files() {
  const { ownFiles } = use(useBundle('member').ownData());
  const files = useLeafActor(ownFiles, { id: 'ownFiles' });
  const shown = useSelector(files, selectOwnFiles);
  const page = useSelector(files, selectOwnFilesPage);
  const isBusy = useSelector(files, selectIsBusy);
  const hasFailed = useSelector(files, selectOwnFilesHasFailed);
  return (
    <section className={pages.card} aria-busy={isBusy} aria-label={t('safety.files.title')}>
      {shown && <Space page={shown} />}
      <UploadField
        id="own-files"
        area="member"
        accepts="file"
        room={() => Infinity}
        after="gone"
        hasPicker={false}
        onStored={() => files.send({ type: 'ownFiles.added' })}
      />
      {hasFailed ? (
        <Failed files={files} />
      ) : shown === null ? (
        <NamedSkeleton heightPx={240} label={t('safety.files.loading')} />
      ) : shown.total === 0 ? (
        <EmptyState
          level={2}
          icon={<IconFolderOpen size={24} stroke={1.5} />}
          title={t('safety.files.empty')}
          text={t('safety.files.emptyHint')}
        />
      ) : (
        <>
          <ul className={classes.tiles}>
            {shown.list.map((file) => (
              <FileTile key={file.id} file={file} onRemove={() => files.send({ type: 'ownFiles.removeRequested', file })} />
            ))}
          </ul>
          <MessagePager
            page={page}
            pages={pageCount(shown.total, FILES_A_PAGE)}
            onPage={(to) => files.send({ type: 'ownFiles.paged', page: to })}
          />
        </>
      )}
      <Removal files={files} />
    </section>
  );
}

function Failed({ files }: { readonly files: OwnFilesRef }) {
  const failure = useSelector(files, selectOwnFilesFailure);
  return (
    <div role="alert">
      <ReadFailed title={t('safety.files.failed')} failure={failure} onRetry={() => files.send({ type: 'ownFiles.retried' })} />
    </div>
  );
}

function Removal({ files }: { readonly files: OwnFilesRef }) {
  const isAsking = useSelector(files, (snapshot) => snapshot.hasTag('asking'));
  const isBusy = useSelector(files, selectOwnFilesIsRemoving);
  const failure = useSelector(files, selectOwnFilesFailure);
  const name = useSelector(files, selectChosenFile)?.name ?? '';
  return (
    <ConfirmDialog
      isOpen={isAsking}
      title={t('safety.files.removeTitle')}
      onCancel={() => files.send({ type: 'ownFiles.removeCancelled' })}
      confirm={{
        label: t('safety.files.remove'),
        isDanger: true,
        isBusy,
        onConfirm: () => files.send({ type: 'ownFiles.removeConfirmed' }),
      }}
    >
      <p className={classes.question}>{t('safety.files.removeBody', { name })}</p>
      <FailureBox failure={failure} />
    </ConfirmDialog>
  );
}
