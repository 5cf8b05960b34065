import { Suspense, use } from 'react';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { NamedSkeleton } from '../../kit/feedback/NamedSkeleton.tsx';
import { keepFocus } from '../../kit/keep-focus.ts';
import { useMemberShell } from '../base/shell.ts';
import pages from '../pages/pages.module.css';
import { AccountDeletion } from './AccountDeletion.tsx';
import { DataExport } from './DataExport.tsx';

/** What is kept of the member: to take along, and to leave behind. */
export function DataPage() {
  return (
    <AdminProvider>
      <div ref={keepFocus} className={pages.page}>
        <header>
          <h1 className={pages.title}>{t('safety.data.title')}</h1>
          <p className={pages.lead}>{t('safety.data.lead')}</p>
        </header>
        <Suspense fallback={<NamedSkeleton heightPx={320} label={t('safety.data.loading')} />}>
          <Parts />
        </Suspense>
      </div>
    </AdminProvider>
  );
}

function Parts() {
  const ownData = use(useBundle('member').ownData());
  const shell = useMemberShell();
  return (
    <>
      <DataExport dataExport={useLeafActor(ownData.dataExport, { id: 'dataExport' })} />
      <AccountDeletion deletion={useLeafActor(ownData.deletion, { id: 'deletion', input: { owner: shell } })} />
    </>
  );
}
