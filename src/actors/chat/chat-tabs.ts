import { fromCallback } from 'xstate';
import type { ChatEvent, ChatTabCommand } from '#machines/chat/chat.machine';

const openChannel = () => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('troupe.chat'));

/** Tells all tabs of this browser that show the chat, this one among them. */
export function tellChatTabs(): void {
  const channel = openChannel();
  if (!channel) return;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin and takes no other argument
  channel.postMessage('changed');
  channel.close();
}

/** Word between the tabs of a browser that show the chat: that something is another than it was, and nothing of what. */
export const chatTabs = fromCallback<ChatTabCommand>(({ receive, sendBack }) => {
  const channel = openChannel();
  if (!channel) return undefined;
  channel.addEventListener('message', () => sendBack({ type: 'chat.changedElsewhere' } satisfies ChatEvent));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin and takes no other argument
  receive(() => channel.postMessage('changed'));
  return () => channel.close();
});
