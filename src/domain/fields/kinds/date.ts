import { isCalendarDate } from '../../base/validation.ts';
import { textKind } from './base/kind.ts';

/** A day, `YYYY-MM-DD`. */
export const date = textKind({ storage: 'date', matches: isCalendarDate, isLeftOutEmpty: true });
