import { hrefOf } from '../base/addresses/address.ts';
import type { ShellRoute } from './menu.ts';
import { isOwnPath } from '../base/addresses/link.ts';

/** An open page of the strip; its path is its id. Source: specification §4, "Tabs". */
export interface TabPlace extends ShellRoute {
  readonly search: string;
}

/** The tab that takes over when `closed` go: the active one if it stays, else the next to its right, else to its left. */
export function heirOf<T extends { readonly path: string }>(
  tabs: readonly T[],
  closed: readonly string[],
  activePath: string | null,
): T | null {
  const stays = (tab: T) => !closed.includes(tab.path);
  const at = tabs.findIndex((tab) => tab.path === activePath);
  return [...tabs.slice(Math.max(at, 0)), ...tabs.slice(0, Math.max(at, 0)).toReversed()].find(stays) ?? null;
}

/** The list with one member a step to the left (-1) or right (1); null beyond the ends. */
export function movedTab<T extends { readonly path: string }>(tabs: readonly T[], path: string, step: -1 | 1): readonly T[] | null {
  const from = tabs.findIndex((tab) => tab.path === path);
  const neighbour = tabs[from + step];
  if (from < 0 || !neighbour) return null;
  const [left, right] = step < 0 ? [from - 1, from] : [from, from + 1];
  return tabs.map((tab, index) => (index === left ? (tabs[right] as T) : index === right ? (tabs[left] as T) : tab));
}

/** What of the strip outlives the page. Source: specification §9, "tab view config"; readings 3.8. */
export interface StoredTabs {
  readonly fullScreen: boolean;
  readonly tabs: readonly { readonly path: string; readonly search: string }[];
}

export const NO_STORED_TABS: StoredTabs = { fullScreen: false, tabs: [] };

const MAX_STORED_TABS = 50;

/** Reads what was stored, field by field; what is not understood is dropped. */
export function restoreTabs(stored: unknown): StoredTabs {
  if (typeof stored !== 'object' || stored === null) return NO_STORED_TABS;
  const { fullScreen, tabs } = stored as { fullScreen?: unknown; tabs?: unknown };
  return {
    fullScreen: fullScreen === true,
    tabs: (Array.isArray(tabs) ? (tabs as unknown[]) : []).flatMap(storedTab).slice(0, MAX_STORED_TABS),
  };
}

function storedTab(value: unknown): StoredTabs['tabs'] {
  if (typeof value !== 'object' || value === null) return [];
  const { path, search } = value as { path?: unknown; search?: unknown };
  if (typeof path !== 'string' || typeof search !== 'string' || !isOwnPath(hrefOf({ path, search }))) return [];
  return [{ path, search }];
}
