/** Ends a rehearsal; each has one of its own, so that one within another ends itself alone. */
class RehearsalOver extends Error {}

/**
 * Does something in a transaction, or within a savepoint, of which nothing stays.
 * @param open runs work in it and, where the work throws, takes everything back and throws the same
 * @returns what the work has given
 * @throws what the work throws
 */
export async function rehearse<Scope, Result>(
  open: (work: (scope: Scope) => Promise<never>) => Promise<never>,
  work: (scope: Scope) => Promise<Result>,
): Promise<Result> {
  const over = new RehearsalOver('what was rehearsed was not taken back');
  let done: { readonly result: Result } | null = null;
  try {
    await open(async (scope) => {
      done = { result: await work(scope) };
      throw over;
    });
  } catch (error) {
    const given = done as { readonly result: Result } | null;
    if (error === over && given) return given.result;
    throw error;
  }
  throw over;
}
