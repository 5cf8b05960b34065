import { map, merge, type Observable } from 'rxjs';
import { fromCallback } from 'xstate';
import { layoutMachine, type LayoutEvent } from '#machines/app/layout.machine';
import type { MediaPort, PagePort } from '../base/ports.ts';

/** Follows the window's width and the system's colour scheme. */
export const layoutLogic = ({ media, page }: { readonly media: MediaPort; readonly page: PagePort }): typeof layoutMachine =>
  layoutMachine.provide({
    actors: {
      watchMedia: fromCallback(({ sendBack }) => {
        const subscription = mediaEvents(media).subscribe(sendBack);
        return () => subscription.unsubscribe();
      }),
    },
    actions: { reportDefect: (_, { error }) => page.reportDefect(error) },
  });

const mediaEvents = ({ narrow, dark }: MediaPort): Observable<LayoutEvent> =>
  merge(
    narrow.pipe(map((isNarrow): LayoutEvent => ({ type: isNarrow ? 'window.narrowed' : 'window.widened' }))),
    dark.pipe(map((isDark): LayoutEvent => ({ type: isDark ? 'system.darkened' : 'system.lightened' }))),
  );
