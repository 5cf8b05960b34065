import type { ApiOperationEntry } from '#domain/programs/api-operation';
import classes from './trial.module.css';

/** How a call is sent; its colour says whether it writes. */
export const Method = ({ method }: Pick<ApiOperationEntry, 'method'>) => (
  <span className={classes.method} data-method={method}>
    {method}
  </span>
);
