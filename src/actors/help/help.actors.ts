import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { publicHelp, staffHelp } from '#api/contract/help/help';
import type { Area } from '#domain/base/area';
import { helpMachine } from '#machines/help/help.machine';

const helpOf = (area: Area) => (area === 'admin' ? staffHelp : publicHelp);

/** The help beside a page with its effects bound. */
export const helpLogic = ({ call }: { readonly call: Call }): typeof helpMachine =>
  helpMachine.provide({
    actors: {
      loadContents: fromPromise(async ({ input: { area }, signal }) => (await call(helpOf(area).contents, {}, { signal })).list),
      search: fromPromise(
        async ({ input: { area, question }, signal }) => (await call(helpOf(area).search, { question }, { signal })).list,
      ),
      readArticle: fromPromise(({ input: { area, slug }, signal }) => call(helpOf(area).read, { slug }, { signal })),
    },
  });
