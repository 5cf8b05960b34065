import { use } from 'react';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { NotMe } from './NotMe.tsx';

/** "This was not me", once somebody has said so on the first page: they are asked at once. */
export function OverviewNotMe({ passwordPath }: { readonly passwordPath: string | null }) {
  const safety = use(useBundle('member').safety());
  const disavowal = useLeafActor(safety.disavowal, { id: 'overviewDisavowal', input: { isAsked: true } });
  return (
    <AdminProvider>
      <NotMe disavowal={disavowal} passwordPath={passwordPath} takesFocus />
    </AdminProvider>
  );
}
