import type { Chart, ChartEdge, ChartNode, ChartTrigger } from './chart-of.ts';

/** Where everything of a chart is drawn, in pixels from its upper left corner. */
export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly boxes: Readonly<Record<string, Box>>;
  readonly lines: readonly ChartLine[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A transition to one of its targets. */
export interface ChartLine {
  readonly edgeId: string;
  readonly targetId: string;
  readonly points: readonly Point[];
  readonly label: Box;
}

/** Signs instead of words, so that a drawing is the same in every language. */
const SIGNS: Readonly<Record<ChartTrigger['kind'], string>> = {
  event: '',
  any: '*',
  always: '⚡',
  after: '⏱ ',
  actorDone: '✓ ',
  actorFailed: '✗ ',
  actorChanged: '↻ ',
  stateDone: '✓',
};

export const triggerText = ({ kind, name }: ChartTrigger): string => `${SIGNS[kind]}${name}`;

/** The lines of a transition's label: what it waits for, then what it asks. */
export const labelLines = ({ trigger, guard }: ChartEdge): readonly string[] =>
  guard === null ? [triggerText(trigger)] : [triggerText(trigger), `[${guard}]`];

/** The transitions that stay in a state: they are written inside it. */
export const innerEdges = ({ edges }: Chart, { id }: ChartNode): readonly ChartEdge[] =>
  edges.filter(({ sourceId, targetIds }) => sourceId === id && targetIds.length === 0);

export const invokeText = ({ id, logic }: ChartNode['invokes'][number]): string => `⚙ ${id === logic ? id : `${id}: ${logic}`}`;

export const innerText = (edge: ChartEdge): string => `${labelLines(edge).join(' ')} /`;

/** How states are measured and drawn; all text is in one fixed width. */
export const CHART = {
  fontPx: 12,
  charPx: 7.25,
  linePx: 17,
  titlePx: 28,
  gapPx: 12,
  bottomPx: 8,
} as const;

/** Signs and letters beyond Latin take the room of two. */
const WIDE = /[\u2000-\uffff]/gu;
const widthOf = (text: string): number => (text.length + (text.match(WIDE)?.length ?? 0) * 0.9) * CHART.charPx;

/** The least room that a state's own words take. */
export function nodeSize(chart: Chart, node: ChartNode): { readonly width: number; readonly height: number } {
  const texts = [...node.invokes.map(invokeText), ...innerEdges(chart, node).map(innerText)];
  const titleRoom = node.kind === 'parallel' || node.kind === 'final' || node.kind === 'history' ? 26 : 0;
  return {
    width: Math.ceil(Math.max(64, widthOf(node.key) * 1.08 + titleRoom, ...texts.map(widthOf)) + 2 * CHART.gapPx),
    height: CHART.titlePx + texts.length * CHART.linePx + (texts.length > 0 ? CHART.bottomPx : 2),
  };
}

export function labelSize(edge: ChartEdge): { readonly width: number; readonly height: number } {
  const lines = labelLines(edge);
  return { width: Math.ceil(Math.max(...lines.map(widthOf)) + 10), height: lines.length * (CHART.linePx - 2) + 4 };
}
