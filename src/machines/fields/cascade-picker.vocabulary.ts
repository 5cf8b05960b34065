import type { Failure } from '#domain/base/failure';

/** What a cascade picker is told and keeps, and how it finds its way through levels. The grammar is in `cascade-picker.machine.ts`. */

/** What is chosen from, in the words of the wire. */
export type CascadeSource = { readonly kind: 'project'; readonly type: number } | { readonly kind: 'area' };

export interface CascadeOption {
  readonly value: number;
  readonly label: string;
  readonly isDisabled: boolean;
}

/** Ids from the top down, and what they are called. */
export interface CascadeChoice {
  readonly value: readonly number[];
  readonly labels: readonly string[];
}

/** Asks for the options below the last of these; for the top where there is none. */
export interface LevelRequest {
  readonly source: CascadeSource;
  readonly parents: readonly number[];
}

/** Asks for whole ways that a text stands on. */
export interface SearchRequest {
  readonly source: CascadeSource;
  readonly lv: number;
  readonly text: string;
}

export interface ChoiceRequest {
  readonly source: CascadeSource;
  readonly lv: number;
  /** Null where the source itself remembers it. */
  readonly value: readonly number[] | null;
}

export interface CascadePickerInput extends ChoiceRequest {
  /** Null where they are still to be learnt. */
  readonly labels: readonly string[] | null;
}

export type CascadePickerEvent =
  | { readonly type: 'picker.opened' }
  | { readonly type: 'picker.closed' }
  | { readonly type: 'picker.moved'; readonly to: 'next' | 'previous' | 'first' | 'last' | 'back' }
  | { readonly type: 'picker.pressed'; readonly level: number; readonly value: number }
  | { readonly type: 'picker.retried' }
  | { readonly type: 'picker.searchTyped'; readonly text: string }
  /** One of the ways that were found, by its place among them. */
  | { readonly type: 'picker.foundPressed'; readonly index: number }
  /** The keyboard takes what it is on: of what is typed by now, and not of what was looked for before. */
  | { readonly type: 'picker.foundConfirmed' }
  | { readonly type: 'picker.cleared' }
  /** Somebody else has changed what is chosen. */
  | { readonly type: 'picker.valueChanged'; readonly value: readonly number[] };

/** Where the keyboard is. */
export interface CascadeCursor {
  readonly level: number;
  readonly value: number | null;
}

export interface CascadePickerContext extends CascadeChoice {
  readonly source: CascadeSource;
  /** How many levels there are to choose from. */
  readonly lv: number;
  /** What is still to be named; null asks the source. */
  readonly unnamed: readonly number[] | null;
  /** What was chosen before, until the new choice is remembered. */
  readonly before: CascadeChoice;
  /** The levels that have been read, from the top. */
  readonly levels: readonly (readonly CascadeOption[])[];
  /** The option of each level whose own level is shown. */
  readonly path: readonly number[];
  readonly cursor: CascadeCursor;
  /** What is searched for; '' while the levels are shown. */
  readonly text: string;
  readonly found: readonly CascadeChoice[];
  /** Where the keyboard is among what was found. */
  readonly foundIndex: number;
  readonly failure: Failure | null;
}

export type Pressed = Omit<Extract<CascadePickerEvent, { type: 'picker.pressed' }>, 'type'>;
export type Move = Omit<Extract<CascadePickerEvent, { type: 'picker.moved' }>, 'type'>;
export type Levels = CascadePickerContext['levels'];

export const NOTHING_PICKED: CascadeChoice = { value: [], labels: [] };
export const optionAt = (levels: Levels, { level, value }: CascadeCursor) => levels[level]?.find((option) => option.value === value);
export const labelsOf = (levels: Levels, value: readonly number[]) =>
  value.map((id, level) => optionAt(levels, { level, value: id })?.label ?? `#${id}`);
export const isOpenTo = ({ levels }: CascadePickerContext, pressed: Pressed) => optionAt(levels, pressed)?.isDisabled === false;
export const wayTo = ({ path }: CascadePickerContext, { level, value }: Pressed) => [...path.slice(0, level), value];
/** The option that is chosen already, else the first that can be. */
export const cursorAt = (options: readonly CascadeOption[], level: number, chosen: number | undefined): CascadeCursor => ({
  level,
  value: (options.find(({ value }) => value === chosen) ?? options.find(({ isDisabled }) => !isDisabled) ?? options[0])?.value ?? null,
});
/** The chosen option of the lowest level that is shown, where it has a level of its own still to be shown. */
export const nextOnWay = ({
  levels,
  path,
  value,
  lv,
}: Pick<CascadePickerContext, 'levels' | 'path' | 'value' | 'lv'>): number | undefined => {
  const level = path.length;
  const isOnWay = level < Math.min(value.length, lv) - 1 && path.every((id, index) => id === value[index]);
  return isOnWay ? levels[level]?.find((option) => option.value === value[level])?.value : undefined;
};
