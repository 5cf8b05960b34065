import { nodeOf, type Endpoint } from '#api/contract/base/endpoint';
import type { Resource } from '#domain/table/resource';
import type { Caller, PresentedTokens } from '../base/caller.ts';
import type { UploadBody } from '../ports/upload-ports.ts';
import { keyOfPath } from './call-path.ts';

/** An endpoint with what answers it; the input was parsed by its schema. */
export interface MountedEndpoint {
  readonly endpoint: Endpoint;
  /** The permission node, in lower case; every call has one, whether its audience asks for it or not. */
  readonly node: string;
  /** The section that it is a call of, for those that programs may make. */
  readonly section?: Resource;
  /**
   * Hears a call before anything of it is asked of the database, which answers nobody while a transaction of the embedded one goes on. What it does
   * must be owed to whoever shows these tokens and this idempotency key together.
   */
  readonly hear?: (tokens: PresentedTokens, key: string) => void;
  /** The body is only there for endpoints that take a file. */
  readonly handle: (input: never, caller: Caller, body: UploadBody) => Promise<unknown>;
  /** The message for what was done, where that depends on the site; the one that is named as the node where it is left out. */
  readonly doneKey?: () => Promise<string>;
}

/**
 * All calls the application answers. A call that stands not in it does not exist; one that maps to no node, or a second one at the
 * same place, is a defect that keeps the application from starting. By hand, because Hono's routers neither give up a route nor know the
 * keys of `call-path`.
 */
export interface RouteTable {
  add(mounted: MountedEndpoint): void;
  /** Takes some away and adds others, all or none of it. What is no longer there, or another by now, stays as it is. */
  swap(out: readonly MountedEndpoint[], into: readonly MountedEndpoint[]): void;
  remove(endpoint: Endpoint): void;
  find(method: string, path: string): MountedEndpoint | undefined;
  /** Whether anything is mounted at the path, by whatever method. */
  has(path: string): boolean;
  all(): readonly MountedEndpoint[];
}

export function createRouteTable(): RouteTable {
  const byPath = new Map<string, Map<string, MountedEndpoint>>();

  function check(out: readonly MountedEndpoint[], into: readonly MountedEndpoint[]): void {
    const places = new Set<string>();
    for (const { endpoint } of into) {
      const { method, path } = endpoint;
      if (!/^[a-z][a-z\d]*(?:\/[a-z\d]+)+$/u.test(nodeOf(endpoint))) throw new Error(`${method} ${path} maps to no permission node`);
      const place = `${method} ${keyOfPath(path)}`;
      const there = byPath.get(keyOfPath(path))?.get(method);
      if ((there && !out.includes(there)) || places.has(place)) throw new Error(`${method} ${path} is mounted twice`);
      places.add(place);
    }
  }

  function remove({ method, path }: Endpoint): void {
    const key = keyOfPath(path);
    byPath.get(key)?.delete(method);
    if (byPath.get(key)?.size === 0) byPath.delete(key);
  }

  function swap(out: readonly MountedEndpoint[], into: readonly MountedEndpoint[]): void {
    check(out, into);
    for (const mounted of out) {
      const { method, path } = mounted.endpoint;
      if (byPath.get(keyOfPath(path))?.get(method) === mounted) remove(mounted.endpoint);
    }
    for (const mounted of into) {
      const key = keyOfPath(mounted.endpoint.path);
      const methods = byPath.get(key) ?? new Map<string, MountedEndpoint>();
      byPath.set(key, methods.set(mounted.endpoint.method, mounted));
    }
  }

  return {
    add: (mounted) => swap([], [mounted]),
    swap,
    remove,
    find: (method, path) => byPath.get(path)?.get(method),
    has: (path) => byPath.has(path),
    all: () => [...byPath.values()].flatMap((methods) => [...methods.values()]),
  };
}
