import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** What to do next; usually one or two buttons. */
  readonly children?: ReactNode;
  /** Heading level of the title, 2 where the state is the whole page. */
  readonly level?: 1 | 2 | 3;
}

/** Nothing here, and what to do about it. */
export function EmptyState({ icon, title, text, children, level = 3 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={classes.root}>
      {icon && (
        <div className={classes.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <Heading className={classes.title}>{title}</Heading>
      {text && <div className={classes.text}>{text}</div>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
