import { IconHourglass } from '@tabler/icons-react';
import classes from './wait-sign.module.css';

/** Beside the state of a record: something of it waits for another person's approval. What it is the words say. */
export const WaitSign = ({ words }: { readonly words: string }) => (
  <span className={classes.sign}>
    {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of the library */}
    <IconHourglass size={12} stroke={2.25} role="img" aria-label={words} />
  </span>
);
