/** What is asked, and what comes of it. */
import type { BranchMessage } from '#domain/chat/branch';
import type { ChatConversation } from '#domain/chat/conversation';

/** Where the question goes: behind the end of a conversation, of a new one where it is null, or beside a question that is edited. */
export interface ComposerPlace {
  readonly conversation: string | null;
  readonly edited: string | null;
}

/** A question and its answer, which is running. */
export interface Exchange {
  readonly conversation: ChatConversation;
  readonly question: BranchMessage;
  readonly answer: BranchMessage;
}

export interface ChatQuestion extends ComposerPlace {
  readonly chatText: string;
  readonly model: number | null;
  /** Chosen by the page. */
  readonly answer: string;
  /** A conversation that begins with it is kept for a day. */
  readonly isTemporary: boolean;
  /** UUIDs of files that are stored. */
  readonly attachments: readonly string[];
}
