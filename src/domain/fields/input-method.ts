/** The code of keys that an input method has taken. */
const TAKEN_BY_INPUT_METHOD = 229;

/** Whether an input method takes a key. Safari ends the composition before the key's event; there only the code tells. */
export const isOfInputMethod = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === TAKEN_BY_INPUT_METHOD;
