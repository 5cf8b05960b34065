import { createContext } from 'react';
import type { AccountParts } from '#actors/session/account.bundle';
import type { DeskParts } from '#actors/shell/dashboard.bundle';
import type { WaysOut } from '#actors/app/fault.actors';
import type { PaletteKit } from '#actors/shell/command-palette.actors';
import type { OfficeLogics } from '#actors/fields/choice-logics';
import type { TableKit } from '#actors/table/table.bundle';
import type { UploadKit } from '#actors/files/upload.bundle';
import type { clickCaptchaMachine } from '#machines/session/click-captcha.machine';
import type { iconPickerMachine } from '#machines/fields/icon-picker.machine';
import type { problemReportMachine } from '#machines/observe/problem-report.machine';
import type { AppHandle } from './app-context.ts';

/** Logics that come with the first widget that needs them, words included; the same promise each time. */
export interface LateLogics {
  readonly uploads: () => Promise<UploadKit>;
  readonly clickCaptcha: () => Promise<typeof clickCaptchaMachine>;
  readonly desk: () => Promise<DeskParts>;
  readonly tables: () => Promise<TableKit>;
  readonly iconPicker: () => Promise<typeof iconPickerMachine>;
  readonly palette: () => Promise<PaletteKit>;
  readonly account: () => Promise<AccountParts>;
  readonly problemReport: () => Promise<typeof problemReportMachine>;
  /** Opens the window for reporting a problem, over whatever is shown; what was thrown goes with the report. */
  readonly problemWindow: () => Promise<(handle: AppHandle, error: unknown) => void>;
}

/** The logics of leaf widgets with their effects bound, and what fault pages make theirs of; `main.tsx` gives the real ones. */
export interface LeafLogics extends OfficeLogics, LateLogics {
  readonly waysOut: WaysOut;
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
  waysOut: { history: { href: () => '/', go: () => {}, stepsBack: () => null }, page: { reload: () => {} } },
  uploads: () => never,
  clickCaptcha: () => never,
  tables: () => never,
  desk: () => never,
  iconPicker: () => never,
  palette: () => never,
  account: () => never,
  problemReport: () => never,
  problemWindow: () => never,
});
