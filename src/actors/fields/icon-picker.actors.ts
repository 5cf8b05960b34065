import { fromPromise } from 'xstate';
import { iconPickerMachine } from '#machines/fields/icon-picker.machine';
import { listIcons } from './icon-library.ts';
import type { PagePort } from '../base/ports.ts';

/** Lists the icons of a library; their code comes with the first opening. */
export const iconPickerLogic = ({ page }: { readonly page: Pick<PagePort, 'isOnline'> }): typeof iconPickerMachine =>
  iconPickerMachine.provide({
    actors: { listIcons: fromPromise(({ input: { library } }) => listIcons(library, page.isOnline)) },
  });
