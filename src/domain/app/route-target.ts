import type { Area } from '../base/area.ts';
import { addressOf, hrefOf, isSamePath, type Address } from '../base/addresses/address.ts';
import { isOwnPath } from '../base/addresses/link.ts';
import { queryOf, searchPartOf, type Query } from '../base/addresses/query.ts';
import { documentAt } from '../site/document-address.ts';

/** Where somebody wanted to go before the area was ready. Source: specification §2, "`to` is a JSON of the target path and query". */
export interface RouteTarget {
  readonly path: string;
  readonly query: Query;
}

/** Pages with a route of their own. `adminSection` and `memberSection` stand for whatever the menu of the area registered. */
export type PageName =
  | 'home'
  /** Another public page: the server draws it, and the application is left for it. */
  | 'document'
  | 'chat'
  | 'adminLogin'
  | 'adminLoading'
  | 'adminSection'
  | 'memberLogin'
  /** For whoever reads an address that an account had: without a sign-in, and while the centre is closed too. */
  | 'addressUndo'
  /** The same of an administrator. */
  | 'adminUndo'
  | 'memberLoading'
  | 'memberSection'
  | 'notFound'
  | 'noPermission'
  /** Whatever is below `/dev`, for who develops and tests. */
  | 'dev';

export interface ResolvedRoute extends Address {
  readonly page: PageName;
  readonly area: Area | null;
  /** The decoded target of a loading route; null elsewhere, without a target and for one that makes no sense. */
  readonly target: RouteTarget | null;
}

/** Paths that the areas' menus registered, such as `/admin/goods/goods`. */
export type RegisteredPaths = Readonly<Record<Area, readonly string[]>>;

export const AREA_BASE: Readonly<Record<Area, string>> = { admin: '/admin', member: '/user' };

/** Named routes that a redirect may ask for. Source: specification §2. */
export const NAMED_ROUTES: Readonly<Record<string, string>> = {
  home: '/',
  adminLogin: '/admin/login',
  userLogin: '/user/login',
  admin: '/admin',
  user: '/user',
  notFound: '/404',
  noPermission: '/401',
};

/** Pages that only say what went wrong: nobody wants back to one. */
export const FAULT_PATHS: readonly string[] = ['/404', '/401'];

export const loginPath = (area: Area): string => `${AREA_BASE[area]}/login`;

const FIXED: Readonly<Record<string, readonly [PageName, Area | null]>> = {
  '/': ['home', null],
  '/chat': ['chat', null],
  '/404': ['notFound', null],
  '/401': ['noPermission', null],
  '/admin/login': ['adminLogin', 'admin'],
  '/user/login': ['memberLogin', 'member'],
  '/user/undo': ['addressUndo', null],
  '/admin/undo': ['adminUndo', null],
};

/**
 * The route of an address, following the redirects of the specification:
 * what starts with /admin or /user and is not known goes to the loading route with its target; anything else unknown to /404.
 * Source: specification §2, "Redirect rules".
 */
export function resolveRoute(address: Address, registered: RegisteredPaths): ResolvedRoute {
  const { path } = address;
  const fixed = Object.entries(FIXED).find(([known]) => isSamePath(known, path));
  if (fixed) return { path: fixed[0], search: address.search, page: fixed[1][0], area: fixed[1][1], target: null };
  if (documentAt(path)) return { ...address, page: 'document', area: null, target: null };
  if (path.startsWith('/dev/')) return { ...address, page: 'dev', area: null, target: null };
  for (const area of ['admin', 'member'] as const) {
    const base = AREA_BASE[area];
    if (isSamePath(path, base)) return loadingRoute(area, null);
    const to = path.startsWith(`${base}/loading`) ? path.slice(`${base}/loading`.length) : null;
    if (to !== null && (to === '' || to.startsWith('/')))
      return loadingRoute(area, decodeTarget(to.slice(1)), to.length > 1 ? path : undefined);
    if (registered[area].some((known) => isSamePath(known, path))) return { ...address, page: `${area}Section`, area, target: null };
    // The text says "starting with", so /administrator comes here too; its loading route finds no such page.
    if (path.startsWith(base)) return loadingRoute(area, { path, query: queryOf(address.search) });
  }
  return { path: '/404', search: '', page: 'notFound', area: null, target: null };
}

/** @param path as the visitor has it; kept, so that a broken target is not replaced by another address */
function loadingRoute(area: Area, target: RouteTarget | null, path = loadingPath(area, target)): ResolvedRoute {
  return { path, search: '', page: `${area}Loading`, area, target };
}

/** `/admin/loading`, or with its target as JSON, percent-encoded once. */
export const loadingPath = (area: Area, target: RouteTarget | null): string =>
  `${AREA_BASE[area]}/loading${target ? `/${encodeURIComponent(JSON.stringify(target))}` : ''}`;

/** @returns null for what is no target: broken escapes, broken JSON, another shape. A foreign address stays a target, and is unknown to all. */
export function decodeTarget(segment: string): RouteTarget | null {
  try {
    const { path, query } = JSON.parse(decodeURIComponent(segment)) as { path?: unknown; query?: unknown };
    return typeof path === 'string' ? { path, query: isQuery(query) ? query : {} } : null;
  } catch {
    return null;
  }
}

/** The address a target names, or null when it would leave the site or comes back to a loading route. */
export function addressOfTarget(area: Area, { path, query }: RouteTarget): Address | null {
  if (!isOwnPath(path) || path.startsWith(`${AREA_BASE[area]}/loading`)) return null;
  const address = addressOf(path);
  return address && { path: address.path, search: searchPartOf({ ...queryOf(address.search), ...query }) };
}

/** What a visitor of this route wants to see: a loading route's target, else the page itself. */
export const targetOfRoute = ({ page, path, search, target }: ResolvedRoute): RouteTarget | null =>
  page.endsWith('Section') ? { path, query: queryOf(search) } : target;

/**
 * Where the login page goes afterwards. The wanted page travels in its query, so that it survives a reload and a change of language.
 * Source: readings 2.2.
 */
export const loginHref = (area: Area, target: RouteTarget | null): string =>
  loginPath(area) + (target ? searchPartOf({ to: JSON.stringify(target) }) : '');

/** The loading route with the target that came with the login page. */
export function hrefAfterLogin(area: Area, loginSearch: string): string {
  const to = queryOf(loginSearch)['to'];
  return hrefOf({ path: loadingPath(area, typeof to === 'string' ? decodeTarget(encodeURIComponent(to)) : null), search: '' });
}

/**
 * Where a redirect of the server leads: a route's name, or a path of this site. An unknown name leads home.
 * @returns null when it names nothing, or leads off the site
 * Source: specification §8, "Code 302"; readings 8.3.
 */
export function redirectHref({ routeName, routePath }: { readonly routeName?: string; readonly routePath?: string }): string | null {
  if (routeName) return (Object.hasOwn(NAMED_ROUTES, routeName) && NAMED_ROUTES[routeName]) || '/';
  const address = addressOf(routePath ?? '');
  return address && hrefOf(address);
}

function isQuery(value: unknown): value is Query {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((one) => [one].flat().every((text) => typeof text === 'string'));
}
