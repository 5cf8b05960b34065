type Work = (...input: never[]) => Promise<unknown>;
type WorkOf<T> = { [Name in keyof T]: T[Name] extends Work ? Name : never }[keyof T];

export interface Held {
  /** Resolves when a call has come as far as that. */
  readonly reached: Promise<void>;
  release(): void;
}

/**
 * Halts the next call of a method: before its work, or when the work is done and only the result is missing.
 * @param isMeant which call, by what it is given; left out, whichever comes next
 */
export function holdNext<T extends object>(
  target: T,
  name: WorkOf<T>,
  moment: 'before' | 'after',
  isMeant: (...input: never[]) => boolean = () => true,
): Held {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const own = target[name] as Work;
  const pass = (): Promise<void> => {
    reached.resolve();
    return released.promise;
  };
  const held: Work = async (...input) => {
    if (!isMeant(...input)) return own.apply(target, input);
    Object.assign(target, { [name]: own });
    if (moment === 'before') await pass();
    const result = await own.apply(target, input);
    if (moment === 'after') await pass();
    return result;
  };
  Object.assign(target, { [name]: held });
  return { reached: reached.promise, release: () => released.resolve() };
}
