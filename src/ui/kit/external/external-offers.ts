import { useSyncExternalStore } from 'react';
import type { Area } from '#domain/base/area';
import { lazyView } from '../../base/lazy-view.tsx';
import { useSite } from '../../base/use-site.ts';

/** Most sites have none. Its words come with its logic. */
export const LazyExternalWays = lazyView(async () => (await import('./ExternalWays.tsx')).ExternalWays);

const never = () => () => {};
const yes = () => true;
const no = () => false;

/** Whether people of the area may sign in by a provider. A page that the server draws leaves them out: their code is not there. */
export function useHasProviders(area: Area): boolean {
  const { signInOffers } = useSite();
  const isInBrowser = useSyncExternalStore(never, yes, no);
  return isInBrowser && signInOffers?.some(({ audiences }) => audiences.includes(area)) === true;
}
