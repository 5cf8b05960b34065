import { use } from 'react';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { useBundle } from '../../base/lazy-bundles.ts';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { keepFocus } from '../../kit/keep-focus.ts';
import { NotMe } from './NotMe.tsx';

/** "This was not me", once somebody has said so on the first page: they are asked at once. */
export function OverviewNotMe({ passwordPath }: { readonly passwordPath: string | null }) {
  const safety = use(useBundle('member').safety());
  const disavowal = useLeafActor(safety.disavowal, { id: 'overviewDisavowal', input: { isAsked: true } });
  return (
    <AdminProvider>
      {/* The button that brought this is gone: the keyboard goes on here. */}
      <section ref={keepFocus} aria-label={t('safety.security.notMe')}>
        <NotMe disavowal={disavowal} passwordPath={passwordPath} takesFocus />
      </section>
    </AdminProvider>
  );
}
