import { parseArgs } from 'node:util';

export const LANGUAGES = ['zh-cn', 'en'] as const;
export type ScreenLanguage = (typeof LANGUAGES)[number];
export const SCHEMES = ['light', 'dark'] as const;
export type ScreenScheme = (typeof SCHEMES)[number];
export const WIDTHS = [390, 1024, 1440] as const;

/** Which pictures are to be taken. */
export interface ScreenOptions {
  /** Parts of names of screens; none for all. */
  readonly only: readonly string[];
  readonly languages: readonly ScreenLanguage[];
  readonly schemes: readonly ScreenScheme[];
  readonly widths: readonly number[];
  readonly folder: string;
  /** Only what does not fit is told, without pictures. */
  readonly isBare: boolean;
  /** The first window of the page alone, as people see it before they scroll. */
  readonly isFold: boolean;
}

const listOf = (values: readonly string[] | undefined): readonly string[] =>
  (values ?? []).flatMap((value) => value.split(',')).filter(Boolean);

function chosen<const Known extends string>(name: string, values: readonly string[], known: readonly Known[]): readonly Known[] {
  const foreign = values.filter((value) => !known.includes(value as Known));
  if (foreign.length > 0) throw new Error(`--${name} ${foreign.join(', ')}: there are ${known.join(', ')}`);
  return values.length > 0 ? (values as readonly Known[]) : known;
}

/** @throws Error, with a sentence, for an option that there is not */
export function screenOptions(given: readonly string[], folder: string): ScreenOptions {
  const many = { type: 'string', multiple: true } as const;
  const { values } = parseArgs({
    args: [...given],
    options: {
      only: many,
      language: many,
      scheme: many,
      width: many,
      out: { type: 'string' },
      'no-pictures': { type: 'boolean' },
      fold: { type: 'boolean' },
    },
  });
  const widths = listOf(values.width).map(Number);
  if (widths.some((width) => !Number.isInteger(width) || width < 280 || width > 4000))
    throw new Error('--width takes pixels from 280 to 4000');
  return {
    only: listOf(values.only),
    languages: chosen('language', listOf(values.language), LANGUAGES),
    schemes: chosen('scheme', listOf(values.scheme), SCHEMES),
    widths: widths.length > 0 ? widths : WIDTHS,
    folder: values.out ?? folder,
    isBare: values['no-pictures'] ?? false,
    isFold: values.fold ?? false,
  };
}
