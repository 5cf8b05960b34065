import type { Failure } from '#domain/base/failure';
import { hasText, t, text } from '../../base/i18n.ts';

/**
 * The words of a failure; the single switch over its kinds. What the server said is shown as it is, in the page's language already.
 * Source: specification §8.
 */
export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'rejected':
      return text(failure.message, failure.params) || t('errors.unnamed');
    case 'http': {
      const key = `errors.http.${failure.status}`;
      return text(hasText(key) ? key : 'errors.http.other', { url: failure.url });
    }
    case 'timeout':
      return t('errors.timeout');
    case 'unreachable':
      return t(failure.online ? 'errors.serverException' : 'errors.disconnected');
    case 'malformed':
      return t('errors.malformed');
    case 'duplicate':
    case 'aborted':
      return t('errors.duplicateRequest');
    default:
      return failure satisfies never;
  }
}

export const FailureText = ({ failure }: { readonly failure: Failure }) => failureText(failure);
