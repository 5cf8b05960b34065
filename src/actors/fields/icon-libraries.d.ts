/** The icon packages as `scripts/build/icon-libraries.ts` cuts them. */
declare module 'virtual:icon-libraries' {
  export interface IconShelf {
    /** The last name on it; they stand in alphabetical order. */
    readonly last: string;
    /** By name, the outlines of a drawing's parts with `|` between them. */
    readonly open: () => Promise<{ readonly shapes: Readonly<Record<string, string>> }>;
  }
  export interface ShelvedLibrary {
    /** Drawings are squares of this size. */
    readonly sizePx: number;
    readonly shelves: readonly IconShelf[];
  }
  export const elementPlus: ShelvedLibrary;
  export const awesome: ShelvedLibrary;
}
