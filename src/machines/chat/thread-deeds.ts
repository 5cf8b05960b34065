/** What is read of a conversation, and what is done in it. */
import type { Branch } from '#domain/chat/branch';
import type { ChatConversation } from '#domain/chat/conversation';

/** A part of the shown branch as the server has it. */
export interface ThreadPart {
  readonly conversation: ChatConversation;
  readonly messages: Branch;
  /** Whether there is more before it. */
  readonly hasMore: boolean;
}

export interface ThreadPlace {
  readonly uuid: string;
  /** The branch that leads through it is shown; null for the one shown last. */
  readonly message: string | null;
  /** What comes before it; null for the end. */
  readonly before: string | null;
}

/** What leads to another branch, goes on with the shown one, or changes a message of it. `answer` is chosen by the page. */
export type ThreadDeed =
  | { readonly kind: 'regenerate' | 'continue'; readonly message: string; readonly model: number | null; readonly answer: string }
  | { readonly kind: 'select'; readonly conversation: string; readonly message: string }
  | ChatMessageDeed;

export type ChatMessageDeed =
  | { readonly kind: 'remove'; readonly conversation: string; readonly message: string }
  | { readonly kind: 'putBack'; readonly conversation: string; readonly message: string }
  /** Null takes a rating back. */
  | { readonly kind: 'rate'; readonly conversation: string; readonly message: string; readonly verdict: 'good' | 'bad' | null };

/** What a deed has led to: the end of a branch, from the first message that is another. */
export interface ThreadChange {
  readonly conversation: ChatConversation;
  readonly messages: Branch;
  /** `whole`: these are the last messages of the branch. `added`: they stand behind the parent of the first. */
  readonly kind: 'whole' | 'added';
  readonly hasMore: boolean;
  /** A message that was deleted, with what followed it. */
  readonly removed: RemovedMessages | null;
}

/** How many messages went, and the first of them, by which they can be put back. */
export interface RemovedMessages {
  readonly message: string;
  readonly count: number;
}
