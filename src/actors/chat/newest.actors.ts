import { fromCallback } from 'xstate';
import { newestMachine, type NewestEvent, type NewestInput } from '#machines/chat/newest.machine';
import { selectBranch } from '#machines/chat/thread.machine';
import { snapshots } from '../base/snapshots.ts';
import type { ChatTexts } from './chat-texts.ts';

/** Follows what stands at the end of a thread: its messages, and the text of the last one. */
export const newestLogic = (texts: Pick<ChatTexts, 'read' | 'subscribe'>): typeof newestMachine =>
  newestMachine.provide({
    actors: {
      watchThread: fromCallback<NewestEvent, NewestInput>(({ input: { thread }, sendBack }) => {
        const known = new Set(selectBranch(thread.getSnapshot()).map(({ uuid }) => uuid));
        const lengthNow = (): number => texts.read(selectBranch(thread.getSnapshot()).at(-1)?.uuid ?? '').text.length;
        let length = lengthNow();
        const messages = snapshots(thread).subscribe((snapshot) => {
          // What was said before, and is brought when the reader comes to it, stands at the other end.
          const came = selectBranch(snapshot)
            .slice(-2)
            .filter(({ uuid }) => !known.has(uuid));
          if (came.length === 0) return;
          for (const { uuid } of came) known.add(uuid);
          length = lengthNow();
          sendBack({ type: came.some(({ role }) => role === 'user') ? 'newest.asked' : 'newest.grew' });
        });
        const forgetTexts = texts.subscribe(() => {
          const now = lengthNow();
          if (now > length) sendBack({ type: 'newest.grew' });
          length = now;
        });
        return () => {
          messages.unsubscribe();
          forgetTexts();
        };
      }),
    },
  });
