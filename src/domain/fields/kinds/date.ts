import { isCalendarDate } from '../../base/validation.ts';
import { textKind } from './base/kind.ts';

/** A day, `YYYY-MM-DD`. */
export const date = textKind({ origin: 'specified', storage: 'date', matches: isCalendarDate, isLeftOutEmpty: true });
