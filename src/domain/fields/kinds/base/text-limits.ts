/** Code points of a line of text, and of an item of a list. */
export const TEXT_LIMIT = 255;
/** Code points of a text of several lines. */
export const LONG_TEXT_LIMIT = 65_535;
