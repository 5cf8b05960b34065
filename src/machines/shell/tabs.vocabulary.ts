import type { NavigationFailure, NavigationMode } from '#domain/app/navigation';
import type { Closed, TabStrip } from '#domain/shell/tabs';
import type { TableSettings } from '#domain/table/table-settings';
import type { CollectionReport } from '../table/collection.vocabulary.ts';
import type { Owner } from '../base/owner.ts';
import type { TabInput } from './tab-input.ts';

/** What the strip is told, what it is given and what it keeps. The grammar is in `tabs.machine.ts`. */
export type TabsEvent =
  /** The address shows this page now. */
  | { readonly type: 'tab.opened'; readonly tab: TabInput }
  /** The address shows something that has no tab. */
  | { readonly type: 'tabs.left' }
  | { readonly type: 'tab.chosen'; readonly path: string }
  | { readonly type: 'tab.closeRequested'; readonly path: string }
  /** Closes all, or all but one; pinned ones stay. */
  | { readonly type: 'tabs.closeRequested'; readonly keep: string | null }
  | { readonly type: 'tabs.closeConfirmed' }
  | { readonly type: 'tabs.closeDismissed' }
  /** null: what was closed last. */
  | { readonly type: 'tab.reopenRequested'; readonly path: string | null }
  | { readonly type: 'tab.refreshRequested'; readonly path: string }
  | { readonly type: 'tab.moved'; readonly path: string; readonly step: -1 | 1 }
  /** Dragged to a place, counted from 0. */
  | { readonly type: 'tab.dropped'; readonly path: string; readonly to: number }
  | { readonly type: 'tab.pinToggled'; readonly path: string }
  /** Its page goes out of sight, scrolled so far. */
  | { readonly type: 'tab.scrolled'; readonly path: string; readonly generation: number; readonly scrolledPx: number }
  | { readonly type: 'tabs.fullScreenToggled' }
  | { readonly type: 'tabs.restoreRequested' }
  | { readonly type: 'tabs.restoreDismissed' }
  /** What each page begins with now. A tab without one stays, with its work, and may do nothing. */
  | { readonly type: 'tabs.rightsChanged'; readonly pages: readonly TabInput[] }
  | CollectionReport
  | { readonly type: 'section.unsavedChanged'; readonly resource: string; readonly isUnsaved: boolean }
  /** The record that is open over the list, or is to be; null for none. */
  | { readonly type: 'section.recordShown'; readonly resource: string; readonly record: number | null }
  /** Of a page that owns its work itself. */
  | { readonly type: 'page.unsavedChanged'; readonly path: string; readonly isUnsaved: boolean }
  | { readonly type: 'section.tableChanged'; readonly resource: string; readonly table: TableSettings };

/** What the owner is told. */
export type TabsReport =
  | { readonly type: 'tabs.navigationRequested'; readonly to: string; readonly mode: NavigationMode }
  | { readonly type: 'tabs.emptied' }
  | { readonly type: 'tabs.refused'; readonly failure: NavigationFailure }
  | { readonly type: 'work.unsavedChanged'; readonly isUnsaved: boolean };

/** What is said of a tab that stands elsewhere now. */
export interface TabPlaced {
  readonly type: 'tab.placed';
  readonly how: 'moved' | 'pinned' | 'unpinned';
  readonly title: string;
  /** From 1. */
  readonly position: number;
  readonly count: number;
}

export interface TabsInput {
  readonly owner: Owner<TabsReport>;
  readonly fullScreen: boolean;
  /** Tabs that are there at once, pinned ones first. Left out: none. */
  readonly kept?: readonly { readonly page: TabInput; readonly isPinned: boolean }[];
  /** What can be opened again, the last one first. Left out: none. */
  readonly closed?: readonly Closed<TabInput>[];
  /** Pages of the last visit, offered once. */
  readonly restorable: readonly TabInput[];
}

export interface TabsContext extends TabStrip<TabInput> {
  readonly owner: Owner<TabsReport>;
  readonly fullScreen: boolean;
  /** Paths of tabs whose page may no longer be opened. */
  readonly gone: readonly string[];
  /** Paths that the user is asked about. */
  readonly closing: readonly string[];
}
