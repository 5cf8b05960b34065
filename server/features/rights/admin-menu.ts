import type { Kysely } from 'kysely';
import { isOfSuperPage } from '#domain/rights/super-pages';
import type { WireRule } from '#api/contract/session/session';
import type { Tables } from '../../db/tables/tables.ts';
import type { Grants } from '../../base/caller.ts';

/** A rule, and what the menu keeps as its title. */
export interface TitledRule {
  readonly id: number;
  readonly name: string;
  readonly title: string;
}

export interface AdminMenu {
  readonly menus: readonly WireRule[];
  /** Names of all rules the account may use. */
  readonly urls: readonly string[];
}

/**
 * The rules an account may use, nested; one whose parent is not granted falls away with everything below it,
 * and so does a page that is for super administrators alone.
 * @param titleOf puts a stored title into the caller's language; a stock client shows what it gets
 * Source: wire protocol §3.2, §8.3.
 */
export async function readAdminMenu(kysely: Kysely<Tables>, grants: Grants, titleOf: (rule: TitledRule) => string): Promise<AdminMenu> {
  const rules = await kysely
    .selectFrom('admin_rule')
    .select(['id', 'pid', 'type', 'title', 'name', 'path', 'icon', 'menu_type', 'url', 'component', 'keepalive', 'extend'])
    .where('status', '=', '1')
    .orderBy('weigh', 'desc')
    .orderBy('id', 'asc')
    .execute();
  const granted = rules.filter((rule) => grants.isSuper || (grants.ruleIds.has(rule.id) && !isOfSuperPage(rule.name)));
  const below = Map.groupBy(granted, (rule) => rule.pid);
  const nest = (pid: number): WireRule[] =>
    (below.get(pid) ?? []).map((rule) => {
      const children = nest(rule.id);
      // The wire carries the rule's own name where the column says 1.
      const node = { ...rule, title: titleOf(rule), keepalive: rule.keepalive === '1' ? rule.name : 0 };
      return children.length > 0 ? { ...node, children } : node;
    });
  return { menus: nest(0), urls: granted.map((rule) => rule.name) };
}
