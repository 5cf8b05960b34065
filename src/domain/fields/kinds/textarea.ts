import { LONG_TEXT_LIMIT } from './base/text-limits.ts';
import { textKind } from './base/kind.ts';

/** Text of several lines. */
export const textarea = textKind({ maxLength: LONG_TEXT_LIMIT, isLong: true, list: 'hidden' });
