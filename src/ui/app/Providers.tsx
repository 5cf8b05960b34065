import { MantineProvider } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectColorScheme } from '#machines/layout.machine';
import { AppContext, type AppHandle } from './app-context.ts';
import { Router } from './Router.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

export interface ProvidersProps {
  readonly handle: AppHandle;
  readonly env?: 'default' | 'test';
  readonly children: ReactNode;
}

/** What every view may rely on: the actors, the look, the links. */
export function Providers({ handle, env = 'default', children }: ProvidersProps) {
  const scheme = useSelector(handle.layout, selectColorScheme);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={scheme}
      getStyleNonce={styleNonce}
      env={env}
    >
      <AppContext value={handle}>
        <Router>{children}</Router>
      </AppContext>
    </MantineProvider>
  );
}
