import { fromCallback } from 'xstate';
import { spokenPieces, voiceFor } from '#domain/chat/spoken-text';
import { passageMachine, type Passage, type PassageEvent } from '#machines/chat/passage.machine';
import { readAloudMachine, type ReadAloudEvent } from '#machines/chat/read-aloud.machine';
import { selectBranch } from '#machines/chat/thread.machine';
import { snapshots } from '../base/snapshots.ts';
import type { ChatTexts } from './chat-texts.ts';
import { newestLogic } from './newest.actors.ts';

/** What a reader has of answers that are there: they are said, quoted, and found at their end. */
export const threadAids = (texts: Pick<ChatTexts, 'read' | 'subscribe'>) => ({
  readAloud: readAloudLogic(texts),
  passage: passageLogic(),
  newest: newestLogic(texts),
});
export type ThreadAids = ReturnType<typeof threadAids>;

const LANGUAGES = ['zh', 'en', 'ja', 'ko'];

/** Some browsers have none. */
const synthesis = (): SpeechSynthesis | undefined => globalThis.speechSynthesis;

const readAloudLogic = (texts: Pick<ChatTexts, 'read' | 'subscribe'>): typeof readAloudMachine =>
  readAloudMachine.provide({
    actors: {
      watchVoices: fromCallback<ReadAloudEvent>(({ sendBack }) => {
        const speech = synthesis();
        if (!speech) return undefined;
        const tell = (): void => {
          const voices = speech.getVoices();
          sendBack({ type: 'voices.told', languages: LANGUAGES.filter((language) => voiceFor(voices, language) !== null) });
        };
        tell();
        speech.addEventListener('voiceschanged', tell);
        return () => speech.removeEventListener('voiceschanged', tell);
      }),
      speak: fromCallback(({ input: { message, language, thread }, sendBack }) => {
        const speech = synthesis();
        const voice = speech && voiceFor(speech.getVoices(), language);
        if (!voice) return sendBack({ type: 'speech.failed' });
        // Those that wait are held here: some browsers forget what nobody holds, and its end with it.
        const utterances = spokenPieces(texts.read(message).text).map((piece) => new SpeechSynthesisUtterance(piece));
        let isLeft = false;
        const silence = (): void => {
          isLeft = true;
          speech.cancel();
        };
        for (const [index, utterance] of utterances.entries()) {
          utterance.voice = voice;
          utterance.lang = voice.lang;
          utterance.addEventListener('error', () => {
            if (!isLeft) sendBack({ type: 'speech.failed' });
          });
          utterance.addEventListener('end', () => {
            if (!isLeft && index === utterances.length - 1) sendBack({ type: 'speech.ended' });
          });
        }
        // What another tab or page of this site has left in the queue would be said first.
        speech.cancel();
        for (const utterance of utterances) speech.speak(utterance);
        if (utterances.length === 0) sendBack({ type: 'speech.ended' });
        const shown = snapshots(thread).subscribe((snapshot) => {
          if (!selectBranch(snapshot).some(({ uuid }) => uuid === message)) sendBack({ type: 'speech.ended' });
        });
        // One that is gone on with is another text than what is said.
        const forgetTexts = texts.subscribe(() => {
          if (texts.read(message).state === 'running') sendBack({ type: 'speech.ended' });
        });
        // The voice outlives the page in some browsers; and the page may come back as it was.
        const ended = (): void => sendBack({ type: 'speech.ended' });
        globalThis.addEventListener('pagehide', ended);
        return () => {
          shown.unsubscribe();
          forgetTexts();
          globalThis.removeEventListener('pagehide', ended);
          silence();
        };
      }),
    },
  });

/** How long a selection rests before it is one: while it is drawn it changes with each letter. */
const RESTS_MS = 150;

const passageLogic = (): typeof passageMachine =>
  passageMachine.provide({
    actors: {
      watchSelection: fromCallback<PassageEvent>(({ sendBack }) => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const look = (): void => {
          const passage = selectedPassage();
          sendBack(passage ? { type: 'passage.selected', ...passage } : { type: 'passage.dropped' });
        };
        const changed = (): void => {
          clearTimeout(timer);
          timer = setTimeout(look, RESTS_MS);
        };
        const leaving = new AbortController();
        const { signal } = leaving;
        document.addEventListener('selectionchange', changed, { signal });
        // It moves with the page; what offers to quote it would stay.
        document.addEventListener('scroll', changed, { signal, capture: true, passive: true });
        globalThis.addEventListener('resize', changed, { signal });
        return () => {
          clearTimeout(timer);
          leaving.abort();
        };
      }),
    },
  });

/** The text of an answer that a place in it belongs to; null outside of all. */
const answerAt = (node: Node | null): HTMLElement | null =>
  (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('[data-answer]') ?? null;

/** What is selected, where it begins and ends in the words of one answer. */
function selectedPassage(): Passage | null {
  const selection = document.getSelection();
  const answer = answerAt(selection?.anchorNode ?? null);
  if (!selection || selection.isCollapsed || !answer || answer !== answerAt(selection.focusNode)) return null;
  const chatText = selection.toString().trim();
  const end = Array.from(selection.getRangeAt(0).getClientRects()).at(-1);
  const message = answer.dataset['answer'];
  if (chatText === '' || !end || message === undefined) return null;
  return { message, chatText, left: end.right, bottom: end.bottom };
}
