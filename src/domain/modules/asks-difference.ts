import { ASKS, type Ask, type ModuleAsks } from './module-manifest.ts';

export interface WiderAsk {
  readonly ask: Ask;
  /** What is asked for and was not before, in the order of the manifest. */
  readonly names: readonly string[];
}

export const NO_ASKS: ModuleAsks = {
  reads: [],
  publicRead: [],
  personal: [],
  publicWrite: [],
  redirect: [],
  pages: [],
  mailTo: [],
  mailPeople: [],
};

/** What a version asks for that the one before did not; consent is given for this alone, and nothing needs none. */
export const widerAsks = (before: ModuleAsks, after: ModuleAsks): readonly WiderAsk[] =>
  ASKS.flatMap((ask) => {
    const names = [...new Set(after[ask])].filter((name) => !before[ask].includes(name));
    return names.length > 0 ? [{ ask, names }] : [];
  });
