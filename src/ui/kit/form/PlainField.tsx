import { useId, type ComponentProps, type ReactNode } from 'react';
import classes from './PlainField.module.css';

export interface PlainFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly label: string;
  readonly error: string | undefined;
  /** Shown below the field while there is something to say. */
  readonly hint?: ReactNode;
  /** Stands inside the field, at its end. */
  readonly children?: ReactNode;
}

/** A field of plain elements, for pages that open without the component library. */
export function PlainField({ label, error, hint, children, ...input }: PlainFieldProps) {
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
