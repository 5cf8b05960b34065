import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { isSamePath } from '#domain/base/addresses/address';
import {
  selectAdminShellIsNoMenus,
  selectAdminShellIsReady,
  selectIsForbidden,
  selectIsNotFound,
  selectIsRedirected,
  selectMenuItems,
  selectStart,
  selectTabsRef,
  selectWantedPath,
  type AdminShellRef,
} from '#machines/shell/admin-shell.machine';
import { lazyView } from '../../base/lazy-view.tsx';
import { PageTitle } from '../../base/PageTitle.tsx';
import { AdminLayout } from './AdminLayout.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { ShellContext } from '../../base/shell-context.ts';
import { ShellContent } from './tabs/ShellContent.tsx';

const NoMenusPage = lazyView(async () => (await import('./NoMenusPage.tsx')).NoMenusPage);

/** The back office as far as its start has come. */
export function AdminShellView({ shell }: { readonly shell: AdminShellRef }) {
  const isReady = useSelector(shell, selectAdminShellIsReady);
  const hasNoMenus = useSelector(shell, selectAdminShellIsNoMenus);
  const items = useSelector(shell, selectMenuItems);
  const tabs = useSelector(shell, selectTabsRef);
  const wanted = useSelector(shell, selectWantedPath);
  const title = useSelector(shell, titleOfPage);
  if (hasNoMenus)
    return (
      <Suspense>
        <NoMenusPage shell={shell} />
      </Suspense>
    );
  if (!isReady || !tabs) return <LoadingPage shell={shell} />;
  return (
    <ShellContext value={shell}>
      <PageTitle title={title} />
      <AdminLayout items={items} currentPath={wanted} title={title} tabs={tabs}>
        <ShellContent shell={shell} tabs={tabs} />
      </AdminLayout>
    </ShellContext>
  );
}

/** The current page's own title, or that of the view which stands in its place. */
function titleOfPage(snapshot: ReturnType<AdminShellRef['getSnapshot']>): string {
  if (selectIsRedirected(snapshot)) return 'common.title.loading';
  if (selectIsNotFound(snapshot)) return 'common.title.notFound';
  if (selectIsForbidden(snapshot)) return 'common.title.noPermission';
  const path = selectWantedPath(snapshot);
  return selectStart(snapshot)?.menu.routes.find((route) => isSamePath(route.path, path))?.title ?? 'common.title.admin';
}
