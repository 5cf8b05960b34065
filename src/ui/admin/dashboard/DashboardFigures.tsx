import { Alert, Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectFigures, selectFiguresFailure, selectIsReading, type DashboardRef, type Figures } from '#machines/shell/dashboard.machine';
import { t } from '../../base/i18n.ts';
import { failureText } from '../../kit/feedback/FailureText.tsx';
import { useBundle } from '../../base/lazy-bundles.ts';
import { ToolButton } from '../../kit/ToolButton.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { CategoryBars } from './CategoryBars.tsx';
import { ChangeColumns } from './ChangeColumns.tsx';
import classes from './figures.module.css';
import { FigureCards } from './FigureCards.tsx';
import { LastActions } from './LastActions.tsx';
import { SignIns } from './SignIns.tsx';

/** The figures of the first page. */
export function DashboardFigures() {
  const { dashboard } = useBundle('dashboard');
  return <FiguresView actor={useLeafActor(dashboard, { id: 'dashboard' })} />;
}

/** What there is to see of them: the newest, the last ones with a word that there are no newer, or why there are none. */
export function FiguresView({ actor }: { readonly actor: DashboardRef }) {
  const figures = useSelector(actor, selectFigures);
  const failure = useSelector(actor, selectFiguresFailure);
  const isReading = useSelector(actor, selectIsReading);
  // A server that tells nothing has no figures to be renewed.
  if (figures && Object.values(figures).every((part) => part === null)) return null;
  const refresh = () => actor.send({ type: 'dashboard.refreshRequested' });
  return (
    <section aria-labelledby="dashboard-figures" aria-busy={isReading} className={classes.figures}>
      <div className={classes.head}>
        <h2 id="dashboard-figures" className={classes.heading}>
          {t('dashboard.figures')}
        </h2>
        <ToolButton label={t('dashboard.refresh')} aria-disabled={isReading} onClick={refresh}>
          <IconRefresh size={18} stroke={1.75} aria-hidden="true" />
        </ToolButton>
      </div>
      {failure && (
        <Alert color="red" variant="light" title={t(figures ? 'dashboard.stale' : 'dashboard.failed')}>
          <p className={classes.word}>{failureText(failure)}</p>
          <Button variant="default" size="compact-sm" onClick={refresh}>
            {t('dashboard.retry')}
          </Button>
        </Alert>
      )}
      {figures ? <Parts figures={figures} /> : !failure && <Skeleton height={240} radius="lg" />}
    </section>
  );
}

const Parts = ({ figures }: { readonly figures: Figures }) => (
  <>
    <FigureCards figures={figures} />
    <div className={classes.panels}>
      {figures.goods && <CategoryBars categories={figures.goods.categories} />}
      {figures.changes && <ChangeColumns days={figures.changes} />}
      {figures.actions && <LastActions actions={figures.actions} />}
      {figures.memberSignIns && <SignIns of="member" people={figures.memberSignIns} />}
      {figures.adminSignIns && <SignIns of="admin" people={figures.adminSignIns} />}
    </div>
  </>
);
