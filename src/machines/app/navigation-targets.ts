import { addressOf, hrefOf, isSameAddress, isSamePath } from '#domain/base/addresses/address';
import type { NavigationMode } from '#domain/app/navigation';
import type { Area } from '#domain/base/area';
import { resolveRoute, type RegisteredPaths, type ResolvedRoute } from '#domain/app/route-target';

/** Where somebody wants to go, and what would be lost on the way. */

export interface Pending {
  readonly route: ResolvedRoute;
  /** `popped` by this many entries: the browser's address has changed already. */
  readonly mode: NavigationMode | 'popped';
  readonly delta: number;
  /** The visitor has decided to leave unsaved work for it. */
  readonly isConfirmed: boolean;
}

interface Places {
  readonly route: ResolvedRoute | null;
  readonly pending: Pending | null;
  readonly registered: RegisteredPaths;
  readonly unsaved: Readonly<Record<Area, boolean>>;
}

export type Wanted = { readonly to: string; readonly mode: Pending['mode']; readonly delta: number };

export const INVALID: ResolvedRoute = { path: '/404', search: '', page: 'notFound', area: null, target: null };

export function routeTo(to: string, registered: RegisteredPaths): ResolvedRoute {
  const address = addressOf(to);
  return address ? resolveRoute(address, registered) : INVALID;
}

/** @param before what was pending: the browser may move twice before a page arrives, and all of it is to be undone */
export function pendingOf({ to, mode, delta }: Wanted, registered: RegisteredPaths, before: Pending | null = null): Pending {
  const route = routeTo(to, registered);
  // A redirect after back or forward is written over the entry that the browser moved to.
  return {
    route,
    mode: mode === 'popped' && hrefOf(route) !== to ? 'replace' : mode,
    delta: delta + (before?.delta ?? 0),
    isConfirmed: before?.isConfirmed ?? false,
  };
}

export const isAt = ({ route, registered }: Places, { to }: Wanted): boolean =>
  route !== null && isSameAddress(routeTo(to, registered), route);

/** Public pages are drawn by the server: whoever goes there leaves the application. */
const isDocument = ({ page }: ResolvedRoute): boolean => page === 'home' || page === 'document';

/** The back office keeps its pages in tabs; a page of the member centre goes when another comes; with the application all goes. */
export const leavesWork = ({ unsaved, route, pending }: Places, target: ResolvedRoute): boolean => {
  // Only pages of an area have the question: its shell, and its sign-in.
  if (!route?.area || pending?.isConfirmed) return false;
  if (isDocument(target)) return unsaved.admin || unsaved.member;
  if (!unsaved[route.area]) return false;
  const { area, path } = target;
  return area !== route.area || (area === 'member' && !isSamePath(path, route.path));
};

/** Where the browser fetches a public page, it may have been stopped there: another press asks for it anew. */
export const isPending = ({ pending, registered }: Places, { to }: Wanted): boolean =>
  pending !== null && !isDocument(pending.route) && isSameAddress(routeTo(to, registered), pending.route);
