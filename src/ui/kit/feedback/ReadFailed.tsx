import { Button } from '@mantine/core';
import type { Failure } from '#domain/base/failure';
import { isMissingCall } from '#domain/base/missing-call';
import { t } from '../../base/i18n.ts';
import { EmptyState } from './EmptyState.tsx';
import { FailureText } from './FailureText.tsx';

interface ReadFailedProps {
  readonly title: string;
  readonly failure: Failure | null;
  /** What is said where the server is another of the family, which has no such calls and will not have them at a second try. */
  readonly elsewhere: { readonly title: string; readonly text: string };
  readonly onRetry: () => void;
}

/** Stands where a page could not be read. */
export function ReadFailed({ title, failure, elsewhere, onRetry }: ReadFailedProps) {
  if (isMissingCall(failure)) return <EmptyState level={2} title={elsewhere.title} text={elsewhere.text} />;
  return (
    <EmptyState level={2} title={title} text={failure && <FailureText failure={failure} />}>
      <Button onClick={onRetry}>{t('common.action.retry')}</Button>
    </EmptyState>
  );
}
