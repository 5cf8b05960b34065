import { isColor } from '../../base/validation.ts';
import { textKind } from './base/kind.ts';

/** A colour, `#rgb`, `#rrggbb` or `#rrggbbaa`. */
export const color = textKind({ matches: isColor });
