import { STORAGE_KEY, readSlice, type Slice } from '../base/persistence.ts';
import type { AppPorts } from '../base/ports.ts';

/** What the browser keeps of the back office, by the versions that are written today. */
const KEPT: readonly Slice[] = [
  { key: STORAGE_KEY.config, version: 1 },
  { key: STORAGE_KEY.tabs, version: 2 },
  { key: STORAGE_KEY.terminal, version: 1 },
  { key: STORAGE_KEY.palette, version: 1 },
];

/** Says once, when the back office begins, which keys are passed over whole. Source: specification §3; readings 3.7. */
export function reportDamage({ storage, page }: Pick<AppPorts, 'storage' | 'page'>): void {
  for (const slice of KEPT) {
    if (storage.read(slice.key) !== null && readSlice(storage, slice) === undefined) page.log(`storage not understood: ${slice.key}`);
  }
}
