import type { Generated, GeneratedAlways } from 'kysely';
import type { Stamped, Versioned } from '#server/db/columns/column-types';
import type { ChatOwnerColumns } from '#server/db/columns/shared-columns';

export interface ChatFeedbackTable extends Stamped, Versioned, ChatOwnerColumns {
  id: GeneratedAlways<number>;
  message_id: number | null;
  kind: 'rating' | 'report';
  verdict: 'good' | 'bad' | null;
  /** Separated by commas. */
  reasons: Generated<string>;
  note: Generated<string>;
  /** Question and answer, copied where they were reported. */
  excerpt: Generated<string>;
  model_name: Generated<string>;
  status: Generated<'open' | 'seen' | 'closed'>;
  staff_note: Generated<string>;
}
