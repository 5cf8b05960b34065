import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables/tables';
import { rejection } from '#domain/base/failure';
import { DEFAULT_MEMBER_GROUP } from '#server/db/seed/shipped-members';
import { FieldsRefused } from '#server/base/refusal';
import { idsIn, asShown, rulesInForm, withParents } from '#server/features/rights/rules-in-form';
import { mapReplyRows } from '#server/resources/base/list-reply';
import { sectionHooks } from '#server/features/base/section-hooks';
import { rulesOf } from '#server/features/rights/group-rules';
import { memberGroup } from './member-group.resource.ts';

/** The rules as they are stored: with every parent, and `*` when nothing is missing. */
async function storedRules(trx: Transaction<Tables>, chosen: readonly string[], before: readonly string[]): Promise<readonly string[]> {
  if (chosen.includes('*')) return ['*'];
  const rules = await trx.selectFrom('member_rule').select(['id', 'pid']).execute();
  const ids = withParents(chosen, rules);
  if (ids === null) throw new FieldsRefused({ rules: { key: 'validation.missingRecord' } });
  return asShown(ids, before, rules) ?? (ids.length > 0 && ids.length === rules.length ? ['*'] : ids.map(String));
}

/** What groups of members have beside the engine. Source: wire protocol §5.8. */
export const memberGroupHooks = sectionHooks(memberGroup, () => ({
  // A list has the ids as one text, a form as a list of them.
  list: async (query, _context, list) => mapReplyRows(await list(query), (row) => ({ ...row, rules: idsIn(row['rules']).join(',') })),
  form: async (row, { ports }) => {
    const rules = await ports.database.kysely.selectFrom('member_rule').select(['id', 'pid']).execute();
    return { ...row, rules: rulesInForm(idsIn(row['rules']), rules) };
  },
  beforeWrite: async (values, { trx, before }) =>
    values.rules ? { ...values, rules: await storedRules(trx, values.rules, rulesOf(before)) } : values,
  beforeRemove: async (ids) => {
    if (ids.includes(DEFAULT_MEMBER_GROUP.id)) throw rejection('refusals.member.defaultGroup');
    return ids;
  },
}));
