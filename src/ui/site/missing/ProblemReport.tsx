import { useSelector } from '@xstate/react';
import { selectProblemReportHasFailed, selectReportNumber } from '#machines/observe/problem-report.machine';
import { t } from '../../base/i18n.ts';
import { useSite } from '../../base/use-site.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { brokenCodeOf } from '../../observe/problem/broken-code.ts';
import { useReportProblem } from '../../base/use-report-problem.ts';
import classes from './FaultView.module.css';

interface Props {
  readonly error: unknown;
}

/** Reports the fault that the page around it stands for where the site allows it; else whoever sees it is offered to. Source: readings 2. */
export function ProblemReport({ error }: Props) {
  return useSite().reportsFaults ? <SentReport error={error} /> : <OfferedReport error={error} />;
}

/** Shows how far the report has come. */
function SentReport({ error }: Props) {
  const logic = useBundle('problemReport');
  const report = useLeafActor(logic, { id: 'problemReport', input: { broken: brokenCodeOf(error) } });
  const number = useSelector(report, selectReportNumber);
  const isFailed = useSelector(report, selectProblemReportHasFailed);
  return (
    <p className={classes.report}>
      <output>{isFailed ? t('fault.reportFailed') : number === '' ? t('fault.reporting') : t('fault.reported', { number })}</output>
      {isFailed && (
        <button type="button" className={classes.stop} onClick={() => report.send({ type: 'report.retried' })}>
          {t('common.action.retry')}
        </button>
      )}
    </p>
  );
}

function OfferedReport({ error }: Props) {
  const report = useReportProblem();
  return (
    <p className={classes.report}>
      <button type="button" className={classes.stop} onClick={() => report(error)}>
        {t('common.action.report')}
      </button>
    </p>
  );
}
