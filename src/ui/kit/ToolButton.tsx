import type { ComponentProps } from 'react';
import classes from './tool-button.module.css';

export interface ToolButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'className'> {
  /** Name for everybody who cannot read the icon; shown as a tip too. */
  readonly label: string;
}

/** A quiet square button with an icon. Plain, so that pages before the sign-in stay light. */
export function ToolButton({ label, children, ...rest }: ToolButtonProps) {
  return (
    <button type="button" className={classes.button} aria-label={label} title={label} {...rest}>
      {children}
    </button>
  );
}
