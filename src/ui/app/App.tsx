import { useSelector } from '@xstate/react';
import { selectRoute } from '#machines/app/navigation.machine';
import { AppHandleContext, type AppHandle } from '../base/app-context.ts';
import { CurrentPage } from './CurrentPage.tsx';
import { ErrorBoundary } from '../base/ErrorBoundary.tsx';
import { LazyFault } from './LazyFault.tsx';
import { NoticeArea } from './NoticeArea.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { useColorScheme } from '../base/use-color-scheme.ts';

/** The whole screen. The component library comes with the back office, so that the pages before it stay light. */
export function App({ handle }: { readonly handle: AppHandle }) {
  useColorScheme(handle.layout);
  const route = useSelector(handle.navigation, selectRoute);
  return (
    <AppHandleContext value={handle}>
      <ProgressBar />
      <NoticeArea />
      <ErrorBoundary fallback={LazyFault} place={route}>
        <CurrentPage />
      </ErrorBoundary>
    </AppHandleContext>
  );
}
