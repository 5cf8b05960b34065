import { textOrEmpty } from '#domain/base/plain-value';
import { sql, type Transaction } from 'kysely';
import { wireNameOf, type AnyRecord } from '#domain/fields/field';
import type { Issue } from '#domain/base/issue';
import { isBlank } from '#domain/base/validation';
import type { Tables } from '../../db/tables/tables.ts';
import { isShippedRule } from '../../db/seed/shipped-rules.ts';
import { FieldsRefused } from '../../base/refusal.ts';

/** Names of menu rules without which nobody could put the menu right again. */
export const PROTECTED_RULES: readonly string[] = ['auth', 'auth/rule'];

/** What the program finds its rights and its pages by. */
const OF_ALL = ['name', 'type'] as const;
const OF_PAGES = [...OF_ALL, 'path', 'menuType'] as const;
const OF_PROTECTED = ['status', 'extend'] as const;

const SHIPPED: Issue = { key: 'refusals.auth.shippedRule' };
const PROTECTED: Issue = { key: 'refusals.auth.protectedRule' };

/**
 * A rule of the program may be called, drawn, placed and switched as people like, but stays what the program knows it as; those of the
 * page of the rules stay as they are, so that the menu can be put right again.
 * @throws FieldsRefused naming what would be lost
 */
export function refuseLoss(values: AnyRecord, before: AnyRecord): void {
  const name = textOrEmpty(before['name']);
  if (!isShippedRule(name)) return;
  const isOther = (key: string): boolean => key in values && (values[key] ?? '') !== (before[key] ?? '');
  const isPage = before['type'] === 'menu';
  const issues: Record<string, Issue> = {};
  for (const key of isPage ? OF_PAGES : OF_ALL) if (isOther(key)) issues[wireNameOf(key)] = SHIPPED;
  if (isPage && 'component' in values && isBlank(values['component'])) issues['component'] = { key: 'validation.required' };
  if (PROTECTED_RULES.includes(name)) for (const key of OF_PROTECTED) if (isOther(key)) issues[key] = PROTECTED;
  if (Object.keys(issues).length > 0) throw new FieldsRefused(issues);
}

/** What hides all that is below a rule, and where it is said. */
const HIDING = { status: 'status', parentId: 'pid', extend: 'extend', type: 'type' } as const;

/** Nothing above the page of the rules may hide it. @throws FieldsRefused at what was changed */
export async function refuseHiding(trx: Transaction<Tables>, after: AnyRecord, before: AnyRecord): Promise<void> {
  const changed = Object.entries(HIDING).filter(([key]) => after[key] !== before[key]);
  if (changed.length === 0) return;
  const { rows } = await sql`with recursive above_rules (id, pid, hides) as (
      select id, pid, false from admin_rule where name in (${sql.join([...PROTECTED_RULES])})
      union select above.id, above.pid, above.status <> '1' or above.extend <> 'none' or above.type = 'button'
        from admin_rule as above join above_rules on above.id = above_rules.pid
    ) select 1 from above_rules where hides`.execute(trx);
  if (rows.length > 0) throw new FieldsRefused(Object.fromEntries(changed.map(([, wireName]) => [wireName, PROTECTED])));
}
