import { createStore } from '@xstate/store';
import type { AnyActorRef } from 'xstate';
import type { Box, Point } from '#machines/observe/chart-layout';

/** Where a chart is looked at from; null keeps what is going on in sight. */
export interface ChartView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

interface Viewed {
  readonly view: ChartView | null;
}

/** Anything that keeps a view, be it among other things. */
export interface ChartViewStore extends Pick<AnyActorRef, 'subscribe'> {
  readonly getSnapshot: () => { readonly context: Viewed };
  readonly trigger: { readonly viewed: (event: Viewed) => void };
}

const AT_FIRST: Viewed = { view: null };

export const createChartView = () => createStore({ context: AT_FIRST, on: { viewed: (_, { view }: Viewed) => ({ view }) } });

interface Size {
  readonly width: number;
  readonly height: number;
}

const SCALES = { min: 0.1, max: 4 } as const;
/** Small charts are not blown up. */
const MOST_FITTED = 1.15;
/** Words of twelve pixels are nearly ten high. */
const LEAST_READABLE = 0.8;
const MARGIN_PX = 16;

const clamp = (scale: number): number => Math.min(SCALES.max, Math.max(SCALES.min, scale));

/** All of the chart, in the middle. */
export function fitted(chart: Size, room: Size): ChartView {
  const [width, height] = [Math.max(1, room.width - 2 * MARGIN_PX), Math.max(1, room.height - 2 * MARGIN_PX)];
  const scale = clamp(Math.min(MOST_FITTED, width / Math.max(1, chart.width), height / Math.max(1, chart.height)));
  return { scale, x: (room.width - chart.width * scale) / 2, y: (room.height - chart.height * scale) / 2 };
}

/** All of the chart where it can be read; else as much as there is room for, around what is going on. */
export function readable(chart: Size, room: Size, focus: Box | undefined): ChartView {
  const fit = fitted(chart, room);
  if (fit.scale >= LEAST_READABLE || !focus || room.width === 0) return fit;
  const scale = LEAST_READABLE;
  const along = (length: number, space: number, middle: number): number => {
    if (length * scale <= space - 2 * MARGIN_PX) return (space - length * scale) / 2;
    return Math.min(MARGIN_PX, Math.max(space - MARGIN_PX - length * scale, space / 2 - middle * scale));
  };
  return {
    scale,
    x: along(chart.width, room.width, focus.x + focus.width / 2),
    y: along(chart.height, room.height, focus.y + focus.height / 2),
  };
}

/** Nearer or farther, with `at` staying where it is. */
export function zoomed({ scale, x, y }: ChartView, by: number, at: Point): ChartView {
  const next = clamp(scale * by);
  const ratio = next / scale;
  return { scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio };
}

/** At which edges a chart goes on. */
export const goesOn = (chart: Size, room: Size, { scale, x, y }: ChartView): readonly ('left' | 'right' | 'top' | 'bottom')[] => [
  ...(x < 0 ? (['left'] as const) : []),
  ...(x + chart.width * scale > room.width ? (['right'] as const) : []),
  ...(y < 0 ? (['top'] as const) : []),
  ...(y + chart.height * scale > room.height ? (['bottom'] as const) : []),
];

export const movedView = ({ scale, x, y }: ChartView, by: Point): ChartView => ({ scale, x: x + by.x, y: y + by.y });
