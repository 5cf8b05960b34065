import { Observable } from 'rxjs';
import type { AppNotices } from '#actors/base/ports';
import type { WriteNews } from '#domain/changes/write-news';
import type { Failure } from '#domain/base/failure';
import type { NoticesRef } from '#machines/app/notices.logic';
import { failureText } from '../kit/feedback/FailureText.tsx';
import { loadMessages, t, text } from '../base/i18n.ts';

const wordsOf = async (news: WriteNews): Promise<string> => (await import('./news-text.ts')).newsText(news);

const isUnshown = (failure: Failure): boolean => failure.kind === 'duplicate' || (failure.kind === 'rejected' && failure.isQuiet === true);

/** The port that actors speak through; what they say is put into words here. Source: specification §8. */
export function createNotices(ref: NoticesRef): AppNotices {
  return {
    succeeded: (message, about) => {
      const raise = (words: string) =>
        ref.send({
          type: 'notice.raised',
          kind: 'success',
          text: words || message || t('errors.succeeded'),
          ...(about?.undo && { undo: about.undo }),
          ...(about?.history !== undefined && { history: about.history }),
        });
      // What a server has to say of its own goes before what we know of the write.
      if ((message && message !== t('errors.succeeded')) || !about?.news) return raise('');
      // Without the words for it the write has succeeded all the same.
      wordsOf(about.news).then(raise, () => raise(''));
    },
    failed: (failure, history) => {
      // Whoever gave a call up knows it. Cancelled duplicates are only logged, and so is what a caller wanted to keep to itself.
      if (failure.kind === 'aborted') return;
      if (isUnshown(failure)) console.info(failureText(failure));
      else ref.send({ type: 'notice.raised', kind: 'failure', text: failureText(failure), ...(history !== undefined && { history }) });
    },
    erred: (key) => ref.send({ type: 'notice.raised', kind: 'failure', text: text(key) }),
    // Its words come when there is something to hear.
    heard: (key, params) =>
      void loadMessages(['leaving']).then(
        () => ref.send({ type: 'notice.raised', kind: 'warning', text: text(key, params) }),
        (error: unknown) => console.info(error),
      ),
    undoWanted: new Observable((wanted) => {
      const subscription = ref.on('undo.taken', ({ offer }) => wanted.next(offer));
      return () => subscription.unsubscribe();
    }),
    done: (key) => ref.send({ type: 'notice.raised', kind: 'success', text: text(key) }),
    warned: (key) => ref.send({ type: 'notice.raised', kind: 'warning', text: text(key) }),
  };
}
