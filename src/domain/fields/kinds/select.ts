import { choiceKind } from './base/kind.ts';

/** One of several options, from a list that opens. */
export const select = choiceKind();
