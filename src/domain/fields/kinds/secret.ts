import { textKind } from './base/kind.ts';

/** A key that somebody else's service gives out: written, encrypted by a hook, and never read again. */
export const secret = textKind({
  storage: 'secret',
  matches: (text) => /^[\x21-\x7e]{4,500}$/u.test(text),
  maxLength: 500,
  list: 'never',
  isUnexported: true,
  isLeftOutEmpty: true,
});
