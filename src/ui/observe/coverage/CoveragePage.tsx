import { fetchReport } from '#actors/observe/coverage.actors';
import { benchInWorker } from '#actors/observe/coverage-worker';
import { useMemo } from 'react';
import { t } from '../../base/i18n.ts';
import { DevFrame } from '../base/DevFrame.tsx';
import { CoverageView } from './CoverageView.tsx';

/** `/dev/coverage`: which ways through the machines were walked, and by whom. */
export function CoveragePage() {
  const ports = useMemo(() => ({ fetchReport, bench: benchInWorker() }), []);
  return (
    <DevFrame title={t('coverage.title')} lead={t('coverage.lead')} fit="window">
      <CoverageView ports={ports} />
    </DevFrame>
  );
}
