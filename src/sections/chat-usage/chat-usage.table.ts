import type { Generated, GeneratedAlways } from 'kysely';
import type { ChatOwnerColumns } from '#server/db/columns/shared-columns';

export interface ChatUsageTable extends ChatOwnerColumns {
  id: GeneratedAlways<number>;
  /** Of the site's clock, `YYYY-MM-DD`. */
  day: string;
  model_id: number;
  answers: Generated<number>;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  cost: Generated<number>;
  first_word_ms_sum: Generated<number>;
}
