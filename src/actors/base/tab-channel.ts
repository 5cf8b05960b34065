import { filter, fromEvent, map } from 'rxjs';
import type { ChannelPort, TabNews } from './ports.ts';

const isNews = (value: unknown): value is TabNews => {
  const { type, area } = (value ?? {}) as Partial<TabNews>;
  return type === 'session.changed' && (area === 'admin' || area === 'member');
};

/** Word between the tabs of a browser. Tabs of another build may say what this one does not know. */
export function browserChannel(name = 'troupe'): ChannelPort | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin and takes no other argument
    post: (news) => channel.postMessage(news),
    news: fromEvent<MessageEvent<unknown>>(channel, 'message').pipe(
      map((event) => event.data),
      filter(isNews),
    ),
  };
}
