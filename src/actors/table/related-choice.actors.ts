import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { readRelated } from '#api/contract/table/related';
import { NOTHING_RELATED, type RelatedRecords } from '#domain/table/related';
import { relatedChoiceMachine } from '#machines/table/related-choice.machine';
import { orWhereMissing } from '../base/or-where-missing.ts';

/** Asks the server what names the records. */
export const relatedChoiceLogic = ({ call }: { readonly call: Call }): typeof relatedChoiceMachine =>
  relatedChoiceMachine.provide({
    actors: {
      // Other servers refuse, or delete, as they always did.
      findRelated: fromPromise(({ input: { resource, ids }, signal }) =>
        orWhereMissing<RelatedRecords>(call(readRelated, { resource, ids: [...ids] }, { signal, duplicates: 'allowed' }), NOTHING_RELATED),
      ),
    },
  });
