import { choiceKind } from './base/kind.ts';

/** One of several options, all of them in sight. */
export const radio = choiceKind();
