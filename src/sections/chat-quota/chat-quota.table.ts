import type { Generated } from 'kysely';
import type { ChatOwnerKind } from '#domain/chat/answer';
import type { Stamped, Versioned } from '#server/db/columns/column-types';

/** One row an audience, and one for each group that has other limits; null is no limit. */
export interface ChatQuotaTable extends Stamped, Versioned {
  id: Generated<number>;
  audience: ChatOwnerKind;
  group_id: number | null;
  messages_a_day: number | null;
  tokens_a_day: number | null;
  /** Cents. */
  cost_a_day: number | null;
  answers_at_once: number;
  input_characters: Generated<number>;
}
