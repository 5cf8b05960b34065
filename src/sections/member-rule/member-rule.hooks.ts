import { sql } from 'kysely';
import { sectionHooks } from '#server/features/base/section-hooks';
import { memberRule } from './member-rule.resource.ts';

const idsOf = sql`string_to_array(replace(rules, ' ', ''), ',')`;

/** Every group that has the parent has the new rule too; a rule that goes leaves no number behind. Source: wire protocol §5.9, §5.6. */
export const memberRuleHooks = sectionHooks(memberRule, () => ({
  async afterWrite({ id, parentId }, { trx, before }) {
    if (before !== null || parentId === null) return;
    await sql`update member_group set rules = rules || ',' || ${String(id)}::text
      where trim(rules) <> '*' and ${String(parentId)}::text = any(${idsOf})`.execute(trx);
  },
  async beforeRemove(ids, { trx }) {
    for (const id of ids)
      await sql`update member_group set rules = array_to_string(array_remove(${idsOf}, ${String(id)}::text), ',')
        where ${String(id)}::text = any(${idsOf})`.execute(trx);
    return ids;
  },
}));
