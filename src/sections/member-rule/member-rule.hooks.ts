import { giveAbove, giveBack, giveToHolders, takeFromHolders } from '#server/features/base/rule-holders';
import { sectionHooks } from '#server/features/base/section-hooks';
import { mapReplyRows, type WireRow } from '#server/resources/base/list-reply';
import { hasPreselection } from '#server/resources/read/list-source';
import { logWrite } from '#server/resources/write/record-change';
import { memberGroup } from '#sections/member-group/member-group.resource.ts';
import { memberRule } from './member-rule.resource.ts';

const GROUPS = 'member_group';

/** Whether a rule is open to visitors is a number in the family. Source: wire protocol §0.3. */
const withNumbers = (row: WireRow): WireRow => ({ ...row, no_login_valid: Number(row['no_login_valid']) });
const ACTIVE = { field: 'status', operator: 'eq', val: '1' } as const;

/**
 * Groups are given a new rule and lose one that goes; those that had it have it again when it comes back. What is switched off is no
 * option, but what was chosen before keeps its title. Source: wire protocol §5.9, §5.6.
 */
export const memberRuleHooks = sectionHooks(memberRule, () => ({
  async list(query, _context, list) {
    const isNarrowed = query.select && !hasPreselection(query);
    return mapReplyRows(await list(isNarrowed ? { ...query, search: [...(query.search ?? []), ACTIVE] } : query), withNumbers);
  },
  form: (row) => Promise.resolve(withNumbers(row)),
  // As a path is copied on Windows.
  beforeWrite: async ({ component, ...values }) => ({
    ...values,
    ...(component !== undefined && { component: component.replaceAll('\\', '/') }),
  }),
  async afterWrite({ id, parentId }, context) {
    const { before, restored } = context;
    const held = restored?.[GROUPS];
    if (held) await giveBack(context, GROUPS, id, held);
    else if (before === null && parentId !== null) await giveToHolders(context, GROUPS, id, parentId);
    else if (before && before['parentId'] !== parentId)
      await logWrite({ resource: memberGroup }, context, await giveAbove(context, GROUPS, id));
  },
  async beforeRemove(ids, context) {
    for (const id of ids) context.keepBeside(id, GROUPS, await takeFromHolders(context, GROUPS, id));
    return ids;
  },
}));
