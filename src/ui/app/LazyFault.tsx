import { Suspense } from 'react';
import { EmptyState } from '../kit/feedback/EmptyState.tsx';
import buttons from '../kit/plain-button.module.css';
import { ErrorBoundary, type FallbackProps } from '../base/ErrorBoundary.tsx';
import { loadMessages, t } from '../base/i18n.ts';
import { lazyView } from '../base/lazy-view.tsx';
import { LoadingBlock } from '../kit/feedback/LoadingBlock.tsx';

const FaultPage = lazyView(
  async () => {
    await loadMessages(['fault']);
    return (await import('../site/missing/FaultPage.tsx')).FaultPage;
  },
  { failure: 'thrown' },
);

/** Stands in the place of a page whose code broke. Its own code comes only then; if that does not arrive either, plain words do. */
export function LazyFault({ error }: FallbackProps) {
  return (
    <ErrorBoundary fallback={PlainFault}>
      <Suspense fallback={<LoadingBlock />}>
        <FaultPage error={error} />
      </Suspense>
    </ErrorBoundary>
  );
}

function PlainFault() {
  return (
    <main>
      <EmptyState level={1} title={t('common.fault.title')} text={t('common.fault.hint')}>
        <a className={buttons.primary} href="/">
          {t('common.action.home')}
        </a>
      </EmptyState>
    </main>
  );
}
