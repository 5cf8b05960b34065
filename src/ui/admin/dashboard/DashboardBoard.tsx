import { Alert, Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconEye, IconEyeOff, IconLayoutGrid, IconRefresh } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { DragEvent, ReactNode } from 'react';
import { movedWidget, type Widget } from '#domain/shell/dashboard-layout';
import { selectIsBusy } from '#machines/base/select-is-busy';
import type { LifeWaitingRef } from '#machines/life/life-waiting.machine';
import type { Figures } from '#machines/shell/dashboard.machine';
import {
  selectIsArranging,
  selectDashboardLayout,
  selectLayoutFailure,
  type DashboardLayoutRef,
} from '#machines/shell/dashboard-layout.machine';
import { t } from '../../base/i18n.ts';
import { FailureText } from '../../kit/feedback/FailureText.tsx';
import { takeLostFocus } from '../../kit/take-focus.ts';
import { ToolButton } from '../../kit/ToolButton.tsx';
import classes from './board.module.css';
import { CategoryBars } from './CategoryBars.tsx';
import { ChangeColumns } from './ChangeColumns.tsx';
import { Favourites } from './Favourites.tsx';
import { FigureCards } from './FigureCards.tsx';
import { LastActions } from './LastActions.tsx';
import { LifeWaitingList } from './LifeWaitingList.tsx';
import { RecentChanges } from './RecentChanges.tsx';
import { RecentSignIns } from './RecentSignIns.tsx';
import { NothingWaits, WaitingList } from './WaitingList.tsx';

/** What a widget shows; null where there is nothing that the reader may see. */
const CONTENTS: Readonly<Record<Widget, (figures: Figures, lives: LifeWaitingRef | null) => ReactNode>> = {
  waiting: ({ waiting, goods }, lives) =>
    waiting && (
      <>
        {waiting.length > 0 ? <WaitingList waiting={waiting} goods={goods} /> : <NothingWaits lives={lives} />}
        {lives && <LifeWaitingList actor={lives} />}
      </>
    ),
  changes: ({ changes }) => changes && <ChangeColumns days={changes} />,
  recent: ({ recent }) => recent && <RecentChanges changes={recent} />,
  categories: ({ goods }) => goods && <CategoryBars categories={goods.categories} />,
  actions: ({ actions }) => actions && <LastActions actions={actions} />,
  signIns: ({ memberSignIns, adminSignIns }) =>
    (memberSignIns ?? adminSignIns) && <RecentSignIns members={memberSignIns} admins={adminSignIns} />,
};

/** Widgets of which there is nothing to tell yet, though they could be seen: a sentence, which needs no room of its own. */
const IS_BARE: Readonly<Record<Widget, (figures: Figures) => boolean>> = {
  waiting: () => false,
  changes: ({ changes }) => changes?.every(({ created, changed, deleted }) => created + changed + deleted === 0) === true,
  recent: ({ recent }) => recent?.length === 0,
  categories: ({ goods }) => goods?.categories.length === 0,
  actions: ({ actions }) => actions?.length === 0,
  signIns: ({ memberSignIns, adminSignIns }) => (memberSignIns ?? []).length + (adminSignIns ?? []).length === 0,
};

interface DashboardBoardProps {
  readonly figures: Figures;
  /** What waits in sections whose records have a life; null where nothing is said of it. */
  readonly lives: LifeWaitingRef | null;
  readonly layout: DashboardLayoutRef;
  readonly isReading: boolean;
  readonly onRefresh: () => void;
}

/** The figures of the first page, as whoever looks at them has arranged them. */
export function DashboardBoard({ figures, lives, layout, isReading, onRefresh }: DashboardBoardProps) {
  const { order, hidden } = useSelector(layout, selectDashboardLayout);
  const isArranging = useSelector(layout, selectIsArranging);
  const told = order.flatMap((widget) => {
    const content = CONTENTS[widget](figures, lives);
    return content === null ? [] : [{ widget, content, isHidden: hidden.includes(widget), isBare: IS_BARE[widget](figures) }];
  });
  const seen = told.map(({ widget }) => widget);
  // Beside what is full they would stand there tall and empty, so they come after it; while the board is arranged, all stand where they are.
  const rows = isArranging ? [told] : [false, true].map((bare) => told.filter(({ isHidden, isBare }) => !isHidden && isBare === bare));
  return (
    <>
      <div className={classes.head}>
        <Favourites layout={layout} />
        {!isArranging && (
          <div className={classes.tools}>
            <ToolButton label={t('dashboard.refresh')} aria-disabled={isReading} onClick={onRefresh}>
              <IconRefresh size={18} stroke={1.75} aria-hidden="true" />
            </ToolButton>
            <ToolButton label={t('dashboard.arrange')} onClick={() => layout.send({ type: 'layout.arrangeRequested' })}>
              <IconLayoutGrid size={18} stroke={1.75} aria-hidden="true" />
            </ToolButton>
          </div>
        )}
      </div>
      {isArranging && <ArrangeBar layout={layout} />}
      <FigureCards figures={figures} isInert={isArranging} />
      {rows
        .filter((row) => row.length > 0)
        .map((row) => (
          <div key={row[0]?.isBare && !isArranging ? 'bare' : 'full'} className={classes.board}>
            {row.map(({ widget, content, isHidden, isBare }) => (
              <Panel key={widget} widget={widget} isHidden={isHidden} isBare={isBare} seen={seen} layout={isArranging ? layout : null}>
                {content}
              </Panel>
            ))}
          </div>
        ))}
    </>
  );
}

