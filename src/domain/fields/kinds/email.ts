import { isEmail } from '../../base/validation.ts';
import { textKind } from './base/kind.ts';

/** An address of electronic mail. */
export const email = textKind({ matches: isEmail });
