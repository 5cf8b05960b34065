import type { JsonWithDefault } from '#server/db/columns/column-types';
import type { SafetyRuleColumns } from '#server/db/columns/shared-columns';

export interface SensitiveDataTable extends SafetyRuleColumns {
  /** Columns with their titles. */
  fields: JsonWithDefault<readonly { readonly key: string; readonly value: string }[]>;
}
