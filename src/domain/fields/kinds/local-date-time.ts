import { isLocalDateTime } from '../../base/validation.ts';
import { textKind } from './base/kind.ts';

/** A day and a time on nobody's clock. */
export const localDateTime = textKind({ matches: isLocalDateTime, isLeftOutEmpty: true });
