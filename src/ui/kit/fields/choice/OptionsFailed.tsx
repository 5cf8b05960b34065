import { Button } from '@mantine/core';
import type { Failure } from '#domain/base/failure';
import { t } from '../../../base/i18n.ts';
import { FailureText } from '../../feedback/FailureText.tsx';
import { deniedOptions } from './denied-options.ts';

interface OptionsFailedProps {
  /** The section that is chosen from. */
  readonly of?: string | undefined;
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** The choices could not be loaded: why, and another try where that can help. */
export function OptionsFailed({ of, failure, onRetry }: OptionsFailedProps) {
  const denied = of === undefined ? null : deniedOptions(of, failure);
  if (denied !== null) return <div role="alert">{denied}</div>;
  return (
    <div role="alert">
      {t('resources.kit.fields.optionsFailed')} <FailureText failure={failure} />{' '}
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        {t('resources.kit.fields.retry')}
      </Button>
    </div>
  );
}
