import type { SafetyRuleColumns } from '#server/db/columns/shared-columns';

export type DataRecycleTable = SafetyRuleColumns;
