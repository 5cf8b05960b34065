import { describedKind } from '../fields/kinds/registry.ts';
import { bulkFields } from './bulk.ts';
import type { Resource } from './resource.ts';

/** By how much values change: percent with two decimals, such as `-12.5`. */
const PERCENT = /^(-?)(\d{1,4})(?:\.(\d{1,2}))?$/u;

const WHOLE = 100_00;
/** From nothing that is left to eleven times as much. */
const [LOWEST, HIGHEST] = [-WHOLE, 10 * WHOLE];

/** Hundredths of a percent; null for what is no change by percent, or beyond what makes sense. */
export function hundredthsOf(text: string): number | null {
  const [, sign, whole = '', decimals = ''] = PERCENT.exec(text.trim()) ?? [];
  if (sign === undefined) return null;
  const size = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  const hundredths = sign === '-' ? -size : size;
  return hundredths !== 0 && hundredths >= LOWEST && hundredths <= HIGHEST ? hundredths : null;
}

/** A whole number changed by percent, half a unit up: in whole numbers throughout, so that no amount is a cent off. */
export function byPercent(value: number, hundredths: number): number {
  const doubled = BigInt(value) * BigInt(WHOLE + hundredths) * 2n + BigInt(WHOLE);
  const unit = BigInt(2 * WHOLE);
  const rounded = doubled / unit;
  return Number(doubled < 0n && rounded * unit !== doubled ? rounded - 1n : rounded);
}

/** The fields whose values can be changed by percent in many records: those declared so, which hold whole numbers. */
export const percentFields = (resource: Pick<Resource, 'fields' | 'calls'>): ReturnType<typeof bulkFields> =>
  bulkFields(resource).filter(([, field]) => field.bulk === 'percent' && ['cents', 'integer'].includes(describedKind(field).storage));

/** By field key: hundredths of a percent. */
export type Percents = Readonly<Record<string, number>>;

/** What a change by percent would do, before anything is written. Amounts are in the smallest unit of their field. */
export interface PercentRehearsal {
  /** Of the first records. */
  readonly rows: readonly {
    readonly id: number;
    readonly title: string;
    readonly field: string;
    readonly before: number;
    readonly after: number;
  }[];
  readonly sums: readonly { readonly field: string; readonly count: number; readonly before: number; readonly after: number }[];
  /** With what readers call each, where that is known. */
  readonly refused: readonly { readonly id: number; readonly message: string; readonly title?: string }[];
}

/** So many records are shown one by one. */
export const REHEARSED_ROWS = 8;

export const NO_REHEARSAL: PercentRehearsal = { rows: [], sums: [], refused: [] };

/** What several portions would do together. */
export function together(one: PercentRehearsal, other: PercentRehearsal): PercentRehearsal {
  const fields = [...new Set([...one.sums, ...other.sums].map(({ field }) => field))];
  const shown = [...new Set([...one.rows, ...other.rows].map(({ id }) => id))].slice(0, REHEARSED_ROWS);
  return {
    rows: [...one.rows, ...other.rows].filter(({ id }) => shown.includes(id)),
    refused: [...one.refused, ...other.refused],
    sums: fields.map((field) => {
      const all = [...one.sums, ...other.sums].filter((sum) => sum.field === field);
      const total = (of: 'count' | 'before' | 'after') => all.reduce((sum, each) => sum + each[of], 0);
      return { field, count: total('count'), before: total('before'), after: total('after') };
    }),
  };
}
