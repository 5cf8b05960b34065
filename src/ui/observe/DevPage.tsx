import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { LoadingBlock } from '../kit/feedback/LoadingBlock.tsx';
import { NotFoundPage } from '../site/missing/NotFoundPage.tsx';
import { isDevEntry } from './base/dev-entry.ts';
import { DevPathsContext } from './base/dev-paths.ts';
import { DevRouter } from './base/DevRouter.tsx';
import { DEV_PAGES } from './dev-pages.ts';

const PATHS = Object.keys(DEV_PAGES);

/** The page for developers that the address names; nowhere else than where people develop and test. */
export function DevPage() {
  if (!isDevEntry()) return <NotFoundPage />;
  return (
    <DevRouter>
      <DevPathsContext value={PATHS}>
        <Suspense fallback={<LoadingBlock />}>
          <Routes>
            {Object.entries(DEV_PAGES).map(([path, Page]) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </DevPathsContext>
    </DevRouter>
  );
}
