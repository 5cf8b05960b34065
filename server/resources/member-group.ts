import type { Transaction } from 'kysely';
import type { memberGroup } from '#api/contract/resources/member-group';
import type { Tables } from '../db/tables.ts';
import { FieldsRefused } from '../services/refusal.ts';
import type { ResourceHooks } from './hooks.ts';

/** The rules as they are stored: with every parent, and `*` when nothing is missing. */
async function storedRules(trx: Transaction<Tables>, chosen: readonly string[]): Promise<readonly string[]> {
  if (chosen.includes('*')) return ['*'];
  const parents = new Map((await trx.selectFrom('member_rule').select(['id', 'pid']).execute()).map(({ id, pid }) => [id, pid]));
  const ids = new Set<number>();
  for (const text of chosen) {
    if (!parents.has(Number(text))) throw new FieldsRefused({ rules: { key: 'validation.missingRecord' } });
    for (let id = Number(text); id > 0; id = parents.get(id) ?? 0) ids.add(id);
  }
  return ids.size > 0 && ids.size === parents.size ? ['*'] : [...ids].toSorted((a, b) => a - b).map(String);
}

/** What groups of members have beside the engine. Source: wire protocol §5.8. */
export const memberGroupHooks: ResourceHooks<(typeof memberGroup)['fields']> = {
  beforeWrite: async (values, { trx }) => (values.rules ? { ...values, rules: await storedRules(trx, values.rules) } : values),
};
