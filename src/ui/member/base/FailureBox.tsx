import { IconAlertCircle } from '@tabler/icons-react';
import type { Failure } from '#domain/base/failure';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import classes from './FailureBox.module.css';

/** Why something did not succeed, read out at once. The place is there before the words are. */
export function FailureBox({ failure }: { readonly failure: Failure | null }) {
  return (
    <div role="alert" className={classes.place}>
      {failure && (
        <p className={classes.failure}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
          <FailureText failure={failure} />
        </p>
      )}
    </div>
  );
}
