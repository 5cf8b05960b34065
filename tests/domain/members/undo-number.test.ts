import { expect, it } from 'vitest';
import { checkUndoNumber, plainUndoNumber } from '#domain/members/undo-number';

it.each([
  ['K7QM-2WXR-9BTA-HC4N', null],
  [' k7qm 2wxr 9bta hc4n ', null],
  ['K7QM2WXR9BTAHC4N', null],
  ['', 'validation.required'],
  [' - ', 'validation.required'],
  ['K7QM-2WXR-9BTA-HC4', 'entryForms.undo.notWhole'],
  ['K7QM-2WXR-9BTA-HC4NX', 'entryForms.undo.notWhole'],
  // Letters that no number has, since they look like others.
  ['K7QM-2WXR-9BTA-HC40', 'entryForms.undo.notWhole'],
  ['K7QM-2WXR-9BTA-HC4I', 'entryForms.undo.notWhole'],
])('%j is a number that takes a change back: %s', (typed, key) => {
  expect(checkUndoNumber(typed)?.key ?? null).toBe(key);
});

it('the number by which a change is taken back is the same however it is typed', () => {
  expect(plainUndoNumber(' k7qm 2wxr-9bta_hc4n')).toBe('K7QM2WXR9BTAHC4N');
});
