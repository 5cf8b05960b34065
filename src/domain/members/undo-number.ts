import type { Issue } from '../base/issue.ts';

/** Of the number that takes a change of address back: without those letters that look like others, since people type it from a message. */
export const UNDO_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const UNDO_LENGTH = 16;
const WHOLE = new RegExp(`^[${UNDO_LETTERS}]{${UNDO_LENGTH}}$`, 'u');

/** As it is judged, however it was typed: with spaces, in small letters, without its hyphens. */
export const plainUndoNumber = (typed: string): string => typed.toUpperCase().replaceAll(/[^0-9A-Z]/gu, '');

/** Whether a text can be such a number at all. */
export function checkUndoNumber(typed: string): Issue | null {
  const plain = plainUndoNumber(typed);
  if (plain === '') return { key: 'validation.required' };
  return WHOLE.test(plain) ? null : { key: 'entryForms.undo.notWhole' };
}
