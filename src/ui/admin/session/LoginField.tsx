import { useId, type ComponentProps, type ReactNode } from 'react';
import classes from './LoginField.module.css';

export interface LoginFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly label: string;
  readonly error: string | undefined;
  /** Shown below the field while there is something to say. */
  readonly hint?: ReactNode;
  /** Stands inside the field, at its end. */
  readonly children?: ReactNode;
}

/** A field of the sign-in form: plain, so that the front door opens without the component library. */
export function LoginField({ label, error, hint, children, ...input }: LoginFieldProps) {
  const id = useId();
  return (
    <div className={classes.field} data-error={error !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.box}>
        <input id={id} {...input} aria-invalid={error !== undefined} aria-describedby={`${id}-hint ${id}-error`} />
        {children}
      </div>
      <output id={`${id}-hint`} className={classes.hint}>
        {hint}
      </output>
      <p id={`${id}-error`} className={classes.error}>
        {error}
      </p>
    </div>
  );
}
