import type { ClipboardEvent } from 'react';
import { plainNumber } from '#domain/base/plain-number';

/**
 * Digits are pasted where the caret stands. Anything else replaces the number where it is one as a whole, and nothing where it is none:
 * the input by itself would leave out what it does not take and keep another number.
 */
export function onNumberPaste<Value>(read: (plain: string) => Value | null, onChange: (value: Value) => void) {
  return (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (/^\d*$/u.test(text)) return;
    event.preventDefault();
    const plain = plainNumber(text);
    const value = plain === null ? null : read(plain);
    if (value !== null) onChange(value);
  };
}
