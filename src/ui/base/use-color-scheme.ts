import { useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import { selectColorScheme, type LayoutRef } from '#machines/app/layout.machine';

/** Puts the scheme in force on the root element, where `base.css` and the component library look for it. */
export function useColorScheme(layout: LayoutRef): void {
  const scheme = useSelector(layout, selectColorScheme);
  useLayoutEffect(() => {
    document.documentElement.dataset['mantineColorScheme'] = scheme;
  }, [scheme]);
}
