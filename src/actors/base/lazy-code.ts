/** Code, or words, that were asked for and did not arrive. */
export class LateCodeError extends Error {
  override name = 'LateCodeError';
}

/** What is to be forgotten before somebody wants it again. */
const lost = new Set<() => void>();

/**
 * Loads something for views, once, and gives the same promise each time. One that failed stays until `askAgain`: a view asks whenever it is
 * drawn, and would ask in a circle.
 * @param onForget runs where a failure is forgotten
 * @throws LateCodeError
 */
export function lateCode<Value>(load: () => Promise<Value>, onForget: () => void = () => {}): () => Promise<Value> {
  let promise: Promise<Value> | null = null;
  return () => {
    promise ??= load().catch((cause: unknown) => {
      lost.add(() => {
        promise = null;
        onForget();
      });
      throw cause instanceof LateCodeError ? cause : new LateCodeError('code did not arrive', { cause });
    });
    return promise;
  };
}

/** Whatever has failed is asked for again by the next view that needs it. */
export function askAgain(): void {
  for (const forget of lost) forget();
  lost.clear();
}
