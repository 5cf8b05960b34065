import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { selectRoute } from '#machines/app/navigation.machine';
import { useApp } from '../base/app-context.ts';
import { LoadingBlock } from '../kit/feedback/LoadingBlock.tsx';
import { NotFoundPage } from '../site/missing/NotFoundPage.tsx';
import { isDevEntry } from './base/dev-entry.ts';
import { DEV_PAGES } from './dev-pages.ts';
import { DevPathsContext } from './base/dev-paths.ts';

const PATHS = Object.keys(DEV_PAGES);

/** The page for developers that the address names; nowhere else than where people develop and test. */
export function DevPage() {
  const path = useSelector(useApp().navigation, (snapshot) => selectRoute(snapshot)?.path ?? '');
  const Page = isDevEntry() ? DEV_PAGES[path] : undefined;
  if (!Page) return <NotFoundPage />;
  return (
    <DevPathsContext value={PATHS}>
      <Suspense fallback={<LoadingBlock />}>
        <Page />
      </Suspense>
    </DevPathsContext>
  );
}
