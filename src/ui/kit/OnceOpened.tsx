import { Suspense, useRef, type ReactNode } from 'react';

export interface OnceOpenedProps {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/**
 * Holds a dialog whose code comes with its first opening. It stays afterwards, so that it can close in its own way: fade, and give the
 * focus back. The mark is no state of the product: nothing is drawn differently by it.
 */
export function OnceOpened({ isOpen, children }: OnceOpenedProps) {
  const hasOpened = useRef(false);
  // oxlint-disable-next-line react/refs, no-cond-assign -- only ever goes from false to true, in the same render as `isOpen`
  return (hasOpened.current ||= isOpen) ? <Suspense>{children}</Suspense> : null;
}
