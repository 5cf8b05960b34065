import { createContext } from 'react';
import type { AccountParts } from '#actors/account-part';
import type { DeskParts } from '#actors/desk-part';
import type { PaletteKit } from '#actors/command-palette.actors';
import type { OfficeLogics } from '#actors/office-logics';
import type { TableKit } from '#actors/table-part';
import type { UploadKit } from '#actors/upload-part';
import type { clickCaptchaMachine } from '#machines/click-captcha.machine';
import { faultMachine } from '#machines/fault.machine';
import type { iconPickerMachine } from '#machines/icon-picker.machine';

/** The logics of leaf widgets with their effects bound; `main.tsx` gives the real ones. */
export interface LeafLogics extends OfficeLogics {
  readonly fault: typeof faultMachine;
  /** Comes with the first field that needs it, words included; the same promise each time. */
  readonly uploads: () => Promise<UploadKit>;
  /** In the same way. */
  readonly clickCaptcha: () => Promise<typeof clickCaptchaMachine>;
  /** In the same way. */
  readonly tables: () => Promise<TableKit>;
  /** In the same way. */
  readonly desk: () => Promise<DeskParts>;
  /** In the same way. */
  readonly iconPicker: () => Promise<typeof iconPickerMachine>;
  /** In the same way. */
  readonly palette: () => Promise<PaletteKit>;
  /** In the same way. */
  readonly account: () => Promise<AccountParts>;
}

const never = new Promise<never>(() => {});

/** Pages before the back office have no such widget, and do not bring its code. */
export const noOffice = (): never => {
  throw new Error('a widget of the back office stands outside of it');
};

export const LeafLogicsContext = createContext<LeafLogics>({
  get remoteSelect() {
    return noOffice();
  },
  get optionTree() {
    return noOffice();
  },
  fault: faultMachine,
  uploads: () => never,
  clickCaptcha: () => never,
  tables: () => never,
  desk: () => never,
  iconPicker: () => never,
  palette: () => never,
  account: () => never,
});
