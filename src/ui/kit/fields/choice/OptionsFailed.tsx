import { Button } from '@mantine/core';
import type { Failure } from '#domain/base/failure';
import { t } from '../../../base/i18n.ts';
import { FailureText } from '../../feedback/FailureText.tsx';

interface OptionsFailedProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** The choices could not be loaded: why, and another try. */
export function OptionsFailed({ failure, onRetry }: OptionsFailedProps) {
  return (
    <div role="alert">
      {t('resources.kit.fields.optionsFailed')} <FailureText failure={failure} />{' '}
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        {t('resources.kit.fields.retry')}
      </Button>
    </div>
  );
}
