import { isFollowable, isFrameable } from '../base/addresses/link.ts';
import { nodePath, type NodesByPage } from '../rights/permission.ts';
import type { Area } from '../base/area.ts';
import { AREA_BASE } from '../app/route-target.ts';

/** A node of the server's rule tree. Source: wire protocol §3.2, §3.5. */
export interface Rule {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly name: string;
  readonly path: string;
  readonly icon: string;
  readonly menuType: string | null;
  readonly url: string;
  readonly component: string;
  readonly keepAlive: boolean;
  readonly extend: string;
  readonly children: readonly Rule[];
}

export type MenuKind = 'directory' | 'tab' | 'iframe' | 'link' | 'unrecognized';

/** An entry of the menu. `path` is the page's, for a link the address itself, for a directory ''. */
export interface MenuItem {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  readonly kind: MenuKind;
  readonly path: string;
  readonly children: readonly MenuItem[];
}

/** A page that the menu registered. */
export interface ShellRoute {
  readonly path: string;
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  readonly kind: 'tab' | 'iframe';
  /** What an iframe shows; '' for a tab. */
  readonly url: string;
  readonly component: string;
}

export interface ShellMenu {
  readonly items: readonly MenuItem[];
  readonly routes: readonly ShellRoute[];
  readonly nodes: NodesByPage;
}

/** Menu, routes and permission nodes from the rule tree. Source: wire protocol §3.6, §3.7. */
export const readRules = (rules: readonly Rule[], area: Area): ShellMenu => ({
  items: rules.flatMap((rule) => itemOf(rule, area)),
  routes: rules.flatMap((rule) => routesOf(rule, area)),
  nodes: Object.fromEntries(rules.flatMap((rule) => nodesOf(rule, area))),
});

const OWN_PROFILE = 'routine/adminInfo';

/** The page of the own account; it belongs to everybody, and has an entry of the menu for whom a group gives one. */
export const PROFILE_PATH = nodePath('admin', OWN_PROFILE);

/** The menu of an administrator with the way to the own account, which the account's button shows. */
export const withOwnProfile = (menu: ShellMenu): ShellMenu =>
  menu.routes.some(({ path }) => path === PROFILE_PATH)
    ? menu
    : {
        ...menu,
        routes: [
          ...menu.routes,
          {
            path: PROFILE_PATH,
            name: OWN_PROFILE,
            title: 'menu.routine.adminInfo',
            icon: 'fa fa-user',
            kind: 'tab',
            url: '',
            component: OWN_PROFILE,
          },
        ],
      };

/** The first entry that leads to a page, top down; where one goes without a wanted page. */
export function firstPagePath(items: readonly MenuItem[], routes: readonly ShellRoute[]): string | null {
  for (const item of items) {
    if (routes.some((route) => route.path === item.path)) return item.path;
    const below = firstPagePath(item.children, routes);
    if (below) return below;
  }
  return null;
}

/** The entries from the root to a page's entry, for a breadcrumb and for opened groups. */
export function menuTrail(items: readonly MenuItem[], path: string): readonly MenuItem[] {
  for (const item of items) {
    if (item.kind !== 'link' && item.path === path) return [item];
    const below = menuTrail(item.children, path);
    if (below.length > 0) return [item, ...below];
  }
  return [];
}

function kindOf({ type, menuType }: Rule): MenuKind {
  if (type === 'menu_dir') return 'directory';
  return menuType === 'tab' || menuType === 'iframe' || menuType === 'link' ? menuType : 'unrecognized';
}

const isPage = ({ type }: Rule): boolean => type !== 'button' && type !== 'menu_dir';

function pathOf(rule: Rule, area: Area): string {
  const kind = kindOf(rule);
  if (kind === 'directory') return '';
  if (kind === 'link') return rule.url;
  return kind === 'iframe' ? `${AREA_BASE[area]}/iframe/${encodeURIComponent(rule.url)}` : nodePath(area, rule.path);
}

/** A tab needs a page; an address that could run a script, or that no frame can show, stands nowhere. */
function isUsable(rule: Rule): boolean {
  const kind = kindOf(rule);
  if (kind === 'iframe') return isFrameable(rule.url);
  if (kind === 'link') return isFollowable(rule.url);
  return kind !== 'tab' || rule.component !== '';
}

function itemOf(rule: Rule, area: Area): readonly MenuItem[] {
  if (rule.type === 'button' || rule.extend === 'add_rules_only' || !isUsable(rule)) return [];
  const kind = kindOf(rule);
  const children = rule.children.flatMap((child) => itemOf(child, area));
  if (kind === 'directory' && children.length === 0) return [];
  const { id, name, title, icon } = rule;
  return [{ id, name, title, icon, kind, path: pathOf(rule, area), children }];
}

function routesOf(rule: Rule, area: Area): readonly ShellRoute[] {
  const below = rule.children.flatMap((child) => routesOf(child, area));
  const kind = kindOf(rule);
  if (!isPage(rule) || rule.extend === 'add_menu_only' || !isUsable(rule) || (kind !== 'tab' && kind !== 'iframe')) return below;
  const { name, title, icon, component } = rule;
  return [{ path: pathOf(rule, area), name, title, icon, kind, url: kind === 'iframe' ? rule.url : '', component }, ...below];
}

function nodesOf(rule: Rule, area: Area): readonly (readonly [string, readonly string[]])[] {
  const buttons = rule.children.filter((child) => child.type === 'button');
  const own = buttons.length > 0 ? [[nodePath(area, rule.name), buttons.map((button) => nodePath(area, button.name))] as const] : [];
  return [...own, ...rule.children.flatMap((child) => nodesOf(child, area))];
}
