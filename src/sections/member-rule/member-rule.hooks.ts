import { giveBack, giveToHolders, takeFromHolders } from '#server/features/base/rule-holders';
import { sectionHooks } from '#server/features/base/section-hooks';
import { memberRule } from './member-rule.resource.ts';

const GROUPS = 'member_group';

/** Groups are given a new rule and lose one that goes; those that had it have it again when it comes back. Source: wire protocol §5.9, §5.6. */
export const memberRuleHooks = sectionHooks(memberRule, () => ({
  // As a path is copied on Windows.
  beforeWrite: async ({ component, ...values }) => ({
    ...values,
    ...(component !== undefined && { component: component.replaceAll('\\', '/') }),
  }),
  async afterWrite({ id, parentId }, { trx, before, restored }) {
    const held = restored?.[GROUPS];
    if (held) await giveBack(trx, GROUPS, id, held);
    else if (before === null && parentId !== null) await giveToHolders(trx, GROUPS, id, parentId);
  },
  async beforeRemove(ids, { trx, keepBeside }) {
    for (const id of ids) keepBeside(id, GROUPS, await takeFromHolders(trx, GROUPS, id));
    return ids;
  },
}));
