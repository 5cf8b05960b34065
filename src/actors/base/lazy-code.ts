/** Code, or words, that were asked for and did not arrive. */
export class LazyCodeError extends Error {
  override name = 'LazyCodeError';
}

/** Brings a value when it is first asked for, and gives the same promise each time. @throws LazyCodeError */
export interface Lazy<Value> {
  (): Promise<Value>;
  /** The value, once it has arrived; null before. */
  readonly arrived: () => Value | null;
}

/** What is to be forgotten before somebody wants it again. */
const lost = new Set<() => void>();

/**
 * Loads something once: code by `import`, a bundle of logics, a component. A failure stays until `askAgain`: a view asks whenever it is
 * drawn, and would ask in a circle.
 * @param onForget runs where a failure is forgotten
 */
export function lazyOnce<Value>(load: () => Promise<Value>, onForget: () => void = () => {}): Lazy<Value> {
  let promise: Promise<Value> | null = null;
  let arrived: { readonly value: Value } | null = null;
  const ask = async (): Promise<Value> => {
    try {
      const value = await load();
      arrived = { value };
      // React reads these, and then draws without waiting for the promise once more.
      Object.assign(promise ?? {}, { status: 'fulfilled', value });
      return value;
    } catch (cause) {
      lost.add(() => {
        promise = null;
        onForget();
      });
      throw cause instanceof LazyCodeError ? cause : new LazyCodeError('code did not arrive', { cause });
    }
  };
  return Object.assign(() => (promise ??= ask()), { arrived: () => arrived?.value ?? null });
}

/** Something that is here already, for who takes what is lazy. */
export const lazyNow = <Value>(value: Value): Lazy<Value> => {
  const promise = Object.assign(Promise.resolve(value), { status: 'fulfilled', value });
  return Object.assign(() => promise, { arrived: () => value });
};

/** Whatever has failed is asked for again by the next who needs it. */
export function askAgain(): void {
  for (const forget of lost) forget();
  lost.clear();
}

/** Waits for something outside of every view: where it does not arrive, the next who wants it asks again. @throws LazyCodeError */
export async function bring<Value>(lazy: Lazy<Value>): Promise<Value> {
  try {
    return await lazy();
  } catch (error) {
    askAgain();
    throw error;
  }
}
