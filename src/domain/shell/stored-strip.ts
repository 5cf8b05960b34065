import { hrefOf } from '../base/addresses/address.ts';
import { isOwnPath } from '../base/addresses/link.ts';

/** A tab as it outlives the page: where it stood. */
export interface StoredTab {
  readonly path: string;
  readonly search: string;
  readonly isPinned: boolean;
}

/** A closed tab, and which place of the strip it had. */
export interface StoredClosedTab extends StoredTab {
  readonly at: number;
}

/** What of the strip outlives the page. Source: specification §9, "tab view config"; readings 3.8. */
export interface StoredStrip {
  readonly fullScreen: boolean;
  readonly tabs: readonly StoredTab[];
  /** The last one closed first. */
  readonly closed: readonly StoredClosedTab[];
}

/** What a strip begins with. */
export interface StripOfStart extends StoredStrip {
  /** Pages of the last visit, to be asked about. */
  readonly offered: readonly StoredTab[];
}

export const NO_STRIP: StripOfStart = { fullScreen: false, tabs: [], closed: [], offered: [] };

const MAX_STORED_TABS = 50;
/** How many closed tabs can be opened again. */
export const MAX_CLOSED_TABS = 10;

/**
 * What a strip begins with: after a reload it is as it was; at a new visit pinned tabs are there again, and the others are asked about.
 * @param own what this window kept; undefined where nothing is known, or it was somebody else's
 * @param last what the last visit kept
 */
export function stripOfStart(own: StoredStrip | null, last: StoredStrip | null): StripOfStart {
  if (own) return { ...own, offered: [] };
  if (!last) return NO_STRIP;
  return {
    fullScreen: last.fullScreen,
    tabs: last.tabs.filter(({ isPinned }) => isPinned),
    closed: [],
    offered: last.tabs.filter(({ isPinned }) => !isPinned),
  };
}

/** Reads what was stored, field by field; what is not understood is dropped. null: nothing, or another account's. */
export function restoreStrip(stored: unknown, account: number): StoredStrip | null {
  if (!isObject(stored) || stored['account'] !== account) return null;
  const { fullScreen, tabs, closed } = stored;
  return {
    fullScreen: fullScreen === true,
    tabs: listOf(tabs).flatMap(storedTab).slice(0, MAX_STORED_TABS),
    closed: listOf(closed).flatMap(storedClosedTab).slice(0, MAX_CLOSED_TABS),
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function storedTab(value: unknown): readonly StoredTab[] {
  if (!isObject(value)) return [];
  const { path, search, isPinned } = value;
  if (typeof path !== 'string' || typeof search !== 'string' || !isOwnPath(hrefOf({ path, search }))) return [];
  return [{ path, search, isPinned: isPinned === true }];
}

function storedClosedTab(value: unknown): readonly StoredClosedTab[] {
  const at = isObject(value) ? value['at'] : null;
  return Number.isInteger(at) ? storedTab(value).map((tab) => ({ ...tab, at: at as number })) : [];
}
