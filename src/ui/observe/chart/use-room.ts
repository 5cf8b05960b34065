import { useLayoutEffect, useMemo, useRef, useSyncExternalStore, type RefObject } from 'react';

export interface Room {
  readonly width: number;
  readonly height: number;
}

const NONE: Room = { width: 0, height: 0 };

/** How much room an element has, now and whenever that changes. */
export function useRoom(): { readonly ref: RefObject<SVGSVGElement | null>; readonly room: Room } {
  const ref = useRef<SVGSVGElement>(null);
  const source = useMemo(() => roomSource(), []);
  useLayoutEffect(() => source.look(ref.current), [source]);
  return { ref, room: useSyncExternalStore(source.subscribe, source.room) };
}

function roomSource() {
  const listeners = new Set<() => void>();
  let room = NONE;
  const observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const { width, height } = entry.contentRect;
    room = { width, height };
    for (const listener of listeners) listener();
  });
  return {
    room: () => room,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    look: (element: Element | null) => {
      if (element) observer.observe(element);
      return () => observer.disconnect();
    },
  };
}
