import { isMobile } from '../../base/validation.ts';
import { textKind } from './base/kind.ts';

/** A mainland mobile number; spaces around it are no part of it. */
export const mobile = textKind({ wire: 'trimmed', matches: (text) => isMobile(text.trim()) });
