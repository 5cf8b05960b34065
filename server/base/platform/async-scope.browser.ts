import type { AsyncScope } from './async-scope.ts';

/** Browsers keep nothing across a wait yet: nothing is known there, and nobody relies on it but the log and a guard against mistakes. */
export const createAsyncScope = <T>(): AsyncScope<T> => ({ run: (_value, work) => work(), current: () => undefined });
