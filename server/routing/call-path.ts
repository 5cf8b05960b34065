import type { Dialect } from '#api/contract/base/dialect';
import { remember } from '../base/remember.ts';

/**
 * Where a request goes: to an endpoint, or to a page of the client.
 * Source: wire protocol §1.5, §8.1; readings §7, "base path".
 */
export type RequestTarget = CallTarget | { readonly kind: 'page'; readonly path: string };

export interface CallTarget {
  readonly kind: 'call';
  /** `/admin/goods.goods/index`, in lower case. */
  readonly path: string;
  /** It came by the base path, as calls of our own client do and those of stock clients do not. */
  readonly hasBase: boolean;
  /** Whose spelling the path has; null where both dialects write it alike. */
  readonly spelling: Dialect | null;
  /** What stands in the path beside the call's name. */
  readonly inPath?: Readonly<Record<string, string>>;
}

const AREAS = ['admin', 'api'];

/** `routine.admin_info` and `routine.AdminInfo` are the same controller. */
const canonical = (segment: string): string => segment.toLowerCase().replaceAll('_', '');

/** What the older dialect calls by another name. Source: wire protocol §5.6, §5.2. */
const OLDER_NAMES: Readonly<Record<string, string>> = { 'auth.menu': 'auth.rule' };
const OLDER_ACTIONS: Readonly<Record<string, string>> = { 'dashboard/dashboard': 'index' };

/**
 * The store of modules, which clients of the family ask at the address of its own that the start-up names: this server's. Only administrators
 * have anything to do there, so it is a part of the back office.
 * Source: wire protocol §5.19.
 */
const STORES: Readonly<Record<string, Dialect>> = { 'v4.store': 'v1', 'v6.store': 'v2' };

/** Controllers of the back office that both dialects write alike. */
const SPELT_ALIKE: ReadonlySet<string> = new Set(['ajax', 'module', 'Module', 'Terminal', 'AdminInfo', 'Crud', 'Alioss']);

/** The older dialect writes controllers of the back office in small letters, the newer one in capitals. */
function spellingOf(application: string, [controller = '', action = '']: readonly string[]): Dialect | null {
  const name = canonical(controller);
  if (application !== 'admin') return null;
  if (Object.hasOwn(OLDER_NAMES, name) || Object.hasOwn(OLDER_ACTIONS, `${name}/${canonical(action)}`)) return 'v1';
  const last = controller.split('.').at(-1) ?? '';
  if (SPELT_ALIKE.has(last)) return null;
  return /^[a-z]/u.test(last) ? 'v1' : /^[A-Z]/u.test(last) ? 'v2' : null;
}

function callPath(application: string, rest: readonly string[]): string | null {
  if (rest.length > 2) return null;
  const [controller = 'index', action = 'index'] = rest;
  const name = canonical(controller);
  const does = canonical(action);
  return `/${application}/${OLDER_NAMES[name] ?? name}/${OLDER_ACTIONS[`${name}/${does}`] ?? does}`;
}

/** The key of a declared path, such as `/admin/goods.Goods/index`. */
export function keyOfPath(path: string): string {
  const [application = '', ...rest] = path.split('/').filter((segment) => segment !== '');
  return callPath(application.toLowerCase(), rest) ?? path.toLowerCase();
}

function decodeSegments(pathname: string): string[] | null {
  try {
    return pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map((segment) => decodeURIComponent(segment));
  } catch {
    return null;
  }
}

const MAX_REMEMBERED = 1000;
const LONGEST_REMEMBERED = 120;
const remembered = { flagged: new Map<string, RequestTarget>(), plain: new Map<string, RequestTarget>() };

/**
 * The same addresses are asked for again and again.
 * @param hasServerFlag the `server` header or query flag, which marks a call although its path could be a page's
 */
export function targetOf(pathname: string, hasServerFlag: boolean): RequestTarget {
  const known = hasServerFlag ? remembered.flagged : remembered.plain;
  const there = known.get(pathname);
  if (there !== undefined) return there;
  const target = readTarget(pathname, hasServerFlag);
  if (pathname.length > LONGEST_REMEMBERED) return target;
  remember(known, MAX_REMEMBERED, pathname, target);
  return target;
}

function readTarget(pathname: string, hasServerFlag: boolean): RequestTarget {
  const segments = decodeSegments(pathname);
  const page: RequestTarget = { kind: 'page', path: segments === null ? '' : `/${segments.join('/')}` };
  if (segments === null || segments.length === 0) return page;
  const call = (application: string, rest: readonly string[], hasBase: boolean): RequestTarget => {
    const [name, uid, section] = rest;
    // Records of modules: the one call whose address says what it is about.
    if (application === 'api' && rest.length === 3 && name?.toLowerCase() === 'm' && uid !== undefined && section !== undefined)
      return { kind: 'call', path: '/api/m/records', hasBase, spelling: null, inPath: { uid, section } };
    const store = application === 'api' ? STORES[name?.toLowerCase() ?? ''] : undefined;
    if (store !== undefined && rest.length === 2)
      return { kind: 'call', path: callPath('admin', ['module.Store', uid ?? '']) ?? pathname, hasBase, spelling: store };
    const path = callPath(application, rest);
    return { kind: 'call', path: path ?? pathname, hasBase, spelling: spellingOf(application, rest) };
  };
  const isFrontDoor = segments[0]?.toLowerCase() === 'index.php';
  const [first = '', ...rest] = isFrontDoor ? segments.slice(1) : segments;
  const area = first.toLowerCase();
  const next = rest[0]?.toLowerCase() ?? '';
  if (area === 'api' && AREAS.includes(next)) return call(next, rest.slice(1), !isFrontDoor);
  if (area === 'api') return call('api', rest, false);
  if (!isFrontDoor && !hasServerFlag) return page;
  if (area === 'admin') return call('admin', rest, false);
  // A missing application is the open one; the flag alone claims only the member's calls, so that no file of the client is lost.
  if (isFrontDoor) return call('api', [first, ...rest], false);
  return area === 'user' ? call('api', ['user', ...rest], false) : page;
}
