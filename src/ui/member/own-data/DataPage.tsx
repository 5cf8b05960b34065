import { Suspense, use } from 'react';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { NamedSkeleton } from '../../kit/feedback/NamedSkeleton.tsx';
import pages from '../pages/pages.module.css';
import { DataExport } from './DataExport.tsx';

/** What is kept of the member: to take along. */
export function DataPage() {
  return (
    <div className={pages.page}>
      <header>
        <h1 className={pages.title}>{t('ownData.page.title')}</h1>
        <p className={pages.lead}>{t('ownData.page.lead')}</p>
      </header>
      <Suspense fallback={<NamedSkeleton heightPx={320} label={t('ownData.page.loading')} />}>
        <Parts />
      </Suspense>
    </div>
  );
}

function Parts() {
  const ownData = use(useBundle('member').ownData());
  return <DataExport dataExport={useLeafActor(ownData.dataExport, { id: 'dataExport' })} />;
}
