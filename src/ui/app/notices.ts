import { Observable } from 'rxjs';
import type { AppNotices } from '#actors/ports';
import type { Failure } from '#domain/failure';
import type { NoticesRef } from '#machines/notices.logic';
import { failureText } from '../kit/FailureText.tsx';
import { t, text } from './i18n.ts';

const isUnshown = (failure: Failure): boolean => failure.kind === 'duplicate' || (failure.kind === 'rejected' && failure.isQuiet === true);

/** The port that actors speak through; what they say is put into words here. Source: specification §8. */
export function createNotices(ref: NoticesRef): AppNotices {
  return {
    succeeded: (message, undo) =>
      ref.send({ type: 'notice.raised', kind: 'success', text: message || t('errors.succeeded'), ...(undo && { undo }) }),
    failed: (failure) => {
      // Whoever gave a call up knows it. Cancelled duplicates are only logged, and so is what a caller wanted to keep to itself.
      if (failure.kind === 'aborted') return;
      if (isUnshown(failure)) console.info(failureText(failure));
      else ref.send({ type: 'notice.raised', kind: 'failure', text: failureText(failure) });
    },
    erred: (key) => ref.send({ type: 'notice.raised', kind: 'failure', text: text(key) }),
    undoWanted: new Observable((wanted) => {
      const subscription = ref.on('undo.taken', ({ offer }) => wanted.next(offer));
      return () => subscription.unsubscribe();
    }),
    warned: (key) => ref.send({ type: 'notice.raised', kind: 'warning', text: text(key) }),
  };
}
