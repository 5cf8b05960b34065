import type { ShellRoute } from './menu.ts';

/** An open page of the strip; its path is its id. Source: specification §4, "Tabs". */
export interface TabPlace extends ShellRoute {
  readonly search: string;
}

interface Pinnable {
  readonly path: string;
  readonly isPinned: boolean;
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

/** With a tab put in at the place `to`, or the nearest that it may take: pinned ones stand before all others. */
export function insertedTab<T extends Pinnable>(others: readonly T[], tab: T, to: number): readonly T[] {
  const pinned = others.filter((other) => other.isPinned).length;
  const [first, last] = tab.isPinned ? [0, pinned] : [pinned, others.length];
  return others.toSpliced(Math.min(Math.max(to, first), last), 0, tab);
}

/** The list with one member at the place `to`, or the nearest that it may take; null where that changes nothing. */
export function placedTab<T extends Pinnable>(tabs: readonly T[], path: string, to: number): readonly T[] | null {
  const tab = tabs.find((one) => one.path === path);
  if (!tab) return null;
  const placed = insertedTab(
    tabs.filter((one) => one !== tab),
    tab,
    to,
  );
  return placed.indexOf(tab) === tabs.indexOf(tab) ? null : placed;
}

/** The list with one member a step to the left (-1) or right (1); null beyond the ends, and beyond those of the pinned ones. */
export const movedTab = <T extends Pinnable>(tabs: readonly T[], path: string, step: -1 | 1): readonly T[] | null =>
  placedTab(tabs, path, tabs.findIndex((tab) => tab.path === path) + step);
