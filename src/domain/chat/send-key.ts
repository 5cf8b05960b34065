/** What a key's event tells of itself. */
export interface KeyPress {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The code of keys that an input method has taken. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * Whether a key sends what is typed: Enter alone, and no Enter that ends a composition. Safari ends the composition before the key's
 * event; there only the code tells. Source: specification §1; readings 1.2.
 */
export const isSendKey = ({ key, keyCode, isComposing, shiftKey, altKey, ctrlKey, metaKey }: KeyPress): boolean =>
  key === 'Enter' && !isComposing && keyCode !== TAKEN_BY_INPUT_METHOD && !shiftKey && !altKey && !ctrlKey && !metaKey;
