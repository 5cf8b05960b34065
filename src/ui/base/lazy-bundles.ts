import { createContext, use } from 'react';
import type { AppBundles } from '#actors/app/app-bundles';
import type { WaysOut } from '#actors/app/fault.actors';
import type { Lazy } from '#actors/base/lazy-code';
import type { ExternalBundle } from '#actors/external/external.bundle';
import type { ChoiceBundle } from '#actors/fields/choice.bundle';
import type { UploadBundle } from '#actors/files/upload.bundle';
import type { LifeBundle } from '#actors/life/life.bundle';
import type { EntryBundle } from '#actors/members/entry.actors';
import type { AccountBundle } from '#actors/app/account.bundle';
import type { CaptchaBundle } from '#actors/session/captcha.bundle';
import type { NotificationsBundle } from '#actors/notifications/notifications.bundle';
import type { PaletteBundle } from '#actors/shell/command-palette.actors';
import type { DashboardBundle } from '#actors/shell/dashboard.bundle';
import type { ImportBundle } from '#actors/table/import.bundle';
import type { TableToolsBundle } from '#actors/table/tools.bundle';
import type { iconPickerMachine } from '#machines/fields/icon-picker.machine';
import type { helpMachine } from '#machines/help/help.machine';
import type { problemReportMachine } from '#machines/observe/problem-report.machine';
import type { AppHandle } from './app-context.ts';

/** Logics of widgets with their effects bound, each bundle with its words; code that comes with the first widget that needs it. */
export interface LeafBundles {
  readonly account: Lazy<AccountBundle>;
  readonly captcha: Lazy<CaptchaBundle>;
  /** Comes once the first page of the back office is drawn. */
  readonly choice: Lazy<ChoiceBundle>;
  readonly dashboard: Lazy<DashboardBundle>;
  /** For the sign-in page of members. */
  readonly entry: Lazy<EntryBundle>;
  /** Sign-ins at providers elsewhere, and what accounts are linked with there. */
  readonly external: Lazy<ExternalBundle>;
  readonly help: Lazy<typeof helpMachine>;
  readonly iconPicker: Lazy<typeof iconPickerMachine>;
  readonly life: Lazy<LifeBundle>;
  readonly notifications: Lazy<NotificationsBundle>;
  readonly palette: Lazy<PaletteBundle>;
  readonly problemReport: Lazy<typeof problemReportMachine>;
  /** Opens the window for reporting a problem, over whatever is shown; what was thrown goes with the report. */
  readonly problemWindow: Lazy<(handle: AppHandle, error: unknown) => void>;
  readonly tableImport: Lazy<ImportBundle>;
  readonly tableTools: Lazy<TableToolsBundle>;
  readonly upload: Lazy<UploadBundle>;
}

export interface LazyBundles extends LeafBundles, AppBundles {}

export interface ViewLogics {
  readonly bundles: LazyBundles;
  /** What fault pages make their logic of: nothing may have to be loaded for them. */
  readonly waysOut: WaysOut;
  /** Whether something that a member had typed waits in this tab. */
  readonly hasMemberDraft: () => boolean;
  /** Whether the browser knows passkeys. */
  readonly hasPasskeys: boolean;
}

/** `main.tsx` gives the real ones. */
export const LogicsContext = createContext<ViewLogics | null>(null);

export function useLogics(): ViewLogics {
  const logics = use(LogicsContext);
  if (!logics) throw new Error('a view stands outside of the application');
  return logics;
}

/** A bundle; the view waits in its `Suspense` until it has arrived, and is drawn at once where it has. */
export const useBundle = <Name extends keyof LazyBundles>(name: Name): BundleOf<Name> =>
  use(useLogics().bundles[name]() as Promise<BundleOf<Name>>);

type BundleOf<Name extends keyof LazyBundles> = LazyBundles[Name] extends Lazy<infer Bundle> ? Bundle : never;
