/** How one person likes one table to look; kept per resource. */
export interface TableSettings {
  /** Field keys in the chosen order; fields that are not named keep the declaration's order, after these. */
  readonly order: readonly string[];
  /** Fields shown or hidden against the declaration's default. */
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
  readonly density: Density;
  readonly isSearchOpen: boolean;
}

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

export const DEFAULT_TABLE_SETTINGS: TableSettings = { order: [], shown: [], hidden: [], density: 'comfortable', isSearchOpen: false };

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string').slice(0, 200) : []);

/** Settings from storage, part by part; what cannot be understood falls back. */
export function restoreTableSettings(stored: unknown): TableSettings {
  const parts: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  return {
    order: textsIn(parts['order']),
    shown: textsIn(parts['shown']),
    hidden: textsIn(parts['hidden']),
    density: DENSITIES.find((density) => density === parts['density']) ?? DEFAULT_TABLE_SETTINGS.density,
    isSearchOpen: parts['isSearchOpen'] === true,
  };
}

/** Shows or hides one column; `isShown` is what it is now. */
export function toggleColumn(settings: TableSettings, field: string, isShown: boolean): TableSettings {
  const without = (fields: readonly string[]) => fields.filter((one) => one !== field);
  const [shown, hidden] = [without(settings.shown), without(settings.hidden)];
  return isShown ? { ...settings, shown, hidden: [...hidden, field] } : { ...settings, shown: [...shown, field], hidden };
}

/** The columns of a table: `all` with their default, in the person's order, without the hidden ones. */
export function visibleColumns(
  settings: TableSettings,
  all: readonly { readonly field: string; readonly isShownByDefault: boolean }[],
): string[] {
  const rank = (field: string) => {
    const place = settings.order.indexOf(field);
    return place === -1 ? settings.order.length : place;
  };
  return all
    .filter(({ field, isShownByDefault }) => (isShownByDefault ? !settings.hidden.includes(field) : settings.shown.includes(field)))
    .map(({ field }) => field)
    .sort((a, b) => rank(a) - rank(b));
}
