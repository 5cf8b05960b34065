import { isVariableName } from '../../base/validation.ts';
import { textKind } from './base/kind.ts';

/** A name as programs have them. */
export const variableName = textKind({ matches: isVariableName });
