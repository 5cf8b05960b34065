/** The parts of the first page that a person can move and hide, in the order in which they are shipped. */
export const WIDGETS = ['waiting', 'changes', 'recent', 'categories', 'actions', 'signIns'] as const;
export type Widget = (typeof WIDGETS)[number];

/** Pages that one person keeps at the top. */
export const MAX_FAVOURITES = 12;
/** As long as the name of a menu rule may be. */
export const MAX_PAGE_NAME_LENGTH = 200;

/** The first page as somebody has arranged it; kept with the account. */
export interface DashboardLayout {
  /** Every widget once. */
  readonly order: readonly Widget[];
  readonly hidden: readonly Widget[];
  /** Names of menu rules, in the order in which they were added. */
  readonly favourites: readonly string[];
}

export const SHIPPED_LAYOUT: DashboardLayout = { order: WIDGETS, hidden: [], favourites: [] };

const isWidget = (name: string): name is Widget => (WIDGETS as readonly string[]).includes(name);

/** A layout as it was kept, by whatever version: what is not known any more is left out, and what is new stands at the end. */
export function knownLayout(kept: {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly favourites: readonly string[];
}): DashboardLayout {
  const order = [...new Set(kept.order.filter(isWidget))];
  return {
    order: [...order, ...WIDGETS.filter((widget) => !order.includes(widget))],
    hidden: WIDGETS.filter((widget) => kept.hidden.includes(widget)),
    favourites: [...new Set(kept.favourites)].slice(0, MAX_FAVOURITES),
  };
}

/**
 * The widget before or after the next one that is shown; as it was where there is none.
 * @param seen those of which there is anything to see for whoever arranges them
 */
export function movedWidget({ order, hidden }: DashboardLayout, widget: Widget, by: -1 | 1, seen: readonly Widget[]): readonly Widget[] {
  const shown = order.filter((one) => seen.includes(one) && !hidden.includes(one));
  const neighbour = shown[shown.indexOf(widget) + by];
  return neighbour === undefined || !shown.includes(widget) ? order : placedWidget(order, widget, neighbour);
}

/** The widget in the place of another, which moves on to where it came from. */
export function placedWidget(order: readonly Widget[], widget: Widget, target: Widget): readonly Widget[] {
  const to = order.indexOf(target);
  const rest = order.filter((one) => one !== widget);
  return widget === target || to < 0 ? order : [...rest.slice(0, to), widget, ...rest.slice(to)];
}

/**
 * With the one more, or without it where it is there; never more than there is room for. Names of pages that are gone, or that the person may
 * not open, are kept for when they are back, but take nobody's room.
 * @param pages names of those that are there
 */
export function toggledFavourite(favourites: readonly string[], name: string, pages: readonly string[]): readonly string[] {
  if (favourites.includes(name)) return favourites.filter((one) => one !== name);
  if (favourites.length < MAX_FAVOURITES) return [...favourites, name];
  const gone = favourites.findIndex((one) => !pages.includes(one));
  return gone < 0 ? favourites : [...favourites.slice(0, gone), ...favourites.slice(gone + 1), name];
}
