import type { ChartWay } from './sign-in-chart.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

export const CHART_WIDTH = 500;
export const CHART_HEIGHT = 412;
export const NODE = { width: 130, height: 46 } as const;

/** The middle of each state; arranged by hand, because ten of them read better so. */
export const PLACES: Readonly<Record<string, Point>> = {
  signedOut: { x: 74, y: 151 },
  signingOut: { x: 74, y: 371 },
  readingLogin: { x: 230, y: 41 },
  enrolmentAsked: { x: 230, y: 151 },
  signedIn: { x: 230, y: 371 },
  captchaAsked: { x: 386, y: 41 },
  signingIn: { x: 386, y: 151 },
  codeAsked: { x: 386, y: 261 },
  checkingCode: { x: 386, y: 371 },
};

/** How far a way swings out, as a share of its length; those that would run through a third state swing further. */
const SWING = 0.14;
const WIDE: Readonly<Record<string, number>> = {
  'signingIn>signedOut': 0.34,
  'checkingCode>captchaAsked': -0.5,
};
const STEPS = 40;

const isIn = ({ x, y }: Point, middle: Point): boolean =>
  Math.abs(x - middle.x) < NODE.width / 2 + 3 && Math.abs(y - middle.y) < NODE.height / 2 + 3;

/** A line from state to state with its tip, as the path of an SVG; empty for a state that has no place. */
export function pathOfWay({ from, to }: Pick<ChartWay, 'from' | 'to'>): string {
  const [start, end] = [PLACES[from], PLACES[to]];
  if (!start || !end) return '';
  const swing = WIDE[`${from}>${to}`] ?? SWING;
  const bend = { x: (start.x + end.x) / 2 - (end.y - start.y) * swing, y: (start.y + end.y) / 2 + (end.x - start.x) * swing };
  const at = (t: number): Point => ({
    x: (1 - t) ** 2 * start.x + 2 * (1 - t) * t * bend.x + t ** 2 * end.x,
    y: (1 - t) ** 2 * start.y + 2 * (1 - t) * t * bend.y + t ** 2 * end.y,
  });
  const points = Array.from({ length: STEPS + 1 }, (_, step) => at(step / STEPS)).filter(
    (point) => !isIn(point, start) && !isIn(point, end),
  );
  const [first, tip, before] = [points[0], points.at(-1), points.at(-3)];
  if (!first || !tip || !before) return '';
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
  const wing = (turn: number): string => spot({ x: tip.x - 7 * Math.cos(angle + turn), y: tip.y - 7 * Math.sin(angle + turn) });
  return `M${points
    .filter((_, index) => index % 4 === 0 || index === points.length - 1)
    .map(spot)
    .join('L')}M${wing(0.5)}L${spot(tip)}L${wing(-0.5)}`;
}

const spot = ({ x, y }: Point): string => `${Math.round(x)} ${Math.round(y)}`;
