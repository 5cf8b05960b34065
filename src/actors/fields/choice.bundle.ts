import type { Call } from '#api/client';
import type { Language } from '#domain/base/language';
import type { optionTreeMachine } from '#machines/fields/option-tree.machine';
import type { remoteSelectMachine } from '#machines/fields/remote-select.machine';
import type { tagOptionsMachine } from '#machines/fields/tag-options.machine';
import { optionTreeLogic } from './option-tree.actors.ts';
import { remoteSelectLogic } from './remote-select.actors.ts';
import { tagOptionsLogic } from './tag-options.actors.ts';

/** The logics of the fields that forms of the back office choose with. */
export interface ChoiceBundle {
  readonly remoteSelect: typeof remoteSelectMachine;
  readonly optionTree: typeof optionTreeMachine;
  readonly tagOptions: typeof tagOptionsMachine;
}

export const choiceBundle = (ports: { readonly call: Call; readonly language: () => Language }): ChoiceBundle => ({
  remoteSelect: remoteSelectLogic(ports),
  optionTree: optionTreeLogic(ports),
  tagOptions: tagOptionsLogic(ports),
});
