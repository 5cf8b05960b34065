import { restoreStrip, stripOfStart, type StoredStrip, type StripOfStart } from '#domain/shell/stored-strip';
import { STORAGE_KEY, readSlice, writeSlice, type Slice } from '../base/persistence.ts';
import type { AppPorts } from '../base/ports.ts';

/** The strip of open tabs, with whose it is. In the window's own storage for a reload, in the browser's for the next visit. */
const TABS: Slice = { key: STORAGE_KEY.tabs, version: 2 };

export type TabsSlicePorts = Pick<AppPorts, 'storage' | 'tabStorage'>;

/** What an account's strip begins with. */
export const readStrip = ({ storage, tabStorage }: TabsSlicePorts, account: number): StripOfStart =>
  stripOfStart(restoreStrip(readSlice(tabStorage, TABS), account), restoreStrip(readSlice(storage, TABS), account));

/** @throws when storage is full or forbidden */
export function writeStrip({ storage, tabStorage }: TabsSlicePorts, account: number, { closed, ...strip }: StoredStrip): void {
  writeSlice(tabStorage, TABS, { account, closed, ...strip });
  writeSlice(storage, TABS, { account, ...strip });
}
