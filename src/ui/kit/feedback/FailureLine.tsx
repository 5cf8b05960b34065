import { Button } from '@mantine/core';
import type { Failure } from '#domain/base/failure';
import { t } from '../../base/i18n.ts';
import classes from './FailureLine.module.css';
import { FailureText } from './FailureText.tsx';

export interface FailureLineProps {
  /** What was not done. */
  readonly text: string;
  readonly failure: Failure;
  readonly onRetry?: () => void;
}

/** What was not done and why, in one line, and the button that tries again where that is of use. */
export const FailureLine = ({ text, failure, onRetry }: FailureLineProps) => (
  <div role="alert" className={classes.line}>
    {text} <FailureText failure={failure} />
    {onRetry && (
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {t('common.action.retry')}
      </Button>
    )}
  </div>
);
