import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './EntryOpener.module.css';

export interface EntryOpenerProps {
  readonly isOpen: boolean;
  /** The id of the element that it opens. */
  readonly details: string;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** The line of an entry as the button that opens it. */
export const EntryOpener = ({ isOpen, details, onToggle, children }: EntryOpenerProps) => (
  <button type="button" className={classes.opener} aria-expanded={isOpen} aria-controls={details} onClick={onToggle}>
    <IconChevronRight className={classes.chevron} size={16} aria-hidden="true" />
    {children}
  </button>
);
