import { rejection } from '#domain/base/failure';
import { centsFromText } from '#domain/base/money';
import { isCalendarDate, isTimeOfDay } from '#domain/base/validation';
import { unixSecondsOf } from '#domain/base/zone-time';
import type { Column } from '../base/columns.ts';

/** What was typed into a search cannot be compared with the column. */
export const badValue = (column: Column): Error => rejection('refusals.searchValue', { field: column.name });

/** Largest and smallest that a bigint column can be compared with. */
const LIMIT = 9_007_199_254_740_991;

/**
 * One value of a search as the column stores it: money in cents, switches as '0' and '1', numbers as numbers.
 * @throws when it has not the column's form
 */
export function storedSearchValue(column: Column, text: string): string | number {
  const trimmed = text.trim();
  switch (column.storage) {
    case 'integer':
    case 'seconds':
    case 'cents':
    case 'record':
    case 'parent':
    case 'decimal': {
      const number =
        column.storage === 'cents' ? centsFromText(trimmed) : /^-?\d{1,16}(?:\.\d{1,10})?$/u.test(trimmed) ? Number(trimmed) : null;
      if (number === null || Math.abs(number) > LIMIT) throw badValue(column);
      return number;
    }
    case 'date':
      if (!isCalendarDate(trimmed)) throw badValue(column);
      return trimmed;
    case 'timeOfDay':
      if (!isTimeOfDay(trimmed)) throw badValue(column);
      return trimmed;
    case 'text':
    case 'switch':
    case 'list':
    case 'pairs':
    case 'ids':
      return text;
    case 'secret':
      throw badValue(column);
    default:
      return column.storage satisfies never;
  }
}

/** A local date and time as Unix seconds. */
export function searchedInstant(column: Column, text: string, timeZone: string): number {
  const seconds = unixSecondsOf(text, timeZone);
  if (seconds === null) throw badValue(column);
  return seconds;
}
