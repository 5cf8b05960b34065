import { restoreWidths, type ColumnWidthsPx } from './column-widths.ts';

/** How one person likes one table to look; kept per resource. */
export interface TableSettings {
  /** Field keys in the chosen order; fields that are not named keep the declaration's order, after these. */
  readonly order: readonly string[];
  /** Fields shown or hidden against the declaration's default. */
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
  /** Fields whose columns stay at the left while the others scroll; they stand before these. */
  readonly pinned: readonly string[];
  readonly widthsPx: ColumnWidthsPx;
  readonly density: Density;
  readonly isSearchOpen: boolean;
  /** Where records with a life are not seen as a list: in columns by their states, or how long they stayed there. */
  readonly look?: Look;
}

export type Look = 'list' | 'board' | 'report';

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** Which columns stand in which order. */
export type ColumnChoice = Pick<TableSettings, 'order' | 'shown' | 'hidden' | 'pinned'>;

/** How the columns are arranged, as views keep it. */
export type ColumnArrangement = ColumnChoice & Pick<TableSettings, 'widthsPx'>;

/** So few, that something is left to scroll. */
export const MAX_PINNED = 3;

export const DEFAULT_TABLE_SETTINGS: TableSettings = {
  order: [],
  shown: [],
  hidden: [],
  pinned: [],
  widthsPx: {},
  density: 'comfortable',
  isSearchOpen: false,
};

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string').slice(0, 200) : []);

/** Settings from storage, part by part; what cannot be understood falls back. */
export function restoreTableSettings(stored: unknown): TableSettings {
  const parts: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  return {
    order: textsIn(parts['order']),
    shown: textsIn(parts['shown']),
    hidden: textsIn(parts['hidden']),
    pinned: textsIn(parts['pinned']).slice(0, MAX_PINNED),
    widthsPx: restoreWidths(parts['widthsPx']),
    density: DENSITIES.find((density) => density === parts['density']) ?? DEFAULT_TABLE_SETTINGS.density,
    isSearchOpen: parts['isSearchOpen'] === true,
    ...(parts['look'] === 'board' || parts['look'] === 'report' ? { look: parts['look'] } : {}),
  };
}

/** Shows or hides one column; `isShown` is what it is now. */
export function toggleColumn(settings: TableSettings, field: string, isShown: boolean): TableSettings {
  const without = (fields: readonly string[]) => fields.filter((one) => one !== field);
  const [shown, hidden] = [without(settings.shown), without(settings.hidden)];
  return isShown ? { ...settings, shown, hidden: [...hidden, field] } : { ...settings, shown: [...shown, field], hidden };
}

/**
 * Pins one column or lets it go; undefined where there are as many as can be.
 * @param fields all columns: a pin of a field that is gone takes nobody's place
 */
export function togglePin(
  settings: Pick<TableSettings, 'pinned'>,
  field: string,
  fields: readonly string[],
): Pick<TableSettings, 'pinned'> | undefined {
  const pinned = settings.pinned.filter((one) => fields.includes(one));
  if (pinned.includes(field)) return { pinned: pinned.filter((one) => one !== field) };
  return pinned.length < MAX_PINNED ? { pinned: [...pinned, field] } : undefined;
}

/** Fields in the person's order, pinned ones first; names of fields that are gone do not count. */
export function arranged({ order, pinned }: Pick<TableSettings, 'order' | 'pinned'>, fields: readonly string[]): string[] {
  const rank = (field: string) => {
    const place = order.indexOf(field);
    return (place === -1 ? order.length : place) - (pinned.includes(field) ? order.length + 1 : 0);
  };
  return fields.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Puts a column where another one stands; those between make room.
 * @param fields all columns, as they stand now
 * @returns the new order; null where nothing moves
 */
export function moveColumn(fields: readonly string[], from: number, to: number): readonly string[] | null {
  const field = fields[from];
  if (field === undefined || from === to || to < 0 || to >= fields.length) return null;
  return fields.toSpliced(from, 1).toSpliced(to, 0, field);
}

/** The columns of a table: `all` with their default, in the person's order, without the hidden ones. */
export function visibleColumns(
  choice: ColumnChoice,
  all: readonly { readonly field: string; readonly isShownByDefault: boolean }[],
): string[] {
  const seen = all.filter(({ field, isShownByDefault }) =>
    isShownByDefault ? !choice.hidden.includes(field) : choice.shown.includes(field),
  );
  return arranged(
    choice,
    seen.map(({ field }) => field),
  );
}
