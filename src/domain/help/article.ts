/** Whom an article is for. Staff read those of everybody, members those of visitors too. */
export const HELP_AUDIENCES = ['visitor', 'member', 'admin'] as const;
export type HelpAudience = (typeof HELP_AUDIENCES)[number];

/** An article of the help in one language. */
export interface HelpArticle {
  /** Name of its file; the same in every language. */
  readonly slug: string;
  readonly title: string;
  /** How people ask for it, in their own words. */
  readonly asks: readonly string[];
  /** What people call it, or come from, who do not know the words of the product; never shown. */
  readonly also: readonly string[];
  /** The page that it is about, such as `/admin/goods/goods`. */
  readonly route: string;
  readonly audience: HelpAudience;
  /** The permission node of staff without which it is not found; empty where none is needed. */
  readonly node: string;
  /** Of several articles about a page, the one that its help begins with. */
  readonly isFirst: boolean;
  /** Markdown, without the title. */
  readonly body: string;
}

export const MIN_ASKS = 5;
export const SLUG = /^[a-z\d]+(?:-[a-z\d]+)*$/u;
export const MAX_SLUG_LENGTH = 60;
/** Links between articles, as they stand in their texts. */
export const HELP_BASE = '/help/';

/** The article that a link inside the help leads to, or null for any other link. */
export function slugOfLink(href: string): string | null {
  const slug = href.startsWith(HELP_BASE) ? href.slice(HELP_BASE.length) : '';
  return SLUG.test(slug) ? slug : null;
}

const FENCE = '---\n';
const FIELDS: ReadonlySet<string> = new Set(['title', 'asks', 'also', 'route', 'audience', 'node', 'first']);

/**
 * Reads an article: lines `name: value` between two lines of dashes, and below `asks:` one line `- words` for each way of asking; what stands in `also:` is cut at its commas. This is a
 * small part of YAML, read by hand because a parser of all of it would bring types and references that no article needs.
 * @param text the whole file
 * @throws where something is missing, unknown, or said twice
 */
export function parseHelpArticle(slug: string, text: string): HelpArticle {
  const fail = (reason: string): never => {
    throw new Error(`The help article ${slug} ${reason}`);
  };
  const whole = text.replaceAll('\r\n', '\n');
  const end = whole.indexOf(`\n${FENCE}`, FENCE.length);
  if (!SLUG.test(slug) || slug.length > MAX_SLUG_LENGTH) fail('has a name that is no slug');
  if (!whole.startsWith(FENCE) || end < 0) fail('does not begin with its facts between lines of dashes');
  const facts = new Map<string, string>();
  const asks: string[] = [];
  for (const line of whole.slice(FENCE.length, end).split('\n')) {
    const ask = /^\s*- (.+)$/u.exec(line)?.[1];
    if (ask !== undefined && [...facts.keys()].at(-1) === 'asks') {
      asks.push(ask.trim());
      continue;
    }
    const [, name = '', value = ''] = /^([a-z]+):(.*)$/u.exec(line) ?? [];
    if (!FIELDS.has(name) || facts.has(name)) fail(`has a line that cannot be read: ${line}`);
    facts.set(name, value.trim());
  }
  const fact = (name: string): string => facts.get(name) || fail(`lacks ${name}`);
  const audience = HELP_AUDIENCES.find((one) => one === fact('audience')) ?? fail('is for an unknown audience');
  const body = whole.slice(end + FENCE.length + 1).trim();
  if (new Set(asks).size < MIN_ASKS) fail(`has fewer than ${MIN_ASKS} ways of asking`);
  if (body === '') fail('is empty');
  const first = facts.get('first');
  if (first !== undefined && first !== 'yes') fail('is first, or does not say so');
  const node = (facts.get('node') ?? '').toLowerCase();
  const also = (facts.get('also') ?? '').split(/[,，]/u).flatMap((word) => word.trim() || []);
  return { slug, title: fact('title'), asks, also, route: fact('route'), audience, node, isFirst: first === 'yes', body };
}
