import { STORAGE_KEY, type Slice } from '../base/persistence.ts';

/** What of the strip of tabs outlives the page; apart from the tabs' effects, because the root reads it before they are loaded. */
export const TABS: Slice = { key: STORAGE_KEY.tabs, version: 1 };
