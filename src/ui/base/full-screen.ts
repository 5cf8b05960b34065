import { useSyncExternalStore } from 'react';

const subscribe = (notify: () => void) => {
  document.addEventListener('fullscreenchange', notify);
  return () => document.removeEventListener('fullscreenchange', notify);
};

/** Whether the browser shows the page full screen; the browser owns that state, Esc changes it too. */
export const useIsFullScreen = (): boolean => useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);

/** A browser may refuse; then nothing happens, which is what its user asked of it. */
export function toggleFullScreen(): void {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(() => {});
}
