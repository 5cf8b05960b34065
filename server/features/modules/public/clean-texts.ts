import { cleanRichText } from '#domain/fields/rich-text';
import { createYielder } from '../../../base/yielder.ts';

/** Letters of texts that are remembered, as they came and as they are shown. */
const KEPT_LENGTH = 8_000_000;

/**
 * Cleans rich texts that anybody may ask for by the hundred: each once for as long as it is remembered, and so that others have their turn
 * in between, since a text of sixty thousand letters takes as long as a hundred calls.
 */
export function createCleaning(keptLength = KEPT_LENGTH, cleaned: (html: string) => string = cleanRichText) {
  const kept = new Map<string, string>();
  let length = 0;

  function keep(html: string, clean: string): void {
    kept.set(html, clean);
    length += html.length + clean.length;
    for (const [oldest, its] of kept) {
      if (length <= keptLength) return;
      kept.delete(oldest);
      length -= oldest.length + its.length;
    }
  }

  /** @returns what cleans the texts of one reply, one after the other */
  return (): ((html: string) => Promise<string>) => {
    const breathe = createYielder();
    return async (html) => {
      const known = kept.get(html);
      if (known !== undefined) return known;
      await breathe();
      const clean = cleaned(html);
      if (!kept.has(html)) keep(html, clean);
      return clean;
    };
  };
}
