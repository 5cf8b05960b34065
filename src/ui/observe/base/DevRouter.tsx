import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Router, createPath, type Navigator } from 'react-router-dom';
import { selectRoute } from '#machines/app/navigation.machine';
import { useApp } from '../../base/app-context.ts';

/** A router that asks the navigation machine, which alone moves the address, and hears from it where one is. */
export function DevRouter({ children }: { readonly children: ReactNode }) {
  const { navigation } = useApp();
  const route = useSelector(navigation, selectRoute);
  const request = (mode: 'push' | 'replace') => (to: Parameters<Navigator['push']>[0]) =>
    navigation.send({ type: 'navigation.requested', to: typeof to === 'string' ? to : createPath(to), mode });
  const navigator: Navigator = {
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    go: (delta) => window.history.go(delta),
    push: request('push'),
    replace: request('replace'),
  };
  return (
    <Router location={{ pathname: route?.path ?? '/', search: route?.search ?? '', hash: '' }} navigator={navigator}>
      {children}
    </Router>
  );
}
