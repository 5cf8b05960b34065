import type { MessageFault } from '#domain/session/message-fault';
import type { Generated, GeneratedAlways } from 'kysely';

export interface OutboxMessageTable {
  id: GeneratedAlways<number>;
  channel: 'email' | 'mobile';
  target: string;
  /** What its code is for. */
  purpose: string;
  subject: Generated<string>;
  /** What was written, with the code masked. */
  text: Generated<string>;
  /** Only in a message that nobody but the outbox has received; cleared when the code has expired. */
  code: Generated<string>;
  /** Of messages that a job tries until they are sent: the same for all its attempts. */
  delivery: Generated<string>;
  status: 'waiting' | 'sent' | 'failed';
  fault: Generated<MessageFault | ''>;
  /** Unix seconds. */
  create_time: number;
  /** When it was sent, or had failed. */
  end_time: number | null;
}
