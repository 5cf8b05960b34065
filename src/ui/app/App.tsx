import type { AppHandle } from './app-context.ts';
import { CurrentPage } from './CurrentPage.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LeaveDialogs } from './LeaveDialogs.tsx';
import { NoticeArea } from './NoticeArea.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { Providers } from './Providers.tsx';
import { FaultPage } from '../public/FaultPage.tsx';

/** The whole screen. */
export function App({ handle }: { readonly handle: AppHandle }) {
  return (
    <Providers handle={handle}>
      <ProgressBar />
      <NoticeArea />
      <ErrorBoundary fallback={() => <FaultPage />}>
        <CurrentPage />
        <LeaveDialogs />
      </ErrorBoundary>
    </Providers>
  );
}
