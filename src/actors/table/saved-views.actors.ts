import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { listSavedViews, removeView, saveView } from '#api/contract/table/saved-view';
import { savedViewsMachine } from '#machines/table/saved-views.machine';

/** The calls of saved views. Applying one is the list's matter. */
export const savedViewsLogic = ({ call }: { readonly call: Call }): typeof savedViewsMachine =>
  savedViewsMachine.provide({
    actors: {
      loadViews: fromPromise(async ({ input: { resource }, signal }) => {
        const { list, scopes } = await call(listSavedViews, { resource }, { signal });
        const views = list.map(({ is_default: isDefault, is_mine: isMine, ...view }) => ({ ...view, isDefault, isMine }));
        return { views, scopes };
      }),
      saveView: fromPromise(async ({ input: { resource, draft }, signal }) => {
        const { isDefault, params, columns, ...named } = draft;
        const { order, shown, hidden, pinned, widthsPx } = columns;
        const kept = { order: [...order], shown: [...shown], hidden: [...hidden], pinned: [...pinned], widthsPx: { ...widthsPx } };
        const content = { params: { ...params }, columns: kept };
        const { id } = await call(saveView, { resource, ...named, ...content, is_default: isDefault }, { signal });
        return id;
      }),
      removeView: fromPromise(async ({ input: { id }, signal }) => {
        await call(removeView, { id }, { signal });
      }),
    },
  });
