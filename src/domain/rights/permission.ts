import type { Abilities } from '../table/abilities.ts';
import type { Area } from '../base/area.ts';
import { AREA_BASE } from '../app/route-target.ts';

/** Permission nodes by page path: `/admin/goods/goods` → `/admin/goods/goods/edit`, … Source: wire protocol §3.7. */
export type NodesByPage = Readonly<Record<string, readonly string[]>>;

export interface PermissionFacts {
  /** The site's permitted paths. */
  readonly urls: readonly string[];
  readonly nodes: NodesByPage;
  /** Path of the current route. */
  readonly path: string;
}

/**
 * Whether an element that asks for `what` is shown. A path with a slash must be in the permitted urls, exactly, after
 * dropping its query and one trailing slash; a bare action must be a node of the current route. A courtesy: the server decides.
 * Source: specification §6, readings 6.4 and 6.5.
 */
export function isPermitted(what: string, { urls, nodes, path }: PermissionFacts): boolean {
  if (what.includes('/')) return urls.includes(withoutTail(what));
  return nodes[path]?.includes(`${path}/${what}`) ?? false;
}

/** The bare actions granted on a page, such as `add` and `edit`. */
export const actionsOn = (nodes: NodesByPage, path: string): readonly string[] =>
  (nodes[path] ?? []).filter((node) => node.startsWith(`${path}/`)).map((node) => node.slice(path.length + 1));

/** What a person may do with a page's records. Source: wire protocol §3.7, "Table buttons use nodes". */
export function abilitiesOn(nodes: NodesByPage, path: string): Abilities {
  const actions = actionsOn(nodes, path);
  const has = (action: string) => actions.includes(action);
  return { mayAdd: has('add'), mayEdit: has('edit'), mayDelete: has('del'), maySort: has('sortable') };
}

/** Page path or node of a rule's name in an area. */
export const nodePath = (area: Area, name: string): string => `${AREA_BASE[area]}/${name}`;

/** The rule's name behind a page path, as administrators choose it; '' for a path of no area. */
export function ruleAt(path: string): string {
  const base = Object.values(AREA_BASE).find((one) => path.startsWith(`${one}/`));
  return base === undefined ? '' : withoutTail(path.slice(base.length + 1));
}

/** The server's rule: super administrators have every node, others those of their groups' rules; case does not count. */
export const hasNode = (node: string, granted: { readonly super: boolean; readonly nodes: ReadonlySet<string> }): boolean =>
  granted.super || granted.nodes.has(node.toLowerCase());

function withoutTail(path: string): string {
  const plain = path.split('?')[0] as string;
  return plain.endsWith('/') ? plain.slice(0, -1) : plain;
}
