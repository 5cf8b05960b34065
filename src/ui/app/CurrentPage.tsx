import { useSelector } from '@xstate/react';
import { createElement } from 'react';
import { PAGE_TITLE_KEY } from '#domain/app/page-title';
import type { PageName } from '#domain/app/route-target';
import { selectHasNavigationFailed, selectRoute } from '#machines/app/navigation.machine';
import { EmptyState } from '../kit/feedback/EmptyState.tsx';
import buttons from '../kit/plain-button.module.css';
import { useApp } from '../base/app-context.ts';
import { t } from '../base/i18n.ts';
import { LoadingBlock } from '../kit/feedback/LoadingBlock.tsx';
import { PageTitle } from '../base/PageTitle.tsx';
import { pageComponent } from './pages.ts';

/** Inside an area its shell knows a better title. */
const isInShell = (page: PageName): boolean => page.endsWith('Section') || page.endsWith('Loading');

/** The page that the address shows; the full-page block until the first one stands. */
export function CurrentPage() {
  const { navigation } = useApp();
  const page = useSelector(navigation, (snapshot) => selectRoute(snapshot)?.page ?? null);
  const hasFailed = useSelector(navigation, selectHasNavigationFailed);
  if (hasFailed) {
    return (
      <main>
        <EmptyState level={1} title={t('common.state.failed')} text={t('common.state.failedHint')}>
          <button type="button" className={buttons.primary} onClick={() => navigation.send({ type: 'navigation.retried' })}>
            {t('common.action.retry')}
          </button>
        </EmptyState>
      </main>
    );
  }
  if (page === null) return <LoadingBlock />;
  return (
    <>
      {!isInShell(page) && <PageTitle title={PAGE_TITLE_KEY[page]} />}
      {createElement(pageComponent(page))}
    </>
  );
}
