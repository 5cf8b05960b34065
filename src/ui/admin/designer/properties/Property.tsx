import { Tooltip } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './properties.module.css';

interface PropertyProps {
  readonly label: string;
  /** What it is for, behind a question mark: nothing is asked without. */
  readonly tip: string;
  readonly error?: string | undefined;
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby'?: string; readonly 'aria-invalid'?: true }) => ReactNode;
}

/** A label with its help, and the input that it names. */
export function Property({ label, tip, error = '', children }: PropertyProps) {
  const id = useId();
  const wrong = error !== '' && ({ 'aria-describedby': `${id}-error`, 'aria-invalid': true } as const);
  return (
    <div className={classes.property} data-wrong={error !== '' || undefined}>
      <div className={classes.head}>
        <label htmlFor={id}>{label}</label>
        <Tip text={tip} />
      </div>
      {children({ id, ...wrong })}
      {error !== '' && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A question mark that says what something is for; also to who cannot point at it. */
export const Tip = ({ text }: { readonly text: string }) => (
  <Tooltip label={text} multiline w={260} withArrow position="top" events={{ hover: true, focus: true, touch: true }}>
    <button type="button" className={classes.tip} aria-label={text}>
      ?
    </button>
  </Tooltip>
);
