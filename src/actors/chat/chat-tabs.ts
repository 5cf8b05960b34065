import { fromCallback } from 'xstate';
import type { ChatEvent, ChatTabCommand } from '#machines/chat/chat.machine';

/** Word between the tabs of a browser that show the chat: that something is another than it was, and nothing of what. */
export const chatTabs = fromCallback<ChatTabCommand>(({ receive, sendBack }) => {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel('troupe.chat');
  channel.addEventListener('message', () => sendBack({ type: 'chat.changedElsewhere' } satisfies ChatEvent));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin and takes no other argument
  receive(() => channel.postMessage('changed'));
  return () => channel.close();
});
