import type { Kysely } from 'kysely';
import type { WireMemberRule } from '#api/contract/session/member-info';
import type { MemberGrants } from '../../base/caller.ts';
import type { Language, Messages } from '../../base/messages.ts';
import { SHIPPED_MEMBER_RULES } from '../../db/seed/shipped-members.ts';
import type { Tables } from '../../db/tables/tables.ts';

export interface MemberMenuService {
  /** Directories of the member centre. */
  readonly menus: readonly WireMemberRule[];
  /** What stands outside of it. */
  readonly rules: readonly WireMemberRule[];
}

/** Who reads a menu, and with what. */
export interface MemberReader {
  /** Null for visitors. */
  readonly grants: MemberGrants | null;
  /** Clients that keep the newest refresh token, which is ours: it is the one thing that tells ours from a stock client of the newer dialect here. */
  readonly hasOwnPages: boolean;
}

type Words = { readonly messages: Pick<Messages, 'text'>; readonly language: Language };

const OUTSIDE: ReadonlySet<string> = new Set(['route', 'nav', 'button']);
/** Shipped rules of the family have the protocol's ids, which end here. */
const LAST_OF_FAMILY = 100;
/** A stock client has no file for these pages, and an entry would lead back to its first page without a word. */
const OWN_PAGES: ReadonlySet<string> = new Set(SHIPPED_MEMBER_RULES.filter(({ id = 0 }) => id > LAST_OF_FAMILY).map(({ name }) => name));
const SHIPPED = new Map(SHIPPED_MEMBER_RULES.map(({ name, title }) => [name, title]));

/** In the reader's language where there is a title in it: one that nobody has changed is known in all. */
function titleOf(
  { name, title }: { readonly name: string; readonly title: string },
  titleEn: string,
  { messages, language }: Words,
): string {
  if (language === 'en' && titleEn !== '') return titleEn;
  return SHIPPED.get(name) === title ? messages.text(language, `menu.member.${name.replace('/', '.')}`) : title;
}

/**
 * The rules of a member, nested; one whose parent is not granted falls away with everything below it. A visitor gets what is open to them.
 * Source: wire protocol §3.3, §3.5.
 */
export async function readMemberMenu(
  kysely: Kysely<Tables>,
  { grants, hasOwnPages }: MemberReader,
  words: Words,
): Promise<MemberMenuService> {
  const rows = await kysely
    .selectFrom('member_rule')
    .select([
      'id',
      'pid',
      'type',
      'title',
      'title_en',
      'name',
      'path',
      'icon',
      'menu_type',
      'url',
      'component',
      'extend',
      'no_login_valid',
      'remark',
      'weigh',
    ])
    .where('status', '=', '1')
    .orderBy('weigh', 'desc')
    .orderBy('id', 'asc')
    .execute();
  const isShown = (rule: (typeof rows)[number]): boolean =>
    grants === null ? rule.no_login_valid === '1' && OUTSIDE.has(rule.type) : grants.isAll || grants.ruleIds.has(rule.id);
  const shown = rows.filter((rule) => isShown(rule) && (hasOwnPages || !OWN_PAGES.has(rule.name)));
  const below = Map.groupBy(shown, (rule) => rule.pid);
  const wire = ({ title_en: titleEn, ...rule }: (typeof rows)[number]): WireMemberRule => {
    const children = (below.get(rule.id) ?? []).map(wire);
    const node = { ...rule, no_login_valid: Number(rule.no_login_valid), title: titleOf(rule, titleEn, words) };
    // Those on top always have a list, however empty. Source: wire protocol §3.3.
    return children.length > 0 || rule.pid === 0 ? { ...node, children } : node;
  };
  const ids = new Set(shown.map(({ id }) => id));
  // What a visitor may see is a list of its own: a parent that is not open does not close what is below it.
  const roots = shown.filter(({ pid }) => pid === 0 || (grants === null && !ids.has(pid))).map(wire);
  return {
    menus: roots.filter(({ type }) => type === 'menu_dir'),
    rules: roots.filter(({ type }) => type !== 'menu_dir' && type !== 'menu'),
  };
}
