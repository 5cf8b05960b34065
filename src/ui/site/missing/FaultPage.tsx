import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { selectRoute } from '#machines/app/navigation.machine';
import { useApp } from '../../base/app-context.ts';
import { ErrorBoundary } from '../../base/ErrorBoundary.tsx';
import { t } from '../../base/i18n.ts';
import { FaultView } from './FaultView.tsx';
import { ProblemReport } from './ProblemReport.tsx';
import { RETURN_SECONDS, useFault } from './use-fault.ts';

/** What stands in the place of a page whose code broke; it reports that where the site allows it. */
export function FaultPage({ error }: { readonly error: unknown }) {
  // Where home itself is broken, a return by itself would only come back here.
  const isHome = useSelector(useApp().navigation, (snapshot) => selectRoute(snapshot)?.page === 'home');
  return (
    <FaultView fault={useFault(isHome ? 0 : RETURN_SECONDS)} code="" title={t('common.fault.title')} stays={isHome}>
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
