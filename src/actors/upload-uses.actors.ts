import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { attachmentUses } from '#api/contract/attachment';
import { attachmentUsesMachine } from '#machines/upload-uses.machine';

/** Asks the server which records name these files. */
export const attachmentUsesLogic = ({ call }: { readonly call: Call }): typeof attachmentUsesMachine =>
  attachmentUsesMachine.provide({
    actors: {
      findUses: fromPromise(async ({ input: { ids }, signal }) => {
        const answers = await Promise.all(ids.map((id) => call(attachmentUses, { id }, { signal, duplicates: 'allowed' })));
        return { list: answers.flatMap(({ list }) => list), hidden: answers.reduce((sum, { hidden }) => sum + hidden, 0) };
      }),
    },
  });
