import { createContext } from 'react';
import { remoteSelectMachine } from '#machines/remote-select.machine';

/** The logics of leaf widgets with their effects bound; `main.tsx` gives the real ones. */
export interface LeafLogics {
  readonly remoteSelect: typeof remoteSelectMachine;
}

export const LeafLogicsContext = createContext<LeafLogics>({ remoteSelect: remoteSelectMachine });
