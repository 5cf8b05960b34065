import type { ChatConversation } from '#domain/chat/conversation';
import { openable } from '../base/openable.ts';

/** What lies over the chat. */
export type ChatWindow =
  | { readonly kind: 'rename' | 'move'; readonly conversation: Pick<ChatConversation, 'uuid' | 'chatTitle' | 'chatFolder'> }
  | { readonly kind: 'share'; readonly conversation: string }
  | { readonly kind: 'import' }
  /** Null where no conversation is shown that would stay. */
  | { readonly kind: 'clear'; readonly kept: string | null }
  | { readonly kind: 'feedback'; readonly message: string };

/** The window that is open, one at a time. A leaf of the chat's page. */
export const chatWindowLogic = openable<'chatWindow', ChatWindow | null>('chatWindow', null);
