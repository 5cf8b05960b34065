import {
  IconBolt,
  IconCheck,
  IconCircleDot,
  IconClock,
  IconColumns2,
  IconHistory,
  IconRefresh,
  IconSettings,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { CHART, widthOf, type ChartSign } from '#machines/observe/chart-layout';

/** Drawn, since many a font has no glyph for them. */
export const SIGN_ICONS: Readonly<Record<ChartSign, TablerIcon>> = {
  invoke: IconSettings,
  always: IconBolt,
  after: IconClock,
  done: IconCheck,
  failed: IconX,
  changed: IconRefresh,
  parallel: IconColumns2,
  final: IconCircleDot,
  history: IconHistory,
};

export interface ChartWordsProps {
  readonly className: string | undefined;
  readonly sign: ChartSign | null;
  readonly text: string;
  readonly x: number;
  /** Where the letters stand. */
  readonly y: number;
  readonly isCentred?: boolean;
}

/** Words of a chart, with the sign before them. */
export function ChartWords({ className, sign, text, x, y, isCentred = false }: ChartWordsProps) {
  if (sign === null)
    return (
      <text className={className} x={x} y={y} textAnchor={isCentred ? 'middle' : 'start'}>
        {text}
      </text>
    );
  const Icon = SIGN_ICONS[sign];
  const left = isCentred ? x - (CHART.signPx + widthOf(text)) / 2 : x;
  return (
    <g className={className}>
      <Icon x={left} y={y - CHART.signUpPx} size={CHART.fontPx} stroke={2.25} aria-hidden="true" />
      <text x={left + CHART.signPx} y={y}>
        {text}
      </text>
    </g>
  );
}
