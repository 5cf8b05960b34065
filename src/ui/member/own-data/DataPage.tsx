import { Suspense, use } from 'react';
import { AdminProvider } from '../../admin/base/AdminProvider.tsx';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { NamedSkeleton } from '../../kit/feedback/NamedSkeleton.tsx';
import pages from '../pages/pages.module.css';
import { DataExport } from './DataExport.tsx';

/** What is kept of the member: to take along. */
export function DataPage() {
  return (
    <AdminProvider>
      <div className={pages.page}>
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
  return <DataExport dataExport={useLeafActor(ownData.dataExport, { id: 'dataExport' })} />;
}
