import type { Point } from '#machines/support/chart-layout';
import type { ChartView } from './flows-store.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const SCALES = { min: 0.1, max: 4 } as const;
/** Small charts are not blown up. */
const MOST_FITTED = 1.15;
const MARGIN_PX = 16;

const clamp = (scale: number): number => Math.min(SCALES.max, Math.max(SCALES.min, scale));

/** All of the chart, in the middle. */
export function fitted(chart: Size, room: Size): ChartView {
  const [width, height] = [Math.max(1, room.width - 2 * MARGIN_PX), Math.max(1, room.height - 2 * MARGIN_PX)];
  const scale = clamp(Math.min(MOST_FITTED, width / Math.max(1, chart.width), height / Math.max(1, chart.height)));
  return { scale, x: (room.width - chart.width * scale) / 2, y: (room.height - chart.height * scale) / 2 };
}

/** Nearer or farther, with `at` staying where it is. */
export function zoomed({ scale, x, y }: ChartView, by: number, at: Point): ChartView {
  const next = clamp(scale * by);
  const ratio = next / scale;
  return { scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio };
}

export const moved = ({ scale, x, y }: ChartView, by: Point): ChartView => ({ scale, x: x + by.x, y: y + by.y });
