import type { ReactNode } from 'react';
import classes from './KindBadge.module.css';

export interface KindBadgeProps {
  /** What becomes of the record; the colour follows it. */
  readonly kind: string;
  readonly children: ReactNode;
}

/** What was done to a record, as a coloured word. */
export const KindBadge = ({ kind, children }: KindBadgeProps) => (
  <span className={classes.kind} data-kind={kind}>
    {children}
  </span>
);
