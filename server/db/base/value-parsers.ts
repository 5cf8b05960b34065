/**
 * How values leave the database, by PostgreSQL's type number; the same on both kinds, whose drivers differ here.
 * int8 becomes a number (our ids, counts and seconds stay far below 2^53), dates, intervals and numerics stay text.
 */
export const VALUE_PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  20: Number,
  1082: (text) => text,
  1186: (text) => text,
  1700: (text) => text,
};
