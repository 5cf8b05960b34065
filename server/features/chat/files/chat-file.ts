import type { MessageState } from '#domain/chat/answer';
import type { StoredSource } from '../../../db/tables/chat-tables.ts';

/** Our own format of conversations. */
export const FORMAT = 'troupe-chat/1';

export interface FiledMessage {
  readonly id: string;
  readonly parent: string | null;
  readonly role: 'user' | 'assistant';
  readonly state: MessageState;
  readonly text: string;
  readonly thinking?: string;
  readonly sources?: readonly StoredSource[];
  readonly model?: string;
  /** By their ids among the file's `files`; left out where there are none. */
  readonly attachments?: readonly { readonly file: string; readonly name: string }[];
  /** Unix seconds. */
  readonly time: number;
}

export interface FiledConversation {
  readonly title: string;
  readonly folder: string;
  readonly isPinned: boolean;
  /** The end of the shown branch; null for none. */
  readonly leaf: string | null;
  readonly createTime: number;
  readonly updateTime: number;
  /** Each after the one that it follows. */
  readonly messages: readonly FiledMessage[];
}
