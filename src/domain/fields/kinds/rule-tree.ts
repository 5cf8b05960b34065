import type { KindDescription } from './base/kind.ts';

const RULE_LIMIT = 5000;

/** The ids of granted rules, or `*` for all of them. */
export const ruleTree: KindDescription<'rules', readonly string[]> = {
  shape: 'rules',
  wire: 'list',
  storage: 'ids',
  initial: [],
  maxCount: RULE_LIMIT,
};
