import { Suspense } from 'react';
import { ErrorBoundary } from '../app/ErrorBoundary.tsx';
import { t } from '../app/i18n.ts';
import { FaultView } from './FaultView.tsx';
import { ProblemReport } from './ProblemReport.tsx';
import { useFault } from './use-fault.ts';

/** What stands in the place of a page whose code broke; it reports that by itself. */
export function FaultPage({ error }: { readonly error: unknown }) {
  return (
    <FaultView fault={useFault()} code="" title={t('common.fault.title')}>
      {t('common.fault.hint')}
      {/* A report that breaks must not take the way out with it. */}
      <ErrorBoundary fallback={NoReport}>
        <Suspense>
          <ProblemReport error={error} />
        </Suspense>
      </ErrorBoundary>
    </FaultView>
  );
}

const NoReport = () => null;
