import { archiveRefusal } from './archive-refusal.ts';

const CODE = /^```[^\n]*\n[\s\S]*?^```[^\n]*$|`[^`\n]*`/gmu;
const MARKUP = /<(?!https?:\/\/[^\s<>]*>)[a-z!?/]/iu;
const ADDRESS = /(?:\]\(|^ {0,3}\[[^\]\n]*\]:)\s*<?([^\s)>]*)/gmu;
const SAFE_SCHEME = /^(?:https?|mailto):/iu;
const SCHEME = /^[\p{Cc}\s]*[a-z][a-z0-9+.-]*:/iu;

/**
 * A text of a package is Markdown without elements of its own, and its links lead to pages and people. Whoever shows it cleans it all the
 * same; here its author is told.
 * @throws FailureError
 */
export function checkReadMe(name: string, text: string): void {
  const prose = text.replaceAll(CODE, '');
  if (MARKUP.test(prose)) throw archiveRefusal('markup', { name });
  for (const [, address = ''] of prose.matchAll(ADDRESS))
    if (SCHEME.test(address) && !SAFE_SCHEME.test(address)) throw archiveRefusal('linkScheme', { name, address });
}
