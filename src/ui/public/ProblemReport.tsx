import { useSelector } from '@xstate/react';
import { use } from 'react';
import { selectReportNumber } from '#machines/problem-report.machine';
import { t } from '../app/i18n.ts';
import { LeafLogicsContext } from '../kit/leaf-logics.ts';
import { useLeafActor } from '../kit/use-leaf-actor.ts';
import { brokenCodeOf } from '../problem/broken-code.ts';
import classes from './FaultView.module.css';

/** Reports the fault that the page around it stands for, and shows how far that has come. */
export function ProblemReport({ error }: { readonly error: unknown }) {
  const logic = use(use(LeafLogicsContext).problemReport());
  const report = useLeafActor(logic, { id: 'problemReport', input: { broken: brokenCodeOf(error) } });
  const number = useSelector(report, selectReportNumber);
  const isFailed = useSelector(report, (snapshot) => snapshot.matches('failed'));
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
