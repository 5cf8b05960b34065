import { isEmptyRichText } from '../../base/validation.ts';
import { LONG_TEXT_LIMIT } from './base/text-limits.ts';
import { textKind } from './base/kind.ts';

/** Text with headings, pictures and links, as HTML. */
export const richText = textKind({
  isNothing: isEmptyRichText,
  requiredIssue: 'editorRequired',
  maxLength: LONG_TEXT_LIMIT,
  files: 'inside',
  isMarkup: true,
  isLong: true,
  list: 'hidden',
});
