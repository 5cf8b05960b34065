import { useMemo, type ReactNode } from 'react';
import { AppHandleContext, useApp } from '../../base/app-context.ts';

/** Whoever reads a journal does not write into it: what actors in here are told is recorded nowhere. */
export function IsolatedRoot({ children }: { readonly children: ReactNode }) {
  const app = useApp();
  const apart = useMemo(() => ({ ...app, journal: { ...app.journal, inspect: () => {} } }), [app]);
  return <AppHandleContext value={apart}>{children}</AppHandleContext>;
}
