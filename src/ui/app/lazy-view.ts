import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A component whose code comes when it is first shown; it stands inside a `Suspense`. */
export const lazyView = <Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await load() }));
