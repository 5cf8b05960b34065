/** What a row's state opens; no section's own window is called so. */
export const OFFERS_MENU = '@offers';
/** Where a record stands, and how it came there. */
export const LIFE_WINDOW = '@life';
