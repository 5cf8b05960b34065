import { Observable } from 'rxjs';
import type { AppNotices } from '#actors/base/ports';
import type { Failure } from '#domain/base/failure';
import type { NoticesRef } from '#machines/app/notices.logic';
import { failureText } from '../kit/feedback/FailureText.tsx';
import { t, text } from '../base/i18n.ts';

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
