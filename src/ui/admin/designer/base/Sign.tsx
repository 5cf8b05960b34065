import type { ReactNode } from 'react';
import classes from './Sign.module.css';

export interface SignProps {
  readonly tone: 'plain' | 'good' | 'warning' | 'bad';
  readonly children: ReactNode;
}

/** Where something stands, as a coloured word. */
export const Sign = ({ tone, children }: SignProps) => (
  <span className={classes.sign} data-tone={tone}>
    {children}
  </span>
);
