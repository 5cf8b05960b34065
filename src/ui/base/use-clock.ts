import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

const subscribe = (notify: () => void) => {
  const timer = setInterval(notify, MINUTE_MS);
  return () => clearInterval(timer);
};

/** The viewer's hour, 0 to 23; it changes by itself when the hour passes. Source: readings 9.7. */
export const useHour = (): number => useSyncExternalStore(subscribe, () => new Date().getHours());

/** The last full minute of the viewer's clock, in Unix seconds; whoever asks is drawn anew as minutes pass. */
export const useMinute = (): number => useSyncExternalStore(subscribe, () => Math.floor(Date.now() / MINUTE_MS) * 60);
