import type { AppPorts } from './ports.ts';

/** A browser may forbid storage altogether; then nothing is kept, and reading finds nothing. */
export const textsIn = (storage: () => Storage): AppPorts['tabStorage'] => ({
  read: (key) => {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  },
  write: (key, text) => storage().setItem(key, text),
  remove: (key) => {
    try {
      storage().removeItem(key);
    } catch {
      // What cannot be stored is not there.
    }
  },
});
