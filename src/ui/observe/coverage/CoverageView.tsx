import { useSelector } from '@xstate/react';
import type { CoveragePorts } from '#actors/observe/coverage.actors';
import { selectChosenMachine, selectCoverageHasFailed, selectCoverageIsMissing } from '#machines/observe/coverage.machine';
import { t } from '../../base/i18n.ts';
import { LoadingBlock } from '../../kit/feedback/LoadingBlock.tsx';
import { EmptyState } from '../../kit/feedback/EmptyState.tsx';
import buttons from '../../kit/plain-button.module.css';
import classes from './CoverageView.module.css';
import { MachineCoverage } from './MachineCoverage.tsx';
import { MachineTable } from './MachineTable.tsx';
import { useCoverage, type Coverage } from './use-coverage.ts';

/** The figures of all machines, or the chart of the chosen one; what to do where there is no report. */
export function CoverageView({ ports }: { readonly ports: Omit<CoveragePorts, 'keep'> }) {
  const coverage = useCoverage(ports);
  const { actor, store } = coverage;
  const isMissing = useSelector(actor, selectCoverageIsMissing);
  const hasFailed = useSelector(actor, selectCoverageHasFailed);
  const machineId = useSelector(actor, selectChosenMachine);
  const report = useSelector(store, ({ context }) => context.report);
  if (isMissing) return <NoReport coverage={coverage} title={t('coverage.missing.title')} />;
  if (hasFailed) return <NoReport coverage={coverage} title={t('coverage.failed')} />;
  if (!report) return <LoadingBlock />;
  const machine = report.machines.find(({ id }) => id === machineId);
  return machine ? (
    <MachineCoverage key={machine.id} coverage={coverage} machine={machine} />
  ) : (
    <MachineTable coverage={coverage} report={report} />
  );
}

const COMMAND = 'npm run coverage:paths';

function NoReport({ coverage: { actor }, title }: { readonly coverage: Coverage; readonly title: string }) {
  return (
    <div className={classes.none}>
      <EmptyState level={2} title={title} text={t('coverage.missing.hint')}>
        <code className={classes.command}>{COMMAND}</code>
        <button type="button" className={buttons.secondary} onClick={() => actor.send({ type: 'coverage.retried' })}>
          {t('coverage.missing.retry')}
        </button>
      </EmptyState>
    </div>
  );
}
