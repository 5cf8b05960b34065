import type { ChatConversation } from '#domain/chat/conversation';
import { openable } from '../base/openable.ts';

/** What lies over the chat. */
export type ChatWindow =
  | { readonly kind: 'rename' | 'move'; readonly conversation: Pick<ChatConversation, 'uuid' | 'chatTitle' | 'chatFolder'> }
  /** `message`: the answer that a copy ends with; null for the end of what is shown. */
  | { readonly kind: 'share'; readonly conversation: string; readonly message: string | null }
  | { readonly kind: 'import' }
  /** Null where no conversation is shown that would stay. */
  | { readonly kind: 'clear'; readonly kept: string | null }
  | { readonly kind: 'feedback'; readonly message: string };

/** The window that is open, one at a time. A leaf of the chat's page. */
export const chatWindowLogic = openable<'chatWindow', ChatWindow | null>('chatWindow', null);
