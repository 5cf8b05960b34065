/**
 * Why a navigation did not happen; `alreadyAtTarget` is only a warning.
 * Source: specification §8, "Navigation errors".
 */
export type NavigationFailure = 'beyondRange' | 'unrecognizedMenuType' | 'intercepted' | 'alreadyAtTarget' | 'invalidRoute';

/** Message key of each navigation error. */
export const NAVIGATION_FAILURE_KEY: Readonly<Record<NavigationFailure, string>> = {
  beyondRange: 'errors.navigation.beyondRange',
  unrecognizedMenuType: 'errors.navigation.unknownMenuType',
  intercepted: 'errors.navigation.intercepted',
  alreadyAtTarget: 'errors.navigation.alreadyThere',
  invalidRoute: 'errors.navigation.invalidRoute',
};

export type NavigationMode = 'push' | 'replace';

/** Where the progress bar begins, as a share of its length. Source: specification §9. */
export const PROGRESS_MINIMUM = 0.08;

/** Time between two steps of the progress bar. */
export const PROGRESS_STEP_MS = 200;

const PROGRESS_MAXIMUM = 0.994;

/** The next place of the progress bar: it slows down and never arrives by itself. */
export function nextProgress(share: number): number {
  const step = share < 0.2 ? 0.1 : share < 0.5 ? 0.04 : share < 0.8 ? 0.02 : 0.005;
  return Math.min(PROGRESS_MAXIMUM, Math.round((share + step) * 1000) / 1000);
}
