import { isIdNumber } from '../../base/validation.ts';
import { textKind } from './base/kind.ts';

/** A resident identity number. */
export const idNumber = textKind({ matches: isIdNumber });
