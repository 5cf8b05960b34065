import { IconArrowLeft } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { MachinePaths, PathItem } from '#domain/observe/path-report';
import { selectOpenedMachine } from '#machines/observe/coverage.machine';
import { t } from '../../base/i18n.ts';
import { PartTabs } from '../chart/PartTabs.tsx';
import { GapFilter, WalkerSwitch } from './CoverageFilters.tsx';
import { COVERAGE_PARTS } from './coverage-store.ts';
import classes from './MachineCoverage.module.css';
import { PathList } from './PathList.tsx';
import type { Coverage } from './use-coverage.ts';
import { WalkedChart } from './WalkedChart.tsx';

interface MachineCoverageProps {
  readonly coverage: Coverage;
  readonly machine: MachinePaths;
}

/** One machine: its chart in the colours of who has walked it, and beside it everything there is to walk. */
export function MachineCoverage({ coverage, machine }: MachineCoverageProps) {
  const { actor, store } = coverage;
  const part = useSelector(store, ({ context }) => context.part);
  const opened = useSelector(actor, selectOpenedMachine);
  const choose = (key: string) => {
    store.trigger.itemChosen({ key });
    actor.send({ type: 'coverage.walkLeft' });
  };
  const walk = ({ key, walk: number }: PathItem) => {
    const found = number === null ? undefined : machine.walks[number];
    if (!found) return;
    store.trigger.partChosen({ part: 'chart' });
    actor.send({ type: 'coverage.walkRequested', way: { key, walk: found } });
  };
  return (
    <div className={classes.machine} data-part={part}>
      <header className={classes.bar}>
        <button type="button" className={classes.back} onClick={() => actor.send({ type: 'coverage.machineLeft' })}>
          <IconArrowLeft size={17} stroke={1.75} aria-hidden="true" />
          {t('coverage.all')}
        </button>
        <h2>{machine.id}</h2>
        <code className={classes.path}>{machine.path}</code>
        <GapFilter store={store} />
        <WalkerSwitch store={store} />
      </header>
      {opened && opened.hash !== machine.hash && (
        <p role="note" className={classes.other}>
          {t('coverage.otherVersion')}
        </p>
      )}
      <PartTabs
        label={t('coverage.parts.label')}
        parts={COVERAGE_PARTS.map((key) => ({ key, label: t(`coverage.parts.${key}`) }))}
        part={part}
        onChoose={(chosen) => store.trigger.partChosen({ part: chosen })}
      />
      <section className={classes.chart} aria-label={t('coverage.parts.chart')}>
        <WalkedChart coverage={coverage} machine={machine} onChoose={choose} />
      </section>
      <section className={classes.paths} aria-label={t('coverage.parts.paths')}>
        <PathList coverage={coverage} machine={machine} chart={opened?.chart ?? null} onChoose={choose} onWalk={walk} />
      </section>
    </div>
  );
}
