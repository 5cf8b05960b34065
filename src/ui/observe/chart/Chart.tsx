import { useId } from 'react';
import type { ChartLayout } from '#machines/observe/chart-layout';
import type { DrawnChart as ChartModel } from '#machines/observe/chart-of';
import type { ChartTone } from './chart-tone.ts';
import classes from './Chart.module.css';
import { ChartArrow } from './ChartArrow.tsx';
import { ChartState } from './ChartState.tsx';

export interface ChartProps {
  readonly chart: ChartModel;
  readonly layout: ChartLayout;
  /** States that are active now. */
  readonly lit?: ReadonlySet<string>;
  /** Transitions that were just taken. */
  readonly marked?: ReadonlySet<string>;
  /** Changes with each mark, so that the same transition taken again is seen again. */
  readonly markKey?: number;
  /** By the id of a state or a transition. */
  readonly tones?: Readonly<Record<string, ChartTone>>;
  /** The id of the state or the transition that is looked at. */
  readonly chosen?: string;
}

const NOTHING: ReadonlySet<string> = new Set();
const NO_TONES: Readonly<Record<string, ChartTone>> = {};

/** The drawing of one machine, to stand inside an `svg`. It only shows what it is given. */
export function Chart({ chart, layout, lit = NOTHING, marked = NOTHING, markKey = 0, tones = NO_TONES, chosen = '' }: ChartProps) {
  const arrow = useId();
  const edges = new Map(chart.edges.map((edge) => [edge.id, edge]));
  return (
    <g className={classes.chart}>
      <defs>
        <marker
          id={arrow}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerUnits="userSpaceOnUse"
          markerWidth="9"
          markerHeight="9"
          orient="auto-start-reverse"
        >
          <path d="M0 0.5 L8 4 L0 7.5 z" fill="context-stroke" />
        </marker>
      </defs>
      {chart.nodes.map((node) => {
        const box = layout.boxes[node.id];
        return (
          box && (
            <ChartState
              key={node.id}
              chart={chart}
              node={node}
              box={box}
              isLit={lit.has(node.id)}
              marked={marked}
              tones={tones}
              chosen={chosen}
            />
          )
        );
      })}
      {layout.lines.map((line) => {
        const edge = edges.get(line.edgeId);
        const isMarked = marked.has(line.edgeId);
        return (
          edge && (
            <ChartArrow
              key={`${line.edgeId} ${line.targetId} ${isMarked ? markKey : ''}`}
              line={line}
              edge={edge}
              arrow={arrow}
              isMarked={isMarked}
              tone={tones[edge.id]}
              isChosen={edge.id === chosen}
            />
          )
        );
      })}
    </g>
  );
}
