import classes from './Spinner.module.css';

/** Something is on its way; the words beside it say what. */
export const Spinner = () => <span className={classes.spinner} aria-hidden="true" />;
