import type { DrawnChart, ChartEdge, ChartNode, ChartTrigger } from './chart-of.ts';

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
export type ChartSign = 'invoke' | 'always' | 'after' | 'done' | 'failed' | 'changed' | 'parallel' | 'final' | 'history';

const SIGNS: Readonly<Record<ChartTrigger['kind'], ChartSign | null>> = {
  event: null,
  any: null,
  always: 'always',
  after: 'after',
  actorDone: 'done',
  actorFailed: 'failed',
  actorChanged: 'changed',
  stateDone: 'done',
};

export const triggerSign = ({ kind }: ChartTrigger): ChartSign | null => SIGNS[kind];
export const triggerText = ({ kind, name }: ChartTrigger): string => (kind === 'any' ? '*' : name);
export const guardText = ({ guard }: ChartEdge): string | null => (guard === null ? null : `[${guard}]`);

/** The transitions that stay in a state: they are written inside it. */
export const innerEdges = ({ edges }: DrawnChart, { id }: ChartNode): readonly ChartEdge[] =>
  edges.filter(({ sourceId, targetIds }) => sourceId === id && targetIds.length === 0);

export const invokeText = ({ id, logic }: ChartNode['invokes'][number]): string => (id === logic ? id : `${id}: ${logic}`);

export const innerText = (edge: ChartEdge): string =>
  [triggerText(edge.trigger), guardText(edge), edge.actions.length > 0 ? '/' : ''].filter(Boolean).join(' ');

/** How states are measured and drawn; all text is in one fixed width. */
export const CHART = {
  fontPx: 12,
  charPx: 7.25,
  linePx: 17,
  titlePx: 28,
  gapPx: 12,
  /** A sign with the gap after it, and how far its upper edge is above the foot of the letters. */
  signPx: 17,
  signUpPx: 10.5,
  bottomPx: 8,
} as const;

/** Letters beyond Latin take the room of two. */
const WIDE = /[\u2000-\uffff]/gu;
export const widthOf = (text: string): number => (text.length + (text.match(WIDE)?.length ?? 0) * 0.9) * CHART.charPx;
const widthWith = (sign: ChartSign | null, text: string): number => (sign === null ? 0 : CHART.signPx) + widthOf(text);

/** The least room that a state's own words take. */
export function nodeSize(chart: DrawnChart, node: ChartNode): { readonly width: number; readonly height: number } {
  const widths = [
    ...node.invokes.map((invoke) => widthWith('invoke', invokeText(invoke))),
    ...innerEdges(chart, node).map((edge) => widthWith(triggerSign(edge.trigger), innerText(edge))),
  ];
  const titleRoom = node.kind === 'parallel' || node.kind === 'final' || node.kind === 'history' ? 26 : 0;
  return {
    width: Math.ceil(Math.max(64, widthOf(node.key) * 1.08 + titleRoom, ...widths) + 2 * CHART.gapPx),
    height: CHART.titlePx + widths.length * CHART.linePx + (widths.length > 0 ? CHART.bottomPx : 2),
  };
}

export function labelSize(edge: ChartEdge): { readonly width: number; readonly height: number } {
  const guard = guardText(edge);
  const width = Math.max(widthWith(triggerSign(edge.trigger), triggerText(edge.trigger)), widthOf(guard ?? ''));
  return { width: Math.ceil(width + 10), height: (guard === null ? 1 : 2) * (CHART.linePx - 2) + 4 };
}
