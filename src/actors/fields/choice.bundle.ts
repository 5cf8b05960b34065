import type { Call } from '#api/client';
import type { Language } from '#domain/base/language';
import type { optionTreeMachine } from '#machines/fields/option-tree.machine';
import type { remoteSelectMachine } from '#machines/fields/remote-select.machine';
import { optionTreeLogic } from './option-tree.actors.ts';
import { remoteSelectLogic } from './remote-select.actors.ts';

/** The logics of the fields that forms of the back office choose with. */
export interface ChoiceBundle {
  readonly remoteSelect: typeof remoteSelectMachine;
  readonly optionTree: typeof optionTreeMachine;
}

export const choiceBundle = (ports: { readonly call: Call; readonly language: () => Language }): ChoiceBundle => ({
  remoteSelect: remoteSelectLogic(ports),
  optionTree: optionTreeLogic(ports),
});
