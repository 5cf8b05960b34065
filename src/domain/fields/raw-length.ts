import type { Field } from './field.ts';
import { maxCountOf, maxLengthOf } from './field-rules.ts';
import { TEXT_LIMIT } from './kinds/base/text-limits.ts';
import { describedKind } from './kinds/registry.ts';
import type { Issue } from '../base/issue.ts';

/** Markup of other editors may be as many times as long as what is left of it. */
const MARKUP_SHARE = 3;
/** A code point takes two units of a text at most. */
const UNITS = 2;
/** An item may be a pair. */
const TEXTS_OF_ITEM = 2;

/** How long a text may be that comes for the field, in UTF-16 units, whatever is made of it afterwards. */
function maxRawLength(field: Field): number {
  const { isMarkup, initial } = describedKind(field);
  if (isMarkup) return MARKUP_SHARE * maxLengthOf(field);
  // Items may come as one text, separated by commas.
  if (Array.isArray(initial)) return maxCountOf(field) * TEXTS_OF_ITEM * (UNITS * TEXT_LIMIT + 1);
  return UNITS * Math.max(maxLengthOf(field), TEXT_LIMIT);
}

const tooLong = (max: number): Issue => ({ key: 'validation.maxLength', params: { max } });
const tooMany = (max: number): Issue => ({ key: 'validation.maxCount', params: { max } });

const isLong = (text: unknown): boolean => typeof text === 'string' && text.length > UNITS * TEXT_LIMIT;
const textsIn = (item: unknown): readonly unknown[] => (typeof item === 'object' && item !== null ? Object.values(item) : [item]);

/**
 * Whether what came for a field can be its value by its length alone. It is asked before anything reads, cuts, matches or cleans the
 * value, and looks no further into it than that takes.
 */
export function rawIssue(field: Field, sent: unknown): Issue | null {
  if (typeof sent === 'string') return sent.length > maxRawLength(field) ? tooLong(maxLengthOf(field)) : null;
  if (!Array.isArray(sent)) return null;
  const maxCount = maxCountOf(field);
  if (sent.length > maxCount) return tooMany(maxCount);
  return sent.some((item) => textsIn(item).some(isLong)) ? tooLong(TEXT_LIMIT) : null;
}
