import { CHART, innerEdges, innerText, invokeText, triggerSign, type Box } from '#machines/observe/chart-layout';
import type { DrawnChart, ChartNode } from '#machines/observe/chart-of';
import type { ChartTone } from './chart-tone.ts';
import classes from './Chart.module.css';
import { ChartWords, SIGN_ICONS } from './ChartWords.tsx';

interface ChartStateProps {
  readonly chart: DrawnChart;
  readonly node: ChartNode;
  readonly box: Box;
  readonly isLit: boolean;
  readonly marked: ReadonlySet<string>;
  readonly tones: Readonly<Record<string, ChartTone>>;
  readonly chosen: string;
}

const lineAt = (index: number): number => CHART.titlePx + CHART.fontPx + index * CHART.linePx;
const KIND_PX = 14;
const START_PX = { x: 9, y: 14, radius: 3.5 } as const;

/** A state: its name, the actors it runs, the transitions that stay in it. */
export function ChartState({ chart, node, box: { x, y, width, height }, isLit, marked, tones, chosen }: ChartStateProps) {
  const KindIcon = node.kind === 'parallel' || node.kind === 'final' || node.kind === 'history' ? SIGN_ICONS[node.kind] : null;
  const inner = innerEdges(chart, node);
  return (
    <g
      className={classes.state}
      transform={`translate(${x} ${y})`}
      data-state={node.id}
      data-kind={node.kind}
      data-lit={isLit || undefined}
      data-tone={tones[node.id]}
      data-chosen={node.id === chosen || undefined}
    >
      <rect className={classes.box} width={width} height={height} rx={node.parentId === null ? 12 : 8} />
      {node.isInitial && (
        <>
          <circle className={classes.start} cx={-START_PX.x} cy={START_PX.y} r={START_PX.radius} />
          <path className={classes.startLine} d={`M${-START_PX.x} ${START_PX.y} H0`} />
        </>
      )}
      <text className={classes.title} x={CHART.gapPx} y={19}>
        {node.key}
      </text>
      {KindIcon && (
        <KindIcon
          className={classes.kind}
          x={width - CHART.gapPx - KIND_PX}
          y={19 - KIND_PX + 2}
          size={KIND_PX}
          stroke={2}
          aria-hidden="true"
        />
      )}
      {node.invokes.map((invoke, index) => (
        <ChartWords key={invoke.id} className={classes.invoke} sign="invoke" text={invokeText(invoke)} x={CHART.gapPx} y={lineAt(index)} />
      ))}
      {inner.map((edge, index) => (
        <g
          key={edge.id}
          className={classes.inner}
          data-edge={edge.id}
          data-marked={marked.has(edge.id) || undefined}
          data-tone={tones[edge.id]}
          data-chosen={edge.id === chosen || undefined}
        >
          <ChartWords
            className={undefined}
            sign={triggerSign(edge.trigger)}
            text={innerText(edge)}
            x={CHART.gapPx}
            y={lineAt(node.invokes.length + index)}
          />
        </g>
      ))}
    </g>
  );
}