/** What ends arranging: it is kept with the account or forgotten. */
function ArrangeBar({ layout }: { readonly layout: DashboardLayoutRef }) {
  const isKeeping = useSelector(layout, selectIsBusy);
  const failure = useSelector(layout, selectLayoutFailure);
  return (
    <div ref={takeLostFocus} tabIndex={-1} className={classes.arranging}>
      <p>{t('dashboard.arrangeHint')}</p>
      <Button variant="subtle" size="sm" disabled={isKeeping} onClick={() => layout.send({ type: 'layout.resetRequested' })}>
        {t('dashboard.arrangeReset')}
      </Button>
      <Button variant="default" size="sm" disabled={isKeeping} onClick={() => layout.send({ type: 'layout.cancelled' })}>
        {t('dashboard.arrangeCancel')}
      </Button>
      <Button size="sm" loading={isKeeping} onClick={() => layout.send({ type: 'layout.saveRequested' })}>
        {t('dashboard.arrangeSave')}
      </Button>
      {failure && (
        <Alert color="red" variant="light" role="alert" title={t('dashboard.arrangeFailed')} className={classes.arrangeFailure}>
          <FailureText failure={failure} />
        </Alert>
      )}
    </div>
  );
}

const DRAGGED = 'application/x-troupe-widget';
const over = (event: DragEvent<HTMLElement>) => {
  if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
};

interface PanelProps {
  readonly widget: Widget;
  readonly isHidden: boolean;
  readonly isBare: boolean;
  /** All of which there is anything to see. */
  readonly seen: readonly Widget[];
  /** Null while nothing is arranged. */
  readonly layout: DashboardLayoutRef | null;
  readonly children: ReactNode;
}

/** One part of the board; while it is arranged, moved with the pointer or with its buttons. */
function Panel({ widget, isHidden, isBare, seen, layout, children }: PanelProps) {
  const title = t(`dashboard.widget.${widget}`);
  const take = (event: DragEvent<HTMLElement>) => {
    event.dataTransfer.setData(DRAGGED, widget);
    event.dataTransfer.effectAllowed = 'move';
  };
  const drop = (event: DragEvent<HTMLElement>) => {
    const taken = event.dataTransfer.getData(DRAGGED);
    if (taken === '') return;
    event.preventDefault();
    layout?.send({ type: 'layout.widgetDropped', widget: taken as Widget, target: widget });
  };
  return (
    <section
      aria-labelledby={`widget-${widget}`}
      className={classes.panel}
      data-widget={widget}
      data-hidden={isHidden || undefined}
      data-bare={isBare || undefined}
      draggable={layout !== null}
      {...(layout && { onDragStart: take, onDragOver: over, onDrop: drop })}
    >
      <header className={classes.panelHead}>
        <h2 id={`widget-${widget}`} className={classes.title}>
          {title}
        </h2>
        {layout && <PanelTools widget={widget} title={title} isHidden={isHidden} seen={seen} layout={layout} />}
      </header>
      <div className={classes.panelBody} inert={layout !== null}>
        {children}
      </div>
    </section>
  );
}

interface PanelToolsProps {
  readonly widget: Widget;
  readonly title: string;
  readonly isHidden: boolean;
  readonly seen: readonly Widget[];
  readonly layout: DashboardLayoutRef;
}

const WAYS = [
  [-1, 'moveEarlier', IconArrowLeft],
  [1, 'moveLater', IconArrowRight],
] as const;

function PanelTools({ widget, title, isHidden, seen, layout }: PanelToolsProps) {
  const arranged = useSelector(layout, selectDashboardLayout);
  return (
    <span className={classes.tools}>
      {WAYS.map(([by, word, Icon]) => (
        <ToolButton
          key={word}
          label={t(`dashboard.${word}`, { title })}
          // It can be reached at either end as well: the keyboard stays on it.
          aria-disabled={movedWidget(arranged, widget, by, seen) === arranged.order}
          onClick={() => layout.send({ type: 'layout.widgetMoved', widget, by, seen })}
        >
          <Icon size={16} aria-hidden="true" />
        </ToolButton>
      ))}
      <ToolButton
        label={t(isHidden ? 'dashboard.showWidget' : 'dashboard.hideWidget', { title })}
        onClick={() => layout.send({ type: 'layout.widgetToggled', widget })}
      >
        {isHidden ? <IconEye size={16} aria-hidden="true" /> : <IconEyeOff size={16} aria-hidden="true" />}
      </ToolButton>
    </span>
  );
}
