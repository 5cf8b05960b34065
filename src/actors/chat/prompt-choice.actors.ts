import { distinctUntilChanged, map } from 'rxjs';
import { fromCallback } from 'xstate';
import { selectChatText } from '#machines/chat/composer.machine';
import { promptChoiceMachine } from '#machines/chat/prompt-choice.machine';
import { snapshots } from '../base/snapshots.ts';

/** Reads what is typed in the box. */
export const promptChoiceLogic = (): typeof promptChoiceMachine =>
  promptChoiceMachine.provide({
    actors: {
      watchBox: fromCallback(({ input: { composer }, sendBack }) => {
        const texts = snapshots(composer).pipe(map(selectChatText), distinctUntilChanged());
        const typed = texts.subscribe((chatText) => sendBack({ type: 'prompts.typed', chatText }));
        return () => typed.unsubscribe();
      }),
    },
  });
