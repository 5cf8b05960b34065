import { fromCallback, fromPromise } from 'xstate';
import { NAVIGATION_FAILURE_KEY } from '#domain/app/navigation';
import { navigationMachine, type HistoryCommand } from '#machines/app/navigation.machine';
import type { AppNotices, HistoryPort, PagePort } from '../base/ports.ts';

export interface NavigationPorts {
  readonly history: HistoryPort;
  readonly page: PagePort;
  readonly notices: AppNotices;
}

/** Binds navigation to the browser's history and the pages' code. */
export const navigationLogic = ({ history, page, notices }: NavigationPorts): typeof navigationMachine =>
  navigationMachine.provide({
    actors: {
      loadPage: fromPromise(({ input }) => page.load(input.route)),
      history: fromCallback<HistoryCommand>(({ sendBack, receive }) => {
        // Undoing the browser's own move makes it report one more, which is nobody's wish.
        let undoing = 0;
        receive((command) => {
          if (command.type === 'history.written') return history.write(command.href, command.mode);
          if (command.delta === 0) return;
          undoing += 1;
          history.go(command.delta);
        });
        const subscription = history.moves.subscribe(({ href, delta }) => {
          if (undoing > 0) undoing -= 1;
          else sendBack({ type: 'navigation.popped', to: href, delta });
        });
        return () => subscription.unsubscribe();
      }),
    },
    actions: {
      announceFailure: (_, { failure }) => {
        const key = NAVIGATION_FAILURE_KEY[failure];
        if (failure === 'alreadyAtTarget') notices.warned(key);
        else notices.erred(key);
      },
      reportDefect: (_, { error }) => page.reportDefect(error),
    },
  });
