import type { Area } from '#domain/base/area';
import { lazyView } from '../../base/lazy-view.tsx';
import { useSite } from '../../base/use-site.ts';

/** Most sites have none. Its words come with its logic. */
export const LazyExternalWays = lazyView(async () => (await import('./ExternalWays.tsx')).ExternalWays);

/** Whether people of the area may sign in by a provider. */
export const useHasProviders = (area: Area): boolean => useSite().signInOffers?.some(({ audiences }) => audiences.includes(area)) === true;
