import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { attachmentUses } from '#api/contract/files/attachment';
import { attachmentUsesMachine } from '#machines/files/upload-uses.machine';

/** Asks the server which records name these files. */
export const attachmentUsesLogic = ({ call }: { readonly call: Call }): typeof attachmentUsesMachine =>
  attachmentUsesMachine.provide({
    actors: {
      findUses: fromPromise(({ input: { ids }, signal }) => call(attachmentUses, { ids: [...ids] }, { signal, duplicates: 'allowed' })),
    },
  });
