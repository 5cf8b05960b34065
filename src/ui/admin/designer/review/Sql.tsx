import classes from './review.module.css';

/** Statements, for whoever wants to see them. */
export const Sql = ({ statements }: { readonly statements: readonly string[] }) => (
  <details className={classes.sql}>
    <summary>SQL</summary>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long statements are scrolled by keys as well */}
    <pre tabIndex={0}>{statements.join(';\n')}</pre>
  </details>
);
