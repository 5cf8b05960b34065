import { isPassword } from '../../base/validation.ts';
import { textKind } from './base/kind.ts';

/** A secret: written, hashed by a hook, and never read again. */
export const password = textKind({
  storage: 'secret',
  matches: isPassword,
  list: 'never',
  isUnexported: true,
  isLeftOutEmpty: true,
});
