import { createContext } from 'react';
import type { UploadKit } from '#actors/upload-part';
import type { clickCaptchaMachine } from '#machines/click-captcha.machine';
import { faultMachine } from '#machines/fault.machine';
import { optionTreeMachine } from '#machines/option-tree.machine';
import { remoteSelectMachine } from '#machines/remote-select.machine';

/** The logics of leaf widgets with their effects bound; `main.tsx` gives the real ones. */
export interface LeafLogics {
  readonly remoteSelect: typeof remoteSelectMachine;
  readonly optionTree: typeof optionTreeMachine;
  readonly fault: typeof faultMachine;
  /** Comes with the first field that needs it, words included; the same promise each time. */
  readonly uploads: () => Promise<UploadKit>;
  /** In the same way. */
  readonly clickCaptcha: () => Promise<typeof clickCaptchaMachine>;
}

const never = new Promise<never>(() => {});

export const LeafLogicsContext = createContext<LeafLogics>({
  remoteSelect: remoteSelectMachine,
  optionTree: optionTreeMachine,
  fault: faultMachine,
  uploads: () => never,
  clickCaptcha: () => never,
});
