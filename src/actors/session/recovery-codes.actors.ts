import { fromCallback } from 'xstate';
import { recoveryCodesMachine } from '#machines/session/recovery-codes.machine';

/** Recovery codes on a page. @param tellUnsaved that it has something to lose, and later that it has not */
export const recoveryCodesLogic = (tellUnsaved: (isUnsaved: boolean) => void): typeof recoveryCodesMachine =>
  recoveryCodesMachine.provide({
    actors: {
      holdPage: fromCallback(() => {
        tellUnsaved(true);
        return () => tellUnsaved(false);
      }),
    },
  });
