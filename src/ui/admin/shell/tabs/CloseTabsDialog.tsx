import { useSelector } from '@xstate/react';
import { selectAskedTabs, type TabsRef } from '#machines/shell/tabs.machine';
import { t, text } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { LazyDialog } from '../../../kit/dialogs/LazyDialog.tsx';

const ConfirmDialog = lazyView(async () => (await import('../../../kit/dialogs/ConfirmDialog.tsx')).ConfirmDialog);

/** Asks before tabs are closed that hold unsaved work, and names them. */
export function CloseTabsDialog({ tabs }: { readonly tabs: TabsRef }) {
  const isAsking = useSelector(tabs, (snapshot) => snapshot.hasTag('asking'));
  const titles = useSelector(tabs, (snapshot) =>
    selectAskedTabs(snapshot)
      .filter((tab) => snapshot.context.unsaved.includes(tab.path))
      .map((tab) => text(tab.title))
      .join(', '),
  );
  return (
    <LazyDialog isOpen={isAsking}>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('admin.tabs.askTitle')}
        cancelLabel={t('admin.tabs.askKeep')}
        onCancel={() => tabs.send({ type: 'tabs.closeDismissed' })}
        confirm={{ label: t('admin.tabs.askClose'), isDanger: true, onConfirm: () => tabs.send({ type: 'tabs.closeConfirmed' }) }}
      >
        {t('admin.tabs.askBody')} <strong>{titles}</strong>
      </ConfirmDialog>
    </LazyDialog>
  );
}
