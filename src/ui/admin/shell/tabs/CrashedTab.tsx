import { Button } from '@mantine/core';
import { IconBug } from '@tabler/icons-react';
import type { FallbackProps } from '../../../base/ErrorBoundary.tsx';
import { t } from '../../../base/i18n.ts';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { useReportProblem } from '../../../base/use-report-problem.ts';

/** One tab's page broke; the others live. Source: readings 8.13. */
export function CrashedTab({ onReset, error }: FallbackProps) {
  const reportProblem = useReportProblem();
  return (
    <div role="alert">
      <EmptyState level={2} icon={<IconBug size={24} stroke={1.5} />} title={t('admin.crash.title')} text={t('admin.crash.body')}>
        <Button onClick={onReset}>{t('admin.crash.reopen')}</Button>
        <Button variant="default" onClick={() => reportProblem(error)}>
          {t('common.action.report')}
        </Button>
      </EmptyState>
    </div>
  );
}
