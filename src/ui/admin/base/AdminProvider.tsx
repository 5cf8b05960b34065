import './admin-styles.ts';
import { MantineProvider } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectColorScheme } from '#machines/app/layout.machine';
import { useApp } from '../../base/app-context.ts';
import { cssVariablesResolver, theme } from './theme.ts';

const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// The part of the library that keeps a page from scrolling behind a dialog looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

/** The component library with the product's look. */
export function AdminProvider({ children }: { readonly children: ReactNode }) {
  const scheme = useSelector(useApp().layout, selectColorScheme);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={scheme} getStyleNonce={styleNonce}>
      {children}
    </MantineProvider>
  );
}
