import { Observable } from 'rxjs';
import type { EventSourcePort } from './ports.ts';

/**
 * The browser's event stream without its reconnecting by itself: the first fault closes it, and whoever listens decides what follows.
 * Source: readings 4.13.
 */
export const browserEventSource: EventSourcePort = {
  open: (href) =>
    new Observable<string>((subscriber) => {
      const source = new EventSource(href);
      source.addEventListener('message', ({ data }: MessageEvent<string>) => subscriber.next(data));
      source.addEventListener('error', () => {
        source.close();
        subscriber.error(new Error('the event stream broke'));
      });
      return () => source.close();
    }),
};
