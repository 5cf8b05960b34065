import { fromCallback, fromPromise } from 'xstate';
import { answerMachine } from '#machines/chat/answer.machine';
import { bring, LazyCodeError, lazyOnce } from '../base/lazy-code.ts';
import type { AnswerPorts } from './follow-answer.ts';

/** Comes with the first answer that is written while somebody looks on. */
const following = lazyOnce(() => import('./follow-answer.ts'));

/** Follows answers into the texts, and stops them. */
export const answerLogic = ({ calls, texts }: AnswerPorts): typeof answerMachine =>
  answerMachine.provide({
    actors: {
      followAnswer: fromCallback(({ input, sendBack }) => {
        const leaving = new AbortController();
        const follow = async (): Promise<void> => {
          try {
            const { followAnswer } = await bring(following);
            if (!leaving.signal.aborted) await followAnswer({ calls, texts }, input, sendBack, leaving.signal);
          } catch (error) {
            // A defect is thrown again, for the log; without its code a line is one that was cut.
            if (!(error instanceof LazyCodeError)) throw error;
            if (!leaving.signal.aborted) sendBack({ type: 'line.cut' });
          }
        };
        void follow();
        return () => leaving.abort();
      }),
      stopAnswer: fromPromise(async ({ input, signal }) => {
        await calls.call(calls.endpoints.stop, { answer: input.uuid }, { signal });
      }),
    },
  });
