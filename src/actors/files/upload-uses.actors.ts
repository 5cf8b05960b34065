import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { attachmentUses } from '#api/contract/files/attachment';
import { attachmentUsesMachine, type FileUses } from '#machines/files/upload-uses.machine';
import { orWhereMissing } from '../base/or-where-missing.ts';

/** Asks the server which records name these files. */
export const attachmentUsesLogic = ({ call }: { readonly call: Call }): typeof attachmentUsesMachine =>
  attachmentUsesMachine.provide({
    actors: {
      // Other servers do not know, and delete what they are told to.
      findUses: fromPromise(({ input: { ids }, signal }) =>
        orWhereMissing<FileUses>(call(attachmentUses, { ids: [...ids] }, { signal, duplicates: 'allowed' }), {
          list: [],
          more: 0,
          hidden: 0,
        }),
      ),
    },
  });
