import { spacedDigits } from '../base/relative-time.ts';
/** How long records stayed in their states; seconds, of stays that ended. */
export interface StaySpan {
  readonly count: number;
  readonly median: number;
  readonly p90: number;
}

export interface LifeReport {
  /** `now`: how many records are there. */
  readonly states: readonly (StaySpan & { readonly state: string; readonly label: string; readonly now: number })[];
  /** By what ended the stay. */
  readonly events: readonly (StaySpan & { readonly event: string; readonly label: string; readonly from: string })[];
  /** By the Monday of the week in which the stay ended. */
  readonly weeks: readonly (StaySpan & { readonly week: string; readonly state: string; readonly label: string })[];
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A length of time in its largest unit, as people say it: "3.5 days". @param digits after the point; without any it is cut off, as of what still runs */
export function spanText(seconds: number, language: string, digits: 0 | 1 = 1): string {
  const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? ['second', 1];
  const words = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: digits });
  return spacedDigits(words.format(digits === 0 ? Math.floor(seconds / length) : seconds / length));
}

/** Words of a report's file, in the language of whoever saves it. */
export interface ReportWords {
  readonly by: Readonly<Record<'state' | 'event' | 'week', string>>;
  readonly columns: readonly [by: string, name: string, state: string, count: string, median: string, p90: string];
}

/** A report as the rows of one table, seconds as numbers. */
export const reportRows = (
  { states, events, weeks }: LifeReport,
  { by, columns }: ReportWords,
): readonly (readonly (string | number)[])[] => [
  columns,
  ...states.map(({ label, count, median, p90 }) => [by.state, label, label, count, median, p90]),
  ...events.map(({ label, from, count, median, p90 }) => [by.event, label, from, count, median, p90]),
  ...weeks.map(({ week, label, count, median, p90 }) => [by.week, week, label, count, median, p90]),
];
