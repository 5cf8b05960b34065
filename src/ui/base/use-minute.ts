import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
const SECONDS = 60;

const subscribe = (notify: () => void) => {
  const timer = setInterval(notify, MINUTE_MS);
  return () => clearInterval(timer);
};

/** The last full minute of the viewer's clock, in Unix seconds; whoever asks is drawn anew as minutes pass. */
export const useMinute = (): number => useSyncExternalStore(subscribe, () => Math.floor(Date.now() / MINUTE_MS) * SECONDS);
