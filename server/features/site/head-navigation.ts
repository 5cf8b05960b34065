import type { WireMemberRule } from '#api/contract/session/member-info';
import { isExternalLink, isFrameable, isOwnPath } from '#domain/base/addresses/link';
import type { Language } from '#domain/base/language';
import { documentAt, documentPath } from '#domain/site/document-address';
import type { NavEntry } from '#domain/site/document-page';

/** Where a rule leads; empty for what leads nowhere. */
function hrefOf({ menu_type: kind, path, url }: WireMemberRule, language: Language): string {
  if (kind === 'iframe') return url && isFrameable(url) ? `/user/iframe/${encodeURIComponent(url)}` : '';
  const link = (kind === 'link' ? url : path)?.trim() ?? '';
  if (link === '' || isExternalLink(link)) return link;
  const own = link.startsWith('/') ? link : `/${link}`;
  if (!isOwnPath(own)) return '';
  // What a page is asked for, and where in it, comes along into the other language.
  const at = own.search(/[?#]/u);
  const [whole, rest] = at < 0 ? [own, ''] : [own.slice(0, at), own.slice(at)];
  const plain = whole === '/' ? whole : whole.replace(/\/+$/u, '');
  return documentAt(plain)?.language === 'zh-cn' ? documentPath(language, plain) + rest : own;
}

function entryOf(rule: WireMemberRule, language: Language, children: readonly NavEntry[]): NavEntry {
  const href = hrefOf(rule, language);
  return { title: rule.title, href, isExternal: isExternalLink(href), children };
}

const isNav = ({ type }: WireMemberRule): boolean => type === 'nav';
const leadsSomewhere = ({ href, children }: NavEntry): boolean => href !== '' || children.length > 0;

/** The rules of type `nav` that are open to visitors, in two levels; what lies deeper stands in the second. Source: wire protocol §3.3. */
export function headNavigation(rules: readonly WireMemberRule[], language: Language): readonly NavEntry[] {
  const below = (rule: WireMemberRule): readonly NavEntry[] =>
    (rule.children ?? []).filter(isNav).flatMap((child) => [entryOf(child, language, []), ...below(child)].filter(leadsSomewhere));
  return rules
    .filter(isNav)
    .map((rule) => entryOf(rule, language, below(rule)))
    .filter(leadsSomewhere);
}
