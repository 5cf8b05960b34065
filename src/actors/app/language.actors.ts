import { fromPromise } from 'xstate';
import { languageMachine } from '#machines/app/language.machine';
import { writeConfig } from './config-slice.ts';
import type { PagePort, StoragePort } from '../base/ports.ts';

/** A language is stored, then the page reloads in it. */
export const languageLogic = ({ storage, page }: { readonly storage: StoragePort; readonly page: PagePort }): typeof languageMachine =>
  languageMachine.provide({
    actors: { saveLanguage: fromPromise(async ({ input: { language } }) => writeConfig(storage, { language })) },
    actions: { reloadPage: () => page.reload() },
  });
