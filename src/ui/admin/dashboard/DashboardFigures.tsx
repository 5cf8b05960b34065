import { Alert, Button, Skeleton } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useLayoutEffect, type ReactNode } from 'react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectFigures, selectFiguresFailure, type DashboardRef, type Figures } from '#machines/shell/dashboard.machine';
import type { DashboardLayoutRef } from '#machines/shell/dashboard-layout.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useShell } from '../../base/shell-context.ts';
import { useEmitted } from '../../base/use-emitted.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useOwnedActor } from '../../base/use-owned-actor.ts';
import { failureText } from '../../kit/feedback/FailureText.tsx';
import { keepFocus } from '../../kit/keep-focus.ts';
import { ReadFailed } from '../../kit/feedback/ReadFailed.tsx';
import { DashboardBoard } from './DashboardBoard.tsx';
import classes from './board.module.css';
import type { Page } from './pages-below.ts';
import { Sections } from './Sections.tsx';

/** The figures of the first page; where the server tells none, the ways on to its pages. */
export function DashboardFigures({ pages }: { readonly pages: readonly Page[] }) {
  const { dashboard } = useBundle('dashboard');
  return <FiguresView actor={useLeafActor(dashboard, { id: 'dashboard' })}>{pages.length > 0 && <Sections pages={pages} />}</FiguresView>;
}

interface FiguresViewProps {
  readonly actor: DashboardRef;
  /** In their place where the server tells none. */
  readonly children?: ReactNode;
}

const tellsNothing = ({ changesBefore, ...parts }: Figures): boolean =>
  changesBefore === 0 && Object.values(parts).every((part) => part === null);

/** What there is to see of them: the newest, the last ones with a word that there are no newer, or why there are none. */
export function FiguresView({ actor, children }: FiguresViewProps) {
  const figures = useSelector(actor, selectFigures);
  const failure = useSelector(actor, selectFiguresFailure);
  const isReading = useSelector(actor, selectIsBusy);
  if (figures && tellsNothing(figures)) return children;
  const refresh = () => actor.send({ type: 'dashboard.refreshRequested' });
  return (
    <section ref={keepFocus} aria-label={t('dashboard.figures')} aria-busy={isReading} className={classes.figures}>
      {failure && !figures && (
        <div role="alert">
          <ReadFailed title={t('dashboard.failed')} failure={failure} onRetry={refresh} />
        </div>
      )}
      {failure && figures && (
        <Alert color="red" variant="light" title={t('dashboard.stale')}>
          <p className={classes.word}>{failureText(failure)}</p>
          <Button variant="default" size="compact-sm" onClick={refresh}>
            {t('dashboard.retry')}
          </Button>
        </Alert>
      )}
      {figures ? (
        <ArrangedBoard actor={actor} figures={figures} isReading={isReading} onRefresh={refresh} />
      ) : (
        !failure && <Skeleton height={480} radius="lg" />
      )}
    </section>
  );
}

interface BoardFigures {
  readonly figures: Figures;
  readonly isReading: boolean;
  readonly onRefresh: () => void;
}

function ArrangedBoard({ actor, ...props }: BoardFigures & { readonly actor: DashboardRef }) {
  const { dashboardLayout } = useBundle('dashboard');
  const told = props.figures.layout;
  // What is being arranged is there again when somebody comes back from another page.
  const layout = useOwnedActor(useShell(), dashboardLayout, { id: 'dashboardLayout', isLeaf: false, input: { layout: told } });
  useEmitted(layout, 'layout.kept', () => actor.send({ type: 'dashboard.layoutKept' }));
  useLayoutEffect(() => layout.send({ type: 'layout.told', layout: told }), [layout, told]);
  return props.figures.waiting ? <WaitingBoard {...props} layout={layout} /> : <DashboardBoard {...props} lives={null} layout={layout} />;
}

/** What waits is asked for together with the figures. */
function WaitingBoard({ onRefresh, ...props }: BoardFigures & { readonly layout: DashboardLayoutRef }) {
  const { lifeWaiting } = useBundle('dashboard');
  const lives = useLeafActor(lifeWaiting, { id: 'lifeWaiting' });
  const refresh = () => {
    onRefresh();
    lives.send({ type: 'waiting.asked' });
  };
  return <DashboardBoard {...props} lives={lives} onRefresh={refresh} />;
}
