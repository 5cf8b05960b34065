import { effort } from '#tests/support/effort.ts';
import type { Language } from './words.ts';

/** Where nothing but the words differs: the one language that a file's tests speak in the short form; both in the long one. */
export const spoken = (language: Language): readonly Language[] => effort([language], ['zh-cn', 'en']);
