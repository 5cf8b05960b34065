import { AsyncLocalStorage } from 'node:async_hooks';

/** A value that all work which follows from a piece of work knows, across every wait. */
export interface AsyncScope<T> {
  run<R>(value: T, work: () => R): R;
  /** undefined outside of any such work. */
  current(): T | undefined;
}

export function createAsyncScope<T>(): AsyncScope<T> {
  const storage = new AsyncLocalStorage<T>();
  return { run: (value, work) => storage.run(value, work), current: () => storage.getStore() };
}
