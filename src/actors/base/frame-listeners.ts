/** Does something with the next picture that the browser draws. */
export type OnFrame = (run: () => void) => void;

export interface FrameListeners {
  /** Tells all who listen, once a frame however often it is called. */
  readonly notify: () => void;
  /** @returns ends it */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Who listens to what changes many times a frame. @param beforeTold done once a frame, before anybody is told */
export function createFrameListeners(onFrame: OnFrame, beforeTold: () => void = () => {}): FrameListeners {
  const listeners = new Set<() => void>();
  let isAwaited = false;
  return {
    notify() {
      if (isAwaited) return;
      isAwaited = true;
      onFrame(() => {
        isAwaited = false;
        beforeTold();
        for (const listener of listeners) listener();
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
