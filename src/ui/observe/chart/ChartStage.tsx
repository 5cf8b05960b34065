import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import type { Box, Point } from '#machines/observe/chart-layout';
import { t } from '../../base/i18n.ts';
import { ToolButton } from '../../kit/ToolButton.tsx';
import { ChartLegend } from './ChartLegend.tsx';
import { fitted, goesOn, movedView, readable, zoomed, type ChartView, type ChartViewStore } from './chart-view.ts';
import classes from './ChartPane.module.css';
import { useRoom } from './use-room.ts';

export interface ChartStageProps {
  readonly store: ChartViewStore;
  readonly size: { readonly width: number; readonly height: number };
  readonly label: string;
  /** What is going on: it is in sight until somebody looks elsewhere. */
  readonly focus: Box | undefined;
  /** Hears what somebody presses without dragging. */
  readonly onPick?: ((pressed: Element) => void) | undefined;
  readonly children: ReactNode;
}

const STEP_PX = 48;
const STEP_ZOOM = 1.25;
/** A press that moves less means what it began on. */
const PICK_PX = 5;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: STEP_PX, y: 0 },
  ArrowRight: { x: -STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: STEP_PX },
  ArrowDown: { x: 0, y: -STEP_PX },
};

/** What a pointer is down on, and how far it has come since. */
interface Held {
  readonly pressed: Element;
  draggedPx: number;
}

/** Where a drawing is moved and zoomed: by pointer, wheel, keys and buttons. Until somebody does, what is going on is in sight. */
export function ChartStage({ store, size, label, focus, onPick, children }: ChartStageProps) {
  const { ref, room } = useRoom();
  const chosen = useSelector(store, ({ context }) => context.view);
  const held = useRef<Held | null>(null);
  const view = chosen ?? readable(size, room, focus);

  // Events may come faster than frames: each begins where the last one has led.
  const change = (by: (view: ChartView) => ChartView) =>
    store.trigger.viewed({ view: by(store.getSnapshot().context.view ?? readable(size, room, focus)) });
  const zoom = (by: number, at: Point = { x: room.width / 2, y: room.height / 2 }) => change((from) => zoomed(from, by, at));
  const showAll = () => store.trigger.viewed({ view: fitted(size, room) });

  const drag = ({ movementX: x, movementY: y }: PointerEvent) => {
    if (!held.current) return;
    held.current.draggedPx += Math.abs(x) + Math.abs(y);
    change((from) => movedView(from, { x, y }));
  };
  const release = () => {
    if (held.current && held.current.draggedPx < PICK_PX) onPick?.(held.current.pressed);
    held.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) change((from) => movedView(from, arrow));
    else if (event.key === '+' || event.key === '=') zoom(STEP_ZOOM);
    else if (event.key === '-') zoom(1 / STEP_ZOOM);
    else if (event.key === '0') showAll();
    else return;
    event.preventDefault();
  };
  const turn = (event: WheelEvent) => {
    event.preventDefault();
    const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 400), { x: event.clientX - left, y: event.clientY - top });
  };
  /** The page would scroll too if it were not asked not to, which React's own listeners cannot. */
  const listen = (element: HTMLElement | null) => {
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is what it is */}
      <div
        ref={listen}
        className={classes.stage}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is moved with keys must be able to hold them
        tabIndex={0}
        role="application"
        aria-label={label}
        aria-describedby="flow-chart-hint"
        onKeyDown={press}
        data-pickable={onPick && true}
        data-more={goesOn(size, room, view).join(' ')}
        onPointerDown={(event) => {
          held.current = { pressed: event.target as Element, draggedPx: 0 };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={() => (held.current = null)}
      >
        <svg ref={ref} className={classes.svg} aria-hidden="true">
          <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>{children}</g>
        </svg>
      </div>
      <p id="flow-chart-hint" hidden>
        {t('flows.chart.hint')}
      </p>
      <div className={classes.tools}>
        <ToolButton label={t('flows.chart.zoomOut')} onClick={() => zoom(1 / STEP_ZOOM)}>
          <IconMinus size={17} stroke={1.75} aria-hidden="true" />
        </ToolButton>
        <ToolButton label={t('flows.chart.zoomIn')} onClick={() => zoom(STEP_ZOOM)}>
          <IconPlus size={17} stroke={1.75} aria-hidden="true" />
        </ToolButton>
        <ToolButton label={t('flows.chart.fit')} onClick={showAll}>
          <IconMaximize size={17} stroke={1.75} aria-hidden="true" />
        </ToolButton>
      </div>
      <ChartLegend />
    </>
  );
}
