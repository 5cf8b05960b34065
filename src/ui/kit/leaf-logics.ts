import { createContext } from 'react';
import { faultMachine } from '#machines/fault.machine';
import { remoteSelectMachine } from '#machines/remote-select.machine';

/** The logics of leaf widgets with their effects bound; `main.tsx` gives the real ones. */
export interface LeafLogics {
  readonly remoteSelect: typeof remoteSelectMachine;
  readonly fault: typeof faultMachine;
}

export const LeafLogicsContext = createContext<LeafLogics>({ remoteSelect: remoteSelectMachine, fault: faultMachine });
