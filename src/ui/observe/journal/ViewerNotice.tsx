import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectJournalRefusal, type JournalViewerRef } from '#machines/observe/journal-viewer.machine';
import { t } from '../../base/i18n.ts';
import buttons from '../../kit/plain-button.module.css';
import classes from './JournalViewer.module.css';
import { RefusalText } from './RefusalText.tsx';

/** That a file is being read, or why it was not taken. */
export function ViewerNotice({ viewer }: { readonly viewer: JournalViewerRef }) {
  const refusal = useSelector(viewer, selectJournalRefusal);
  const isBusy = useSelector(viewer, selectIsBusy);
  const name = useSelector(viewer, ({ context }) => context.file?.name ?? '');
  if (isBusy) return <output className={classes.notice}>{t('journal.viewer.reading', { name })}</output>;
  if (!refusal) return null;
  return (
    <div role="alert" className={classes.notice} data-refused>
      <div>
        <strong>{t('journal.refusal.title', { name: refusal.name })}</strong>
        <RefusalText flaw={refusal.flaw} line={refusal.line} />
      </div>
      <button type="button" className={buttons.secondary} onClick={() => viewer.send({ type: 'viewer.refusalDismissed' })}>
        {t('journal.refusal.dismiss')}
      </button>
    </div>
  );
}
