import type { Language } from '../base/language.ts';

/** What can be looked at before it is published. */
export type PreviewKind = 'notice' | 'page';

/** Where it can be looked at in each language, once. */
export type PreviewAddresses = Readonly<Record<Language, string>>;
