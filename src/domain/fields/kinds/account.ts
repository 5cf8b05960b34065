import { isAccount } from '../../base/validation.ts';
import { textKind } from './base/kind.ts';

/** The name somebody signs in with. */
export const account = textKind({ matches: isAccount });
