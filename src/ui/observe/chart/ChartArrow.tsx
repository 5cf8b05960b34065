import { CHART, guardText, triggerSign, triggerText, type ChartLine } from '#machines/observe/chart-layout';
import type { ChartEdge } from '#machines/observe/chart-of';
import type { ChartTone } from './chart-tone.ts';
import classes from './Chart.module.css';
import { ChartWords } from './ChartWords.tsx';
import { roundedPath } from './rounded-path.ts';

interface ChartArrowProps {
  readonly line: ChartLine;
  readonly edge: ChartEdge;
  /** Id of the arrow's head. */
  readonly arrow: string;
  readonly isMarked: boolean;
  readonly tone: ChartTone | undefined;
  readonly isChosen: boolean;
}

/** A transition from state to state, with its words on it. */
export function ChartArrow({ line: { points, label }, edge, arrow, isMarked, tone, isChosen }: ChartArrowProps) {
  const guard = guardText(edge);
  const middle = label.x + label.width / 2;
  return (
    <g
      className={classes.arrow}
      data-edge={edge.id}
      data-marked={isMarked || undefined}
      data-tone={tone}
      data-chosen={isChosen || undefined}
    >
      <path className={classes.line} d={roundedPath(points)} markerEnd={`url(#${arrow})`} pathLength={1} />
      <rect className={classes.label} {...label} rx={4} />
      <ChartWords
        className={classes.trigger}
        sign={triggerSign(edge.trigger)}
        text={triggerText(edge.trigger)}
        x={middle}
        y={label.y + CHART.fontPx + 2}
        isCentred
      />
      {guard !== null && (
        <text className={classes.guard} x={middle} y={label.y + CHART.fontPx + CHART.linePx} textAnchor="middle">
          {guard}
        </text>
      )}
    </g>
  );
}
