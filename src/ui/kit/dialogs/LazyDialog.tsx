import { Suspense, useInsertionEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { OverlayContext } from '../../base/lazy-view.tsx';

export interface LazyDialogProps {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/**
 * Holds a dialog whose code comes with its first opening. It stays afterwards, so that it can fade out. The mark is no state of the
 * product: nothing is drawn differently by it. A dialog that is mounted open does not know who had the focus; this gives it back.
 */
export function LazyDialog({ isOpen, children }: LazyDialogProps) {
  const hasOpened = useRef(false);
  const opener = useRef<Element | null>(null);
  // Before anything inside can take the focus: with its code at hand a dialog does so in the very same commit.
  useInsertionEffect(() => {
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);
  useLayoutEffect(() => {
    if (!isOpen && opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus({ preventScroll: true });
  }, [isOpen]);
  // oxlint-disable-next-line react/refs, no-cond-assign -- only ever goes from false to true, in the same render as `isOpen`
  return (hasOpened.current ||= isOpen) ? (
    <OverlayContext value={isOpen}>
      <Suspense>{children}</Suspense>
    </OverlayContext>
  ) : null;
}
