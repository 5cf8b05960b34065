// oxlint-disable-next-line no-control-regex -- colours are written with a control character
const COLOURS = /\u001b\[[\d;]*m/gu;

/** A line of output without the sequences that colour it. */
export const withoutColours = (text: string): string => text.replace(COLOURS, '');
