import { IconCloudOff, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Failure } from '#domain/base/failure';
import { isMissingCall } from '#domain/base/missing-call';
import { t } from '../../base/i18n.ts';
import { useReportProblem } from '../../base/use-report-problem.ts';
import buttons from '../plain-button.module.css';
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx';
import { FailureText } from './FailureText.tsx';

interface ReadFailedProps {
  readonly title: string;
  readonly failure: Failure | null;
  readonly level?: EmptyStateProps['level'];
  /** What is said where the server is another of the family, which has no such calls and will not have them at a second try. */
  readonly elsewhere?: { readonly title: string; readonly text: string };
  readonly onRetry: () => void;
  /** Another way on, as a button. */
  readonly children?: ReactNode;
}

const ICON = { size: 24, stroke: 1.5 } as const;

/** What to do about it: a reason that the server gives in its own words says so itself, a broken line or server does not. */
function Advice({ failure }: Pick<ReadFailedProps, 'failure'>) {
  if (failure?.kind === 'rejected') return <FailureText failure={failure} />;
  return t(failure?.kind === 'unreachable' || failure?.kind === 'timeout' ? 'common.state.failedHint' : 'common.state.failedLater');
}

/** Stands where a page, or a part of it, could not be read. */
export function ReadFailed({ title, failure, level = 2, elsewhere, onRetry, children }: ReadFailedProps) {
  const reportProblem = useReportProblem();
  if (elsewhere && isMissingCall(failure))
    return <EmptyState level={level} icon={<IconPlugConnectedX {...ICON} />} title={elsewhere.title} text={elsewhere.text} />;
  return (
    <EmptyState level={level} icon={<IconCloudOff {...ICON} />} title={title} text={<Advice failure={failure} />}>
      <button type="button" className={buttons.primary} onClick={onRetry} data-with-line={failure?.kind !== 'rejected' || undefined}>
        {t('common.action.retry')}
      </button>
      {children}
      <button type="button" className={buttons.secondary} onClick={() => reportProblem()}>
        {t('common.action.report')}
      </button>
    </EmptyState>
  );
}
