import type { AppPorts } from './ports.ts';
import type { StoredDrafts } from './draft-slices.ts';
import { readSlice, writeSlice, type Slice } from './persistence.ts';

export interface DraftStore {
  /** What is kept under the name; undefined where nothing is. What was kept for another account goes with the question. */
  find(account: number, name: string): unknown;
  /** Keeps it in the place of what there was; undefined forgets that. Full storage costs the draft. */
  keep(account: number, name: string, draft: unknown): void;
  clear(): void;
}

export interface DraftStorePorts {
  readonly tabStorage: AppPorts['tabStorage'];
  readonly log: (message: string) => void;
}

export function draftStore({ tabStorage, log }: DraftStorePorts, slice: Slice): DraftStore {
  function draftsOf(account: number): StoredDrafts['drafts'] {
    const stored = readSlice(tabStorage, slice) as StoredDrafts | undefined;
    if (stored?.account === account) return stored.drafts;
    tabStorage.remove(slice.key);
    return {};
  }
  return {
    find: (account, name) => draftsOf(account)[name],
    keep(account, name, draft) {
      const { [name]: _replaced, ...others } = draftsOf(account);
      const drafts = draft === undefined ? others : { ...others, [name]: draft };
      try {
        writeSlice(tabStorage, slice, Object.keys(drafts).length === 0 ? null : ({ account, drafts } satisfies StoredDrafts));
      } catch (error) {
        log(`not stored, drafts: ${error instanceof Error ? error.message : 'unknown'}`);
      }
    },
    clear: () => tabStorage.remove(slice.key),
  };
}
