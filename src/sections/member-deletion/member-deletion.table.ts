import type { Generated, GeneratedAlways } from 'kysely';
import type { UnixSeconds } from '#server/db/columns/column-types';

/** A request of a member to end the account. */
export interface MemberDeletionRequestTable {
  id: GeneratedAlways<number>;
  member_id: number;
  status: Generated<'asked' | 'cancelled' | 'done'>;
  create_time: UnixSeconds;
  /** Until then the member may think otherwise. */
  due_time: UnixSeconds;
  /** When the member is told that a day is left; null once that is done. */
  remind_time: UnixSeconds | null;
  /** When it was cancelled or done. */
  end_time: UnixSeconds | null;
}
