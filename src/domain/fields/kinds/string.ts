import { textKind } from './base/kind.ts';

/** A line of text. */
export const string = textKind();
