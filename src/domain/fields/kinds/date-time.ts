import type { KindDescription } from './base/kind.ts';

/** Of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/** A moment, in Unix seconds; people see it on the site's clock. */
export const dateTime: KindDescription<'plain', number> = {
  shape: 'plain',
  wire: 'time',
  storage: 'seconds',
  initial: null,
  range: [0, LAST_SECOND],
  isLeftOutEmpty: true,
};
