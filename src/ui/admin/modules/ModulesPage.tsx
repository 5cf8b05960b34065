import '../../kit/form-styles.ts';
import { Skeleton } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { selectInstall, selectModuleStoreIsLoading, selectModuleStoreIsUnavailable } from '#machines/modules/module-store.machine';
import { selectTabsRef } from '#machines/shell/admin-shell.machine';
import type { TabsRef } from '#machines/shell/tabs.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useShell } from '../../base/shell-context.ts';
import { useOwnedActor } from '../../base/use-owned-actor.ts';
import { ReadFailed } from '../../kit/feedback/ReadFailed.tsx';
import type { ModulesViewProps } from './base/view-props.ts';
import { StorePage } from './start/StorePage.tsx';
import { RemoveDialog } from './start/RemoveDialog.tsx';

const InstallPage = lazyView(async () => (await import('./install/InstallPage.tsx')).InstallPage);

/** Modules that there are and that are installed, and the way of one from its package to the menu. */
export function ModulesPage() {
  const tabs = useSelector(useShell(), selectTabsRef);
  return tabs ? <Modules tabs={tabs} /> : null;
}

/** What was begun goes on while other pages are looked at. */
function Modules({ tabs }: { readonly tabs: TabsRef }) {
  const { store: logic, keepFile } = useBundle('modules');
  const store = useOwnedActor(tabs, logic, { id: 'moduleStore', isLeaf: false });
  return (
    <Suspense fallback={<Skeleton height={320} radius="lg" />}>
      <ModulesView store={store} keepFile={keepFile} />
    </Suspense>
  );
}

/** The store, or the module that is looked at. */
export function ModulesView({ store, keepFile }: ModulesViewProps) {
  const isWaiting = useSelector(store, selectModuleStoreIsLoading);
  const isUnavailable = useSelector(store, selectModuleStoreIsUnavailable);
  const failure = useSelector(store, ({ context }) => context.failure);
  const install = useSelector(store, selectInstall);
  if (isWaiting) return <Skeleton height={320} radius="lg" aria-label={t('modules.store.loading')} aria-busy />;
  if (isUnavailable)
    return (
      <ReadFailed
        title={t('modules.store.loadFailed')}
        failure={failure}
        elsewhere={{ title: t('modules.store.elsewhere'), text: t('modules.store.elsewhereText') }}
        onRetry={() => store.send({ type: 'store.retried' })}
      />
    );
  return (
    <>
      {install ? <InstallPage store={store} install={install} /> : <StorePage store={store} keepFile={keepFile} />}
      <RemoveDialog store={store} />
    </>
  );
}
