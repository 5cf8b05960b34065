import type { KeyboardEvent } from 'react';
import { isOfInputMethod } from '#domain/fields/input-method';

/** Enter takes what was typed, Escape drops it; keys with which characters are composed do neither. */
export const nameKeys =
  (take: () => void, drop?: () => void) =>
  ({ key, nativeEvent }: KeyboardEvent): void => {
    if (isOfInputMethod(nativeEvent)) return;
    if (key === 'Enter') take();
    if (key === 'Escape') drop?.();
  };
