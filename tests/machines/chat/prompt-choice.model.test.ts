import { expect, it } from 'vitest';
import { createActor, fromCallback, type AnyEventObject } from 'xstate';
import type { ComposerRef } from '#machines/chat/composer.machine';
import { promptChoiceMachine, selectOfferedCommands, selectPointed, type PromptChoiceEvent } from '#machines/chat/prompt-choice.machine';
import { describeModel, inertOf } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

const commands = [
  { name: 'sample', text: 'Shows what answers may hold', isBuiltIn: true },
  { name: 'shorter', text: 'Say it in three sentences:', isBuiltIn: false },
];

describeModel({
  machine: promptChoiceMachine,
  inputs: [
    { composer: nobody, commands },
    { composer: nobody, commands: [] },
  ],
  events: [
    { type: 'prompts.typed', chatText: '/' },
    { type: 'prompts.typed', chatText: '/sh' },
    { type: 'prompts.typed', chatText: '/none' },
    { type: 'prompts.moved', by: 1 },
    { type: 'prompts.moved', by: -1 },
    { type: 'prompts.pointed', index: 1 },
    { type: 'prompts.taken' },
    { type: 'prompts.dismissed' },
  ],
  view: ({
    context: {
      commands: { length },
      chatText,
      index,
    },
  }) => [length, chatText, index],
  only: ({ context: { chatText } }, event) => event.type !== 'prompts.pointed' || chatText === '/',
  // What a key would take is among what is offered.
  always: (snapshot) => {
    const offered = selectOfferedCommands(snapshot);
    return !snapshot.hasTag('offered') || offered[selectPointed(snapshot)] !== undefined;
  },
});

/** A list over a box, and what the box is told. */
function listed(...events: readonly PromptChoiceEvent[]) {
  const told: AnyEventObject[] = [];
  const composer = createActor(fromCallback(({ receive }) => receive((event) => void told.push(event)))).start();
  const actor = createActor(inertOf(promptChoiceMachine), { input: { composer: composer as unknown as ComposerRef, commands } }).start();
  for (const event of events) actor.send(event);
  return { told, offered: selectOfferedCommands(actor.getSnapshot()).map(({ name }) => name) };
}

it('puts the text of a prompt into the box, or the command that the built-in answerer knows, and is gone', () => {
  const slash = { type: 'prompts.typed', chatText: '/' } as const;
  const [down, taken] = [{ type: 'prompts.moved', by: 1 } as const, { type: 'prompts.taken' } as const];
  expect(listed(slash)).toEqual({ told: [], offered: ['sample', 'shorter'] });
  expect(listed(slash, taken)).toEqual({ told: [{ type: 'composer.typed', chatText: '/sample' }], offered: [] });
  expect(listed(slash, down, taken)).toEqual({
    told: [{ type: 'composer.typed', chatText: 'Say it in three sentences:' }],
    offered: [],
  });
  // What was taken stands in the box, and is not offered once more.
  expect(listed(slash, taken, { type: 'prompts.typed', chatText: '/sample' }).offered).toEqual([]);
  expect(listed(slash, { type: 'prompts.dismissed' }, { type: 'prompts.typed', chatText: '/s' })).toEqual({ told: [], offered: [] });
});
