import type { Page } from 'playwright-core';
import type { ScreenLanguage } from './options.ts';

/** What a message is in the language of the page. */
export type Word = (key: string) => string;

/** Something that people look at. */
export interface Screen {
  readonly name: string;
  /** Who is signed in. */
  readonly area: 'admin' | 'member' | 'nobody';
  readonly path: (language: ScreenLanguage) => string;
  /** Shows what is on its way for good, so that nobody waits for its end. */
  readonly isRestless?: boolean;
  /** Opens what is to be seen on the page. @returns false where it is not there at this width */
  readonly open?: (page: Page, word: Word) => Promise<boolean>;
}
