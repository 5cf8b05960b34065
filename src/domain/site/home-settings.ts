/** How many of its own cards and sample questions a home page shows. */
export const MOST_CARDS = 6;
export const MOST_QUESTIONS = 3;

/** What a search engine looks for on the home page: the name and the content of a `<meta>`. */
export type SearchProof = readonly [name: string, content: string];

const PAIR = /^([a-z][\w.:-]{0,60})\s*=\s*([^\s<>"']{1,200})$/iu;
const META = /^<meta\s([^<>]{1,400}?)\/?>$/iu;
const ATTRIBUTE = /\b(name|content)\s*=\s*(?:"([^"]*)"|'([^']*)')/giu;

/**
 * A line that proves to a search engine whose site this is: `google-site-verification=abc`, or the `<meta>` as the search engine gives it.
 * @returns null for what is neither
 */
export function searchProofOf(line: string): SearchProof | null {
  const [, attributes] = META.exec(line) ?? [];
  if (attributes === undefined) return pairOf(line);
  const found = new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name.toLowerCase(), double ?? single ?? '']),
  );
  return pairOf(`${(found.get('name') ?? '').trim()}=${(found.get('content') ?? '').trim()}`);
}

function pairOf(line: string): SearchProof | null {
  const [, name, content] = PAIR.exec(line) ?? [];
  return name && content ? [name, content] : null;
}
